//! The puzzles: states, moves, encodings, text formats, drawing. A domain sees
//! nothing of the engine or the store; the registry turns a puzzle known at run
//! time into a concrete state space.

mod answers;
mod format_error;
pub mod freecell;
pub mod library;
mod recognise;
mod registry;
pub mod rushhour;
pub mod sliding;
mod sum;
pub mod twisty;

pub use answers::{Answers, PerMetric};
pub use format_error::FormatError;
pub use library::LibraryError;
pub use registry::{About, DOMAINS, Notation, Options, Problem, ProblemError, Visitor};
pub use sum::Sum;
