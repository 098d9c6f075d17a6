//! The search for cycles against counted positions and sequences, in memory: no store, no
//! threads.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]
#![cfg(test)]

mod cases;
mod counts;
mod kernels;
mod optimal;
mod orders;
mod puzzles;
#[path = "../common/random.rs"]
mod random;
mod search;
mod tricks;
mod types;
mod views;
mod words;
