//! Looking at what runs have stored: statistics, single states, farthest
//! states, shortest solutions.

mod components;
mod farthest;
mod find;
mod solutions;
mod stats;

pub use components::{ComponentStats, Outstanding, component_stats, outstanding};
pub use farthest::{Farthest, farthest};
pub use find::{Found, find, find_neighbour};
pub use solutions::{ShortestSolutions, shortest_solutions};
pub use stats::{SideStats, side_stats};
