//! Pruning tables: for each entry a lower bound of a distance, looked up at every
//! node of a search.

mod storage;

pub use storage::{
    FARTHEST, Histogram, Kind, Plain, Storage, StorageError, Tans, TwoBits, Values, histogram,
};
