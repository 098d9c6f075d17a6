//! **strata**: a persistent search engine for puzzle state spaces.

pub mod cli;
pub mod config;
pub mod domains;
pub mod engine;
pub mod space;
pub mod telemetry;
