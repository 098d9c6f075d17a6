//! FreeCell games whose components are known from exhaustive searches by other
//! programs.

use std::collections::BTreeMap;

use strata::domains::freecell::{Deal, FreeCell, Layout};
use strata::space::StateSpace as _;

/// A row of the table.
pub(crate) struct Known {
    pub(crate) id: &'static str,
    /// Moves of a shortest solution, if there is one.
    pub(crate) shortest: Option<usize>,
    pub(crate) states: u64,
    pub(crate) largest: u64,
    /// Depth -> components, states.
    pub(crate) depths: BTreeMap<u32, (u64, u64)>,
    pub(crate) space: FreeCell,
}

impl Known {
    /// A heuristic that prefers some states to others.
    pub(crate) fn best(&self) -> &'static str {
        self.space.heuristics().last().unwrap().name
    }
}

const TABLE: &str = include_str!("../fixtures/freecell_components.tsv");

/// All games, or those of at most so many states.
pub(crate) fn games(most: u64) -> Vec<Known> {
    let mut lines = TABLE.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let games = lines.map(|line| {
        let fields: BTreeMap<&str, &'static str> =
            names.iter().copied().zip(line.split('\t')).collect();
        let number = |name: &str| fields[name].parse::<u64>().unwrap();
        let (seed, ranks) = fields["source"].split_once(' ').unwrap();
        let columns = fields["layout"].split('|').filter(|line| !line.contains('-')).count();
        let deal = Deal {
            number: seed.strip_prefix("ms_seed=").unwrap().parse().unwrap(),
            columns,
            freecells: number("freecells") as usize,
            ranks: ranks.strip_prefix("ranks=").unwrap().parse().unwrap(),
        };
        let depths = fields["per_depth"].split(',').map(|depth| {
            let (depth, counts) = depth.split_once(':').unwrap();
            let (fccs, states) = counts.split_once('/').unwrap();
            (depth.parse().unwrap(), (fccs.parse().unwrap(), states.parse().unwrap()))
        });
        let layout = Layout { name: fields["id"].to_owned(), board: deal.board().unwrap() };
        Known {
            id: fields["id"],
            shortest: fields["shortest_single_card_moves"].parse().ok(),
            states: number("states"),
            largest: number("largest_fcc"),
            depths: depths.collect(),
            space: FreeCell::new(layout),
        }
    });
    games.filter(|known| known.states <= most).collect()
}

/// The game of that name.
pub(crate) fn game(id: &str) -> Known {
    games(u64::MAX).into_iter().find(|known| known.id == id).unwrap()
}
