//! **strata**: a persistent search engine for puzzle state spaces.

pub mod cli;
pub mod config;
pub mod domains;
pub mod engine;
pub mod inspect;
pub mod search;
pub mod space;
pub mod store;
pub mod telemetry;
