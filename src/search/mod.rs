//! Search algorithms as resumable strategies.
//!
//! A strategy decides what to expand and what the result means. It never
//! commits and never starts a thread: it asks an [`Expansion`] for passes, or
//! follows single states itself, and leaves its rows with the engine, which writes
//! them and the checkpoint in one atomic step.

mod agree;
mod astar;
mod beam;
mod best;
mod best_first;
mod bidirectional;
mod buckets;
mod deepening;
mod depth_first;
mod dice;
mod error;
mod fcc;
mod frontier;
mod generations;
mod graph;
mod in_memory;
mod key_set;
mod known;
mod moves_freed;
mod needs;
mod neighborhood;
mod open_list;
mod pass;
mod path;
mod plain_guide;
pub mod pmida;
pub mod pruning;
mod queue;
mod seeding;
mod selection;
mod shortened;
mod strategy;
mod trodden;
mod visited;
mod walk;

pub use astar::AStar;
pub use beam::{Beam, Keep};
pub use best::Best;
pub use best_first::{BestFirst, Ended};
pub use bidirectional::Bidirectional;
pub use deepening::{Ida, IterativeDeepening};
pub use error::{Result, SearchError};
pub use fcc::{Claims, Component, Exit, Fcc, FccOptions, Order, Scan, Scanner, Scanning, Stacks};
pub use frontier::{Frontier, Generation, Progress, may_hold_successors};
pub use generations::Generations;
pub use key_set::KeySet;
pub use known::{Stored, is_proven};
pub use moves_freed::MovesFreed;
pub use neighborhood::{Neighborhood, Neighborhoods};
pub use pass::{Children, Expansion, Part, Pass, Passed, Place, Sorted};
pub use path::{Layers, Replayed, path_from_starts, replay};
pub use shortened::{Batches, ShortenedRandom};
pub use strategy::{Completed, Outcome, Standing, Step, StepContext, Strategy, Tally, Verdict};
pub use walk::RandomWalk;
