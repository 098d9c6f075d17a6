//! The rules against games whose whole graphs are known.

mod deals;
mod known;
mod spaces;
