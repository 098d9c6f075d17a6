//! `strata solve`: finds a shortest solution.

use std::fs;
use std::path::{Path, PathBuf};

use super::algorithm::AlgorithmArgs;
use super::args::{EngineArgs, JsonArgs, LimitArgs, Overrides, PuzzleArgs, StoreArgs};
use super::context::Context;
use super::exit::BadInput;
use super::moves::{Moves, MovesArgs};
use super::search::{Shown, begin};
use super::strategy::Plan;
use super::{Execute, Exit};

const EXAMPLES: &str = "\
Examples:
  strata solve klotski                        81 moves, with the proof
  strata solve klotski --metric steps         the same in single steps
  strata solve IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM
                                              a Rush Hour board in one word
  strata solve freecell/six-ranks --transcript game.txt
                                              a FreeCell game, with all its boards
  strata solve klotski --svg klotski.svg      the solution as a picture
  strata solve my.toml --max-time 1h          stop after an hour; the same command
                                              or `strata resume` goes on
  cat my.txt | strata solve - --no-store      from a pipe, keep nothing";

/// Find a solution: by default a shortest one, with the proof that there is none
/// shorter (of FreeCell: some solution)
///
/// Everything found is kept in the store. On a store that holds the same
/// unfinished run, the run goes on; on a finished one, the stored answer is
/// printed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    puzzle: PuzzleArgs,

    #[command(flatten)]
    algorithm: AlgorithmArgs,

    /// Find all goals of the last generation and count all shortest solutions
    #[arg(long)]
    all: bool,

    /// Draw the solution into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write the moves of a Rush Hour solution as a table car,move into this file
    #[arg(long, value_name = "FILE")]
    moves_csv: Option<PathBuf>,

    #[command(flatten)]
    moves: MovesArgs,

    #[command(flatten)]
    store: StoreArgs,

    /// Write nothing and keep the states in memory: at most half of it, or what
    /// --max-disk says
    #[arg(long, conflicts_with = "store")]
    no_store: bool,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    limits: LimitArgs,
}

impl Execute for Args {
    fn overrides(&self, to: &mut Overrides) {
        self.store.overrides(to);
        self.engine.overrides(to);
        self.limits.overrides(to);
    }

    fn execute(&self, cx: &mut Context) -> anyhow::Result<Exit> {
        let plan = self.algorithm.plan()?;
        let plan = if self.all && plan == Plan::Auto { Plan::Solve } else { plan };
        if self.all && plan != Plan::Solve {
            let message = "--all needs every generation from the start to the goal: use \
                           --algorithm generations";
            return Err(BadInput(message.to_owned()).into());
        }
        let problem = self.puzzle.problem()?;
        self.check_files()?;
        let shown = Shown {
            json: self.json.json,
            stages: self.engine.stats,
            all: self.all,
            picture: self.svg.as_deref(),
            moves: Some(Moves { csv: self.moves_csv.as_deref(), ..self.moves.of(&problem)? }),
        };
        begin(cx, &problem, &plan, !self.no_store, shown)
    }
}

impl Args {
    /// Refuses to write over the puzzle, or one file over the other.
    fn check_files(&self) -> Result<(), BadInput> {
        let real = |file: &Path| fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let written = [self.svg.as_ref(), self.moves_csv.as_ref(), self.moves.file()];
        let written: Vec<PathBuf> = written.into_iter().flatten().map(|file| real(file)).collect();
        let again = |file: &PathBuf| written.iter().filter(|other| *other == file).count() > 1;
        // A device can take both.
        let puzzle = real(Path::new(&self.puzzle.puzzle));
        match written.iter().find(|file| file.is_dir() || **file == puzzle) {
            Some(file) => Err(BadInput(format!("{} would be written over", file.display()))),
            None => {
                match written.iter().find(|file| again(file) && (file.is_file() || !file.exists()))
                {
                    Some(file) => {
                        Err(BadInput(format!("two answers cannot be one file: {}", file.display())))
                    }
                    None => Ok(()),
                }
            }
        }
    }
}
