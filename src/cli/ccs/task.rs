//! A search for cycles as a run of a store.

use std::collections::BTreeMap;

use crate::domains::twisty::formats::{self, Format, write_tws};
use crate::domains::twisty::{
    Combination, DOMAIN, Effect, Generator, MAX_COMBINATIONS, Possible, Puzzle, Quest, Stay,
    Target, Task, move_table, notation, of_order, read_combination,
};
use crate::engine::{FROM_ROOTS, RootTask};
use crate::search::SearchError;
use crate::space::SpaceId;
use crate::store::{RunId, RunRow};

use super::How;

/// The encoding of such runs, with its version: they store no states.
const ENCODING: &str = "cycles/1";

/// What is between the puzzle and the cycles in the name of a run.
const TITLED: &str = ": ";

/// What is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sought {
    /// These cycles.
    Cycles(Combination),
    /// Any cycles of this order.
    Order(u64),
    /// These cycles, while pieces stay, some at least: for each slot how.
    Register(Combination, Vec<Stay>),
}

/// How pieces stay, and the option of a run that lists the slots of such pieces.
const STAYS: [(Stay, &str); 3] =
    [(Stay::Seated, "seated"), (Stay::Turned, "turned"), (Stay::Still, "still")];

/// Cycles to find, which are not known to be impossible.
#[derive(Debug, Clone)]
pub(super) struct CyclesTask {
    /// What people call the puzzle.
    pub(super) name: String,
    pub(super) task: Task,
    pub(super) sought: Sought,
    target: Target,
}

/// Whether a run is a search for cycles, which is no state space.
pub(in crate::cli) fn is_search(row: &RunRow) -> bool {
    row.strategy == FROM_ROOTS && row.space.encoding == ENCODING
}

impl CyclesTask {
    /// What is looked for in a puzzle.
    ///
    /// # Errors
    /// Why it is impossible.
    pub(super) fn new(name: &str, task: &Task, sought: Sought) -> Result<Self, String> {
        let puzzle = &task.puzzle;
        let possible = Possible::new(task)?;
        let checked = |combination: &Combination| {
            let text = Target::text(puzzle, combination);
            possible.check(combination).map_err(|why| format!("{text} is impossible: {why}"))
        };
        let target = match &sought {
            Sought::Cycles(combination) => {
                checked(combination)?;
                Target::of(puzzle, combination.clone())
            }
            Sought::Order(order) => Target {
                combinations: of_order(puzzle, &possible, *order)?,
                stay: vec![Stay::Free; puzzle.slots()],
                order: Some(*order),
            },
            Sought::Register(combination, stay) => {
                checked(combination)?;
                let (combinations, stay) = (vec![combination.clone()], stay.clone());
                Target { combinations, stay, order: None }
            }
        };
        debug_assert!(target.combinations.len() <= MAX_COMBINATIONS, "as many as are listed");
        Ok(Self { name: name.to_owned(), task: task.clone(), sought, target })
    }

    /// The search of a stored run.
    ///
    /// # Errors
    /// [`SearchError::Checkpoint`] when it is none that this program can do.
    pub(super) fn of_run(run: RunId, row: &RunRow) -> Result<Self, SearchError> {
        let unusable = |why: String| SearchError::Checkpoint { run: run.0, why };
        let option = |name: &str| {
            let value = row.space.options.get(name).map(String::as_str);
            value.ok_or_else(|| unusable(format!("it has no {name}")))
        };
        let puzzle = formats::read("stored puzzle", &row.space.instance, Some(Format::Tws))
            .map_err(|error| unusable(error.to_string()))?;
        let generators = notation::read_generators("stored turns", &puzzle, option("moves")?)
            .map_err(|error| unusable(error.to_string()))?;
        let metric = option("metric")?.parse().map_err(unusable)?;
        let sought =
            Sought::parse(&puzzle, option("cycles")?, &row.space.options).map_err(unusable)?;
        let task = Task { puzzle, generators, metric };
        let name = row.puzzle.split_once(TITLED).map_or(row.puzzle.as_str(), |(name, _)| name);
        let search = Self::new(name, &task, sought).map_err(unusable)?;
        if search.id() == row.space {
            Ok(search)
        } else {
            Err(unusable("this program writes it in another way".to_owned()))
        }
    }

    /// Names puzzle, moves and cycles.
    fn id(&self) -> SpaceId {
        let Task { puzzle, generators, metric } = &self.task;
        let mut options = BTreeMap::from([
            ("metric".to_owned(), metric.to_string()),
            ("moves".to_owned(), Generator::list(generators, puzzle)),
            ("cycles".to_owned(), self.sought.text(puzzle)),
        ]);
        options.extend(self.sought.stays());
        SpaceId {
            domain: DOMAIN.to_owned(),
            instance: write_tws(puzzle),
            options,
            encoding: ENCODING.to_owned(),
        }
    }

    /// What people read: the cycles, or the order.
    pub(super) fn title(&self) -> String {
        let cycles = self.sought.text(&self.task.puzzle);
        let beside = match &self.sought {
            Sought::Register(..) => " beside other registers",
            _ => "",
        };
        format!("{cycles}{beside} on {} in {}", self.name, self.task.metric)
    }

    /// What the engine is asked for.
    pub(super) fn root_task(&self, how: How) -> RootTask {
        let How { tricks, all, max_length } = how;
        RootTask {
            puzzle: format!("{}{TITLED}{}", self.name, self.sought.text(&self.task.puzzle)),
            space: self.id(),
            metric: self.task.metric.to_string(),
            tricks,
            all,
            max_length,
        }
    }

    /// What is searched.
    ///
    /// # Errors
    /// As [`move_table`].
    pub(super) fn quest(&self) -> Result<Quest, String> {
        let Task { puzzle, generators, metric } = &self.task;
        let (table, effects) = move_table(puzzle, generators, *metric)?;
        let start = Effect::identity(puzzle.slots());
        Ok(Quest::new(puzzle.clone(), table, effects, start, self.target.clone()))
    }

    /// Whether an effect is one that is looked for.
    pub(super) fn has(&self, effect: &Effect) -> bool {
        self.target.has(&self.task.puzzle, effect)
    }
}

impl Sought {
    /// The cycles, as a run keeps them.
    fn text(&self, puzzle: &Puzzle) -> String {
        match self {
            Self::Order(order) => format!("order {order}"),
            Self::Cycles(combination) | Self::Register(combination, _) => {
                Target::text(puzzle, combination)
            }
        }
    }

    /// The slots whose pieces must stay, as a run keeps them.
    fn stays(&self) -> impl Iterator<Item = (String, String)> {
        let stays = match self {
            Self::Register(_, stay) => &stay[..],
            _ => &[],
        };
        STAYS.into_iter().filter_map(|(how, option)| {
            let slots = stays.iter().enumerate().filter(|(_, stay)| **stay == how);
            let slots: Vec<String> = slots.map(|(slot, _)| slot.to_string()).collect();
            (!slots.is_empty()).then(|| (option.to_owned(), slots.join(",")))
        })
    }

    fn parse(
        puzzle: &Puzzle,
        cycles: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<Self, String> {
        if let Some(order) = cycles.strip_prefix("order ") {
            let order = order.parse().map_err(|_| format!("{order:?} is no order"))?;
            return Ok(Self::Order(order));
        }
        let combination = read_combination(puzzle, cycles).map_err(|error| error.to_string())?;
        let mut stay = vec![Stay::Free; puzzle.slots()];
        for (how, option) in STAYS {
            for slot in options.get(option).into_iter().flat_map(|slots| slots.split(',')) {
                let known = slot.parse().ok().and_then(|slot: usize| stay.get_mut(slot));
                *known.ok_or_else(|| format!("{slot:?} is no slot"))? = how;
            }
        }
        match stay.iter().all(|&stay| stay == Stay::Free) {
            true => Ok(Self::Cycles(combination)),
            false => Ok(Self::Register(combination, stay)),
        }
    }
}
