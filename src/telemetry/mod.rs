//! Diagnostics that every layer may use: logging, memory in use, rates and
//! figures as people read them. This module depends on nothing else in the
//! crate.

mod cpu;
pub mod figures;
mod log;
mod memory;
mod rate;

pub use cpu::cpu_time;
pub use log::{LogError, init};
pub use memory::{machine_memory, peak_resident_bytes, resident_bytes};
pub use rate::RateMeter;
