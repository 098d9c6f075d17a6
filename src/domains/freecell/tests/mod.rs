//! The rules against games whose whole graphs are known.

mod deals;
mod guide;
mod known;
mod spaces;
