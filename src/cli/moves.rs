//! The moves of a solution as lists and files.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::answer::write_whole;
use super::exit::BadInput;
use crate::domains::{Notation, Problem};
use crate::telemetry::figures::counted;

/// How the moves of a solution are shown and written.
#[derive(Debug, clap::Args)]
pub(super) struct MovesArgs {
    /// List the moves of a FreeCell solution in place of its boards: cards (one card
    /// a move), standard (whole sequences, such as 75) or long (the same in words, with columns
    /// and freecells counted from 0 as fc-solve does)
    #[arg(long, value_name = "NOTATION", conflicts_with = "json")]
    #[arg(value_parser = ["cards", "standard", "long"])]
    notation: Option<String>,

    /// Write a FreeCell solution with all its boards, as fc-solve writes it and other
    /// programs check it, into this file
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
}

impl MovesArgs {
    /// The file that is to be written.
    pub(super) fn file(&self) -> Option<&PathBuf> {
        self.transcript.as_ref()
    }

    /// What is to be made of the moves of a problem.
    pub(super) fn of<'a>(&'a self, problem: &'a Problem) -> Result<Moves<'a>, BadInput> {
        let notation = self.notation.as_deref().map(str::parse).transpose().map_err(BadInput)?;
        Ok(Moves { problem, notation, transcript: self.transcript.as_deref(), csv: None })
    }
}

/// What is to be made of the moves of a problem.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moves<'a> {
    pub(super) problem: &'a Problem,
    /// A list in this notation.
    pub(super) notation: Option<Notation>,
    /// The solution with its boards in this file.
    pub(super) transcript: Option<&'a Path>,
    /// The table of a Rush Hour solution in this file.
    pub(super) csv: Option<&'a Path>,
}

impl Moves<'_> {
    /// The files that are to be written, with what they are.
    pub(super) fn files(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let files = [("moves", self.csv), ("transcript", self.transcript)];
        files.into_iter().filter_map(|(what, file)| Some((what, file?)))
    }

    /// Refuses what the puzzle does not have.
    pub(super) fn check(&self) -> Result<(), BadInput> {
        if self.csv.is_some() && self.problem.moves_csv(&[]).is_none() {
            let message = "--moves-csv is for Rush Hour: other puzzles have no such table";
            return Err(BadInput(message.to_owned()));
        }
        let notation = self.notation.unwrap_or(Notation::Cards);
        if self.problem.moves_in(notation, &[]).is_none() {
            let given = [
                ("--notation", self.notation.is_some()),
                ("--transcript", self.transcript.is_some()),
            ];
            if let Some((flag, _)) = given.into_iter().find(|(_, given)| *given) {
                return Err(BadInput(format!(
                    "{flag} is for FreeCell: other puzzles have no such thing"
                )));
            }
        }
        Ok(())
    }

    /// The moves as a numbered list, if one is asked for. No line break at the end.
    pub(super) fn list(&self, moves: &[String]) -> anyhow::Result<Option<String>> {
        let Some(notation) = self.notation else { return Ok(None) };
        let Some(written) = self.problem.moves_in(notation, moves) else { return Ok(None) };
        let written = written.context("the moves cannot be listed")?;
        let width = written.len().to_string().len();
        let count = counted(written.len() as u64, "move");
        let lines = (1..).zip(written).map(|(number, step)| format!("{number:>width$}. {step}"));
        let lines = lines.collect::<Vec<_>>().join("\n");
        Ok(Some(format!("{lines}\n\n{count} in this notation")))
    }

    /// Writes the files that are asked for.
    pub(super) fn write(&self, moves: &[String]) -> anyhow::Result<()> {
        if let Some((file, table)) = self.csv.zip(self.problem.moves_csv(moves)) {
            write_whole(file, &table)
                .with_context(|| format!("cannot write the moves {}", file.display()))?;
        }
        if let Some((file, text)) = self.transcript.zip(self.problem.transcript(moves)) {
            let text = text.map_err(anyhow::Error::from_boxed).context("no transcript")?;
            write_whole(file, &text)
                .with_context(|| format!("cannot write the transcript {}", file.display()))?;
        }
        Ok(())
    }
}
