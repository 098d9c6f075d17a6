//! Known figures, from tests/fixtures/twisty.tsv.

use std::collections::BTreeMap;

const FIXTURE: &str = include_str!("../fixtures/twisty.tsv");

/// One line of the fixture.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Case {
    pub(crate) puzzle: &'static str,
    pub(crate) input: &'static str,
    pub(crate) expected: &'static str,
}

impl Case {
    /// The numbers that are named, such as `len 4; words 24`.
    pub(crate) fn figures(&self) -> BTreeMap<&'static str, u128> {
        let figure = |part: &'static str| {
            let (name, number) = part.trim().split_once(' ')?;
            Some((name, number.parse().ok()?))
        };
        self.expected.split(';').filter_map(figure).collect()
    }

    /// The numbers of a row of numbers alone.
    pub(crate) fn row(&self) -> Vec<u128> {
        self.expected.split(' ').map(|number| number.parse().unwrap()).collect()
    }
}

/// The cases of a kind and a puzzle; at least one.
pub(crate) fn cases(kind: &str, puzzle: &str) -> Vec<Case> {
    let lines = FIXTURE.lines().filter_map(|line| {
        let mut cells = line.split('\t');
        let [of, puzzle, input, expected] = std::array::from_fn(|_| cells.next().unwrap_or(""));
        (of == kind).then_some(Case { puzzle, input, expected })
    });
    let cases: Vec<Case> = lines.filter(|case| case.puzzle == puzzle).collect();
    assert!(!cases.is_empty(), "no case of {kind} {puzzle}");
    cases
}
