//! **strata**: a persistent search engine for puzzle state spaces.

pub mod domains;
pub mod engine;
pub mod search;
pub mod space;
pub mod store;
