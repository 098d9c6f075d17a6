//! Registers: sequences of moves that count side by side.
//!
//! A *register* of order `n` is a sequence of moves with pieces of its *own*: done again and again it
//! takes them through `n` arrangements, so they show a number from 0 to `n - 1`. No other register
//! moves or turns them, so each number is read and changed apart from the others.
//! What moves keep the same, such as the sum of the turns of an orbit, cannot be kept by each register's own pieces alone:
//! *shared* pieces belong to nobody, are only ever turned in their slots, by any register, and
//! tell nothing.
//!
//! [`ways`] lists the cycles that registers of some orders can have together, [`Layout`] assigns
//! pieces to registers as their sequences are found, and [`check`] verifies the whole.

mod check;
mod choice;
mod layout;
#[cfg(test)]
mod tests;
mod ways;

pub use check::check;
pub use choice::Choice;
pub use layout::{Layout, Register};
pub use ways::{MAX_REGISTERS, Way, promising, read_orders, ways};
