//! Standard output: the answer, and nothing but the answer.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};

use serde::Serialize;
use thiserror::Error;

/// The number in every JSON message; it grows when the meaning of a field
/// changes or one is taken away.
pub(super) const SCHEMA: u32 = 1;

/// Why standard output does not take more.
#[derive(Debug, Error)]
pub enum OutputError {
    /// The reader has gone; it has all it wanted.
    #[error("nobody reads standard output any more")]
    Closed,
    /// Writing failed.
    #[error("cannot write to standard output")]
    Failed(#[source] io::Error),
}

impl From<io::Error> for OutputError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Failed(error),
        }
    }
}

/// What every message begins with.
#[derive(Serialize)]
struct Message<'a, T> {
    message_type: &'static str,
    schema: u32,
    #[serde(flatten)]
    body: &'a T,
}

/// The only way to standard output. A reader that goes away early, as `head`
/// does, ends the program quietly: see [`OutputError::Closed`].
pub(super) struct Output {
    to: BufWriter<Box<dyn Write + Send>>,
}

impl Output {
    /// The standard output of the process.
    pub(super) fn stdout() -> Self {
        Self::new(io::stdout())
    }

    /// An output to anything else.
    pub(super) fn new(to: impl Write + Send + 'static) -> Self {
        Self { to: BufWriter::new(Box::new(to)) }
    }

    /// Writes a line.
    pub(super) fn line(&mut self, text: impl Display) -> Result<(), OutputError> {
        Ok(writeln!(self.to, "{text}")?)
    }

    /// Writes text that ends its lines itself.
    pub(super) fn text(&mut self, text: impl Display) -> Result<(), OutputError> {
        Ok(write!(self.to, "{text}")?)
    }

    /// Writes bytes as they are.
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        Ok(self.to.write_all(bytes)?)
    }

    /// Writes a message as one line of JSON, at once, so that a reader at the
    /// other end of a pipe is up to date.
    pub(super) fn json(&mut self, message: &impl Serialize) -> Result<(), OutputError> {
        serde_json::to_writer(&mut self.to, message).map_err(io::Error::from)?;
        self.line("")?;
        self.flush()
    }

    /// Writes the fields of `body` as a message of this type.
    pub(super) fn message(
        &mut self,
        message_type: &'static str,
        body: &impl Serialize,
    ) -> Result<(), OutputError> {
        self.json(&Message { message_type, schema: SCHEMA, body })
    }

    /// Hands everything over to the reader.
    pub(super) fn flush(&mut self) -> Result<(), OutputError> {
        Ok(self.to.flush()?)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// A writer whose text can be looked at, and that can refuse to take any.
    #[derive(Clone, Default)]
    pub(in crate::cli) struct Sink {
        text: Arc<Mutex<Vec<u8>>>,
        refuses: Option<io::ErrorKind>,
    }

    impl Sink {
        pub(in crate::cli) fn refusing(kind: io::ErrorKind) -> Self {
            Self { refuses: Some(kind), ..Self::default() }
        }

        pub(in crate::cli) fn text(&self) -> String {
            String::from_utf8(self.text.lock().unwrap().clone()).unwrap()
        }
    }

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self.refuses {
                Some(kind) => Err(kind.into()),
                None => self.text.lock().unwrap().write(bytes),
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_gone_reader_and_a_failure_are_told_apart() {
        let mut gone = Output::new(Sink::refusing(io::ErrorKind::BrokenPipe));
        assert!(matches!(gone.json(&1), Err(OutputError::Closed)));
        let mut full = Output::new(Sink::refusing(io::ErrorKind::StorageFull));
        assert!(matches!(full.json(&1), Err(OutputError::Failed(_))));
    }

    #[test]
    fn a_message_is_one_line_at_once() {
        let sink = Sink::default();
        let mut output = Output::new(sink.clone());
        output.json(&serde_json::json!({"text": "a\nb"})).unwrap();
        assert_eq!(sink.text(), "{\"text\":\"a\\nb\"}\n");
    }
}
