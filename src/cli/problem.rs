//! The puzzle that the command line names.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use super::args::PuzzleArgs;
use super::exit::BadInput;
use crate::domains::sliding::formats::MAX_FILE;
use crate::domains::{LibraryError, Options, Problem, ProblemError};

/// What messages call standard input.
pub(super) const STDIN: &str = "stdin";

impl PuzzleArgs {
    /// Reads the puzzle: from standard input for `-`, from a file if there is
    /// one of this name, else from the library. Writes nothing.
    pub(super) fn problem(&self) -> anyhow::Result<Problem> {
        problem(&self.puzzle, &self.options())
    }

    /// The text of a puzzle that can be read only once: from standard input or
    /// another stream.
    pub(super) fn stream(&self) -> anyhow::Result<Option<String>> {
        let name = self.puzzle.as_str();
        if name == "-" {
            return Ok(Some(read_text(STDIN, io::stdin().lock())?));
        }
        if fs::metadata(name).is_ok_and(|about| !about.is_dir() && !about.is_file()) {
            let file = File::open(name).map_err(|error| unreadable(name, &error))?;
            return Ok(Some(read_text(name, file)?));
        }
        Ok(None)
    }

    /// How the puzzle is to be understood.
    pub(super) fn options(&self) -> Options {
        Options {
            domain: self.domain.clone(),
            metric: self.metric.clone(),
            encoding: self.encoding.clone(),
            distinct: self.distinct,
            format: self.format.clone(),
            size: self.size,
            exit: self.exit.clone(),
            freecells: self.freecells,
            columns: self.columns,
            ranks: self.ranks,
            moves: self.moves.clone(),
            scramble: self.scramble.clone(),
            only: self.only.clone(),
            pieces: self.pieces.clone(),
        }
    }

    /// The flags that make another process understand it in the same way.
    pub(super) fn flags(&self) -> Vec<String> {
        let size = self.size.map(|(width, height)| format!("{width}x{height}"));
        let [freecells, columns] =
            [self.freecells, self.columns].map(|count| count.map(|count| count.to_string()));
        let ranks = self.ranks.map(|ranks| ranks.to_string());
        let given = [
            ("--domain", &self.domain),
            ("--metric", &self.metric),
            ("--encoding", &self.encoding),
            ("--format", &self.format),
            ("--size", &size),
            ("--exit", &self.exit),
            ("--freecells", &freecells),
            ("--columns", &columns),
            ("--ranks", &ranks),
            ("--moves", &self.moves),
            ("--scramble", &self.scramble),
            ("--only", &self.only),
            ("--pieces", &self.pieces),
        ];
        let given = given.into_iter().filter_map(|(flag, value)| Some((flag, value.as_ref()?)));
        let mut flags: Vec<String> = given.map(|(flag, value)| format!("{flag}={value}")).collect();
        flags.extend(self.distinct.then(|| "--distinct".to_owned()));
        flags
    }
}

/// Reads a puzzle: from standard input for `-`, from a file if there is one of this name, else from the
/// library. Writes nothing.
pub(super) fn problem(name: &str, options: &Options) -> anyhow::Result<Problem> {
    if name == "-" {
        let text = read_text(STDIN, io::stdin().lock())?;
        return Ok(Problem::read(STDIN, &text, options)?);
    }
    // Not only regular files: a shell's `<(...)` is none.
    if fs::metadata(name).is_ok_and(|about| !about.is_dir()) {
        let file = File::open(name).map_err(|error| unreadable(name, &error))?;
        return Ok(Problem::read(name, &read_text(name, file)?, options)?);
    }
    match Problem::named(name, options) {
        Err(ProblemError::Library(LibraryError::Unknown { similar, .. })) => {
            match Problem::spelled(name, options) {
                Some(problem) => Ok(problem?),
                None => Err(neither(name, &similar).into()),
            }
        }
        Ok(_) if options.format.is_some() => {
            let message = format!("--format is for files, and {name:?} is in the library");
            Err(BadInput(message).into())
        }
        other => Ok(other?),
    }
}

/// Reads no more than a puzzle file may have.
pub(super) fn read_text(name: &str, from: impl Read) -> Result<String, BadInput> {
    let mut bytes = Vec::new();
    let read = from.take(MAX_FILE as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(name, &error))?;
    if bytes.len() > MAX_FILE {
        return Err(BadInput(format!("{name}: a puzzle file has at most {MAX_FILE} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        BadInput(format!("{name}: not a text file: byte {} is not UTF-8", at + 1))
    })
}

fn unreadable(name: &str, error: &io::Error) -> BadInput {
    BadInput(format!("cannot read {name}: {error}"))
}

fn neither(name: &str, similar: &[&str]) -> BadInput {
    let what = if Path::new(name).is_dir() { "is a directory" } else { "is no file" };
    let guess = match similar {
        [] => String::new(),
        names => format!("; did you mean {}?", names.join(" or ")),
    };
    BadInput(format!(
        "{name:?} {what} and no puzzle of the library{guess}\n`strata puzzles` lists the library"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_binary_input_is_refused() {
        let long = read_text("x", io::repeat(b'a')).unwrap_err().to_string();
        assert!(long.contains("at most 1048576 bytes"), "{long}");
        let binary = read_text("x", &b"ab\xff"[..]).unwrap_err().to_string();
        assert_eq!(binary, "x: not a text file: byte 3 is not UTF-8");
        assert_eq!(read_text("x", &b"a\n"[..]), Ok("a\n".to_owned()));
    }

    #[test]
    fn a_name_that_is_nothing_is_guessed() {
        let message = neither("klotzki", &["klotski"]).to_string();
        assert_eq!(
            message,
            "\"klotzki\" is no file and no puzzle of the library; did you mean klotski?\n\
             `strata puzzles` lists the library"
        );
    }
}
