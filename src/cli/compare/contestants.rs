//! Which algorithms are compared.

use std::fmt;
use std::num::NonZeroU32;

use clap::{Parser, ValueEnum};

use crate::cli::algorithm::{Algorithm, AlgorithmArgs};
use crate::cli::exit::BadInput;
use crate::domains::Visitor;
use crate::space::{Draw, Heuristic};

/// An algorithm in one of its forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Contestant {
    pub(super) algorithm: Algorithm,
    /// What it follows, for those that come with several.
    pub(super) heuristic: Option<&'static str>,
    /// Which beam.
    pub(super) beam: Option<&'static str>,
}

impl Contestant {
    /// The flags of `strata solve` for it.
    pub(super) fn flags(&self, seed: Option<u64>, width: Option<NonZeroU32>) -> Vec<String> {
        let random = matches!(
            self.algorithm,
            Algorithm::Random | Algorithm::ShortenedRandom | Algorithm::Neighborhood
        ) || self.beam == Some("layer");
        let algorithm = format!("--algorithm={}", self.algorithm);
        let given = [
            self.heuristic.map(|heuristic| format!("--heuristic={heuristic}")),
            self.beam.map(|beam| format!("--beam={beam}")),
            self.beam.and(width).map(|width| format!("--width={width}")),
            seed.filter(|_| random).map(|seed| format!("--seed={seed}")),
        ];
        std::iter::once(algorithm).chain(given.into_iter().flatten()).collect()
    }

    /// What tells it from others of the same algorithm.
    pub(super) fn form(&self) -> &'static str {
        self.heuristic.or(self.beam).unwrap_or_default()
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form() {
            "" => self.algorithm.fmt(f),
            form => write!(f, "{} {form}", self.algorithm),
        }
    }
}

/// The algorithms of a list, each once; all if it is empty.
pub(super) fn algorithms(list: &[Algorithm]) -> Vec<Algorithm> {
    let mut chosen: Vec<Algorithm> = Vec::new();
    for &algorithm in list {
        if !chosen.contains(&algorithm) {
            chosen.push(algorithm);
        }
    }
    if chosen.is_empty() {
        // What auto does is in the list already.
        chosen.extend(Algorithm::value_variants().iter().filter(|&&a| a != Algorithm::Auto));
    }
    chosen
}

/// All forms of some algorithms in a space with these heuristics.
fn forms(algorithms: &[Algorithm], heuristics: &[Heuristic]) -> Vec<Contestant> {
    let plain = |algorithm| Contestant { algorithm, heuristic: None, beam: None };
    let forms = algorithms.iter().map(|&algorithm| match algorithm {
        Algorithm::Astar | Algorithm::Ida => {
            let admissible = heuristics.iter().filter(|heuristic| heuristic.admissible);
            let with = |heuristic: &Heuristic| Contestant {
                heuristic: Some(heuristic.name),
                ..plain(algorithm)
            };
            admissible.map(with).collect()
        }
        Algorithm::Beam => {
            ["layer", "node"].map(|beam| Contestant { beam: Some(beam), ..plain(algorithm) }).into()
        }
        _ => vec![plain(algorithm)],
    });
    forms.collect::<Vec<Vec<_>>>().concat()
}

/// Those that fit a space, and the others with the reason.
#[derive(Debug, Default)]
pub(super) struct Fitting {
    pub(super) fit: Vec<Contestant>,
    pub(super) unfit: Vec<(Contestant, String)>,
}

/// Finds out which algorithms fit.
pub(super) struct Choose<'a> {
    pub(super) algorithms: &'a [Algorithm],
    pub(super) seed: Option<u64>,
    pub(super) width: Option<NonZeroU32>,
    /// Memory of a search in bytes.
    pub(super) memory: usize,
}

impl Visitor for Choose<'_> {
    type Output = Result<Fitting, BadInput>;

    fn visit<S: Draw>(self, space: &S) -> Self::Output {
        let mut fitting = Fitting::default();
        for contestant in forms(self.algorithms, &space.heuristics()) {
            // The flags that the child will get decide, not a second reading of them.
            let flags = contestant.flags(self.seed, self.width);
            let plan = parse(&flags)?.plan()?;
            match plan.check(space, self.memory) {
                Ok(()) => fitting.fit.push(contestant),
                Err(error) => fitting.unfit.push((contestant, error.to_string())),
            }
        }
        Ok(fitting)
    }
}

#[derive(Debug, Parser)]
struct Flags {
    #[command(flatten)]
    algorithm: AlgorithmArgs,
}

fn parse(flags: &[String]) -> Result<AlgorithmArgs, BadInput> {
    let words = std::iter::once("solve").chain(flags.iter().map(String::as_str));
    let parsed = Flags::try_parse_from(words);
    parsed.map(|flags| flags.algorithm).map_err(|error| BadInput(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADMISSIBLE: Heuristic = Heuristic { name: "good", about: "", admissible: true };
    const GUESS: Heuristic = Heuristic { name: "guess", about: "", admissible: false };

    #[test]
    fn each_admissible_heuristic_and_each_beam_has_a_row() {
        let heuristics = [ADMISSIBLE, GUESS, Heuristic::ZERO];
        let all = forms(&algorithms(&[]), &heuristics);
        let names: Vec<String> = all.iter().map(ToString::to_string).collect();
        assert_eq!(
            names,
            [
                "generations",
                "bidirectional",
                "astar good",
                "astar zero",
                "ida good",
                "ida zero",
                "iterative-deepening",
                "beam layer",
                "beam node",
                "random",
                "shortened-random",
                "neighborhood",
                "moves-freed",
                "best",
                "fcc",
                "fcc-best",
                "pmida",
            ]
        );
    }

    #[test]
    fn a_list_keeps_its_order_and_names_each_once() {
        let list = [Algorithm::Beam, Algorithm::Auto, Algorithm::Beam];
        assert_eq!(algorithms(&list), [Algorithm::Beam, Algorithm::Auto]);
    }

    #[test]
    fn every_form_is_one_that_solve_takes() {
        let (seed, width) = (Some(7), NonZeroU32::new(5));
        for contestant in forms(&algorithms(&[]), &[ADMISSIBLE]) {
            let flags = contestant.flags(seed, width);
            let plan = parse(&flags).and_then(|flags| flags.plan());
            assert!(plan.is_ok(), "{flags:?}: {plan:?}");
        }
        let beam = Contestant { algorithm: Algorithm::Beam, heuristic: None, beam: Some("layer") };
        let flags = ["--algorithm=beam", "--beam=layer", "--width=5", "--seed=7"];
        assert_eq!(beam.flags(seed, width), flags);
    }
}
