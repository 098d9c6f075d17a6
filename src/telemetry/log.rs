//! Logging to standard error.

use thiserror::Error;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

/// Why logging could not be set up.
#[derive(Debug, Error)]
pub enum LogError {
    /// The filter is not in the notation of `tracing_subscriber`.
    #[error("the log filter {filter:?} cannot be used; write a level such as \"warn\"")]
    Filter {
        /// The filter.
        filter: String,
        /// What is wrong with it.
        source: tracing_subscriber::filter::ParseError,
    },
    /// The process already logs elsewhere.
    #[error("logging is already set up in this process")]
    Taken,
}

/// Logs what passes `filter` (`warn`, `warn,strata::store=debug`) through
/// `writer`, in colour if `color`. To be called once in a process.
///
/// # Errors
/// [`LogError`] when the filter cannot be read or logging is set up already.
pub fn init<W>(filter: &str, color: bool, writer: W) -> Result<(), LogError>
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let filter = EnvFilter::try_new(filter)
        .map_err(|source| LogError::Filter { filter: filter.to_owned(), source })?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(color)
        .with_writer(writer)
        .try_init()
        .map_err(|_| LogError::Taken)
}
