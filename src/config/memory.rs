//! Memory budgets that suit the machine.

use super::{Auto, Memory};

/// What strata takes at most when the user says nothing: more would seldom be
/// faster, and the machine is not strata's alone.
const MOST: u64 = 1 << 30;

/// What it takes at least, however small the machine.
const LEAST: u64 = 4 << 20;

/// Memory budgets in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budgets {
    /// For candidates.
    pub candidates: u64,
    /// For batches on their way through the pipeline.
    pub batch: u64,
}

impl Memory {
    /// The budgets, the automatic ones derived from `total`, the bytes of memory
    /// that this process may use: together half of it, at most 1 GiB; three
    /// quarters of that are for candidates.
    #[must_use]
    pub fn budgets(&self, total: u64) -> Budgets {
        let both = (total / 2).clamp(LEAST, MOST);
        let resolve = |budget: Auto<super::SizeIn<_, _>>, share| match budget {
            Auto::Auto => share,
            Auto::Is(size) => size.bytes(),
        };
        Budgets {
            candidates: resolve(self.candidates, both / 4 * 3),
            batch: resolve(self.batch, both / 4),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Loaded, Override, Sources};

    fn budgets(flags: Vec<Override>, total: u64) -> Budgets {
        let sources = Sources { flags, ..Sources::default() };
        Loaded::load(&sources).unwrap().settings.memory.budgets(total)
    }

    #[test]
    fn half_of_a_small_machine_and_no_more_than_a_gibibyte_of_a_large_one() {
        let small = budgets(vec![], 256 << 20);
        assert_eq!(small, Budgets { candidates: 96 << 20, batch: 32 << 20 });
        let large = budgets(vec![], 64 << 30);
        assert_eq!(large, Budgets { candidates: 768 << 20, batch: 256 << 20 });
        assert_eq!(budgets(vec![], 0), Budgets { candidates: 3 << 20, batch: 1 << 20 });
    }

    #[test]
    fn what_the_user_says_is_taken_as_it_is() {
        let flag = Override {
            key: "memory.candidates",
            value: "2 GiB".into(),
            flag: "--memory-candidates",
        };
        let given = budgets(vec![flag], 256 << 20);
        assert_eq!(given, Budgets { candidates: 2 << 30, batch: 32 << 20 });
    }
}
