//! The puzzles: states, moves, encodings, text formats, drawing. A domain sees
//! nothing of the engine or the store.

pub mod sliding;
