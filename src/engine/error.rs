//! Why a run cannot be started, continued or finished.

use thiserror::Error;

use crate::search::SearchError;
use crate::store::StoreError;

/// Result of everything the engine does.
pub type Result<T, E = EngineError> = std::result::Result<T, E>;

/// One field in which a run differs from what was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The field, such as `metric`.
    pub field: String,
    /// Its value in the stored run.
    pub stored: String,
    /// The value asked for.
    pub asked: String,
}

/// Why a run cannot be started, continued or finished.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The search or the store failed; what was committed stays.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The run was started with other options.
    #[error(
        "run {run} cannot go on like this, it would not be the same search:{}\n\
         use `strata resume {run}`, which takes all of these from the store, or start a new run",
        list(differences)
    )]
    OtherRun {
        /// The run.
        run: u32,
        /// Every field that differs.
        differences: Vec<Difference>,
    },
    /// Settings that cannot work.
    #[error("{0}")]
    Settings(String),
}

impl From<StoreError> for EngineError {
    fn from(error: StoreError) -> Self {
        Self::Search(error.into())
    }
}

fn list(differences: &[Difference]) -> String {
    let shorten = |text: &str| match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    };
    differences.iter().fold(String::new(), |list, difference| {
        let (stored, asked) = (shorten(&difference.stored), shorten(&difference.asked));
        list + &format!("\n  {}: stored {stored:?}, asked for {asked:?}", difference.field)
    })
}
