//! The search for cycles against counted positions and sequences, in memory: no store, no
//! threads.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]
#![cfg(test)]

mod cases;
mod optimal;
mod puzzles;
mod search;
