//! The lines of a list of boards, one by one.

use std::io::{self, BufRead, BufReader, Read};

use anyhow::Context as _;

use crate::domains::FormatError;

/// The longest line that is read, in bytes: the largest board has 4,159.
const MAX_LINE: u64 = 16 << 10;

/// A line that has something to say.
#[derive(Debug)]
pub(super) struct Job {
    /// Counts these lines, from 1.
    pub(super) number: u64,
    /// Counts all lines, from 1.
    pub(super) line: usize,
    /// The line without its end, or why it cannot be read.
    pub(super) text: anyhow::Result<String>,
}

/// The lines of an input that are neither empty nor remarks, read when asked
/// for.
pub(super) struct Lines<R> {
    file: String,
    from: BufReader<R>,
    number: u64,
    line: usize,
    failed: bool,
}

impl<R: Read> Lines<R> {
    /// Nothing is read yet. `file` is what messages call the input.
    pub(super) fn new(file: &str, from: R) -> Self {
        let file = file.to_owned();
        Self { file, from: BufReader::new(from), number: 0, line: 0, failed: false }
    }

    /// The bytes of the next line, without its end; `None` at the end of the input.
    /// Of a longer line than allowed, only its beginning is kept.
    fn bytes(&mut self) -> io::Result<Option<(Vec<u8>, bool)>> {
        let mut bytes = Vec::new();
        let read = self.from.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        self.line += 1;
        let ended = bytes.pop_if(|last| *last == b'\n').is_some();
        bytes.pop_if(|last| ended && *last == b'\r');
        let long = bytes.len() as u64 > MAX_LINE;
        if long && !ended {
            self.from.skip_until(b'\n')?;
        }
        Ok(Some((bytes, long)))
    }

    fn text(&self, bytes: Vec<u8>, long: bool) -> anyhow::Result<String> {
        let fault = |column: usize, message: String| {
            let (file, line) = (self.file.clone(), self.line);
            Err(FormatError { file, line, column, message, source_line: String::new() }.into())
        };
        if long {
            return fault(1, format!("the line is longer than {MAX_LINE} bytes"));
        }
        match String::from_utf8(bytes) {
            Ok(text) if self.line == 1 => {
                Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
            }
            Ok(text) => Ok(text),
            Err(error) => {
                let valid = error.as_bytes().get(..error.utf8_error().valid_up_to());
                let column = String::from_utf8_lossy(valid.unwrap_or_default()).chars().count() + 1;
                fault(column, "not UTF-8".to_owned())
            }
        }
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        while !self.failed {
            let text = match self.bytes() {
                Ok(None) => return None,
                Ok(Some((bytes, long))) => self.text(bytes, long),
                Err(error) => {
                    self.failed = true;
                    let what = format!("cannot read {} beyond line {}", self.file, self.line);
                    Err(error).context(what)
                }
            };
            let says = |text: &String| !(text.trim().is_empty() || text.trim().starts_with('#'));
            if text.as_ref().map_or(true, says) {
                self.number += 1;
                return Some(Job { number: self.number, line: self.line, text });
            }
        }
        None
    }
}

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry<'l> {
    /// The board.
    pub(super) board: &'l str,
    /// The column at which it begins, in characters, from 1.
    pub(super) column: usize,
    /// What stands beside it.
    pub(super) label: String,
    /// What it claims of the board.
    pub(super) known: Option<Known>,
}

/// What a database says of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    /// The fewest moves.
    pub(super) moves: u32,
    /// The states that can be reached.
    pub(super) states: u64,
}

/// Takes a line apart.
pub(super) fn entry(line: &str) -> Entry<'_> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let begin = |column: usize, board, label: &[&str], known| Entry {
        board,
        column,
        label: label.join(" "),
        known,
    };
    let blank = line.chars().take_while(|c| c.is_whitespace()).count();
    match fields.as_slice() {
        // No board consists of digits alone: it has a primary car.
        [first, board, rest @ ..] if first.parse::<u64>().is_ok() => {
            let behind = line.trim_start().trim_start_matches(|c: char| !c.is_whitespace());
            let gap = behind.chars().take_while(|c| c.is_whitespace()).count();
            let column = blank + first.chars().count() + gap + 1;
            let known = rest.first().and_then(|states| {
                Some(Known { moves: first.parse().ok()?, states: states.parse().ok()? })
            });
            match (known, rest) {
                (Some(_), [_, label @ ..]) => begin(column, board, label, known),
                // A number of its own.
                _ => begin(column, board, &[&[*first], rest].concat(), None),
            }
        }
        [board, label @ ..] => begin(blank + 1, board, label, None),
        [] => begin(blank + 1, "", &[], None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

    fn read(text: &[u8]) -> Vec<(u64, usize, Result<String, String>)> {
        let lines = Lines::new("list", text);
        lines.map(|job| (job.number, job.line, job.text.map_err(|e| e.to_string()))).collect()
    }

    #[test]
    fn remarks_and_empty_lines_are_passed_over_but_counted() {
        let read = read(b"\xef\xbb\xbf# boards\r\n\n a \r\n  \t\n #\nb");
        assert_eq!(read, [(1, 3, Ok(" a ".to_owned())), (2, 6, Ok("b".to_owned()))]);
    }

    #[test]
    fn long_and_binary_lines_are_faults_of_their_own() {
        let most = "x".repeat(MAX_LINE as usize);
        let text = [most.as_bytes(), b"\n", most.as_bytes(), b"xyz\nab\xff\n\nc"].concat();
        let read = read(&text);
        assert_eq!(read.len(), 4, "{read:?}");
        assert_eq!(read[0], (1, 1, Ok(most)));
        assert_eq!(read[1].2, Err("list:2:1: the line is longer than 16384 bytes".to_owned()));
        assert_eq!(read[2], (3, 3, Err("list:3:3: not UTF-8".to_owned())));
        assert_eq!(read[3], (4, 5, Ok("c".to_owned())));
    }

    #[test]
    fn a_failing_input_ends_the_list() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("torn"))
            }
        }
        let mut lines = Lines::new("list", b"a\n".chain(Failing));
        assert!(lines.next().unwrap().text.is_ok());
        let error = lines.next().unwrap().text.unwrap_err().to_string();
        assert_eq!(error, "cannot read list beyond line 1");
        assert!(lines.next().is_none());
    }

    #[test]
    fn a_label_stands_behind_the_board() {
        let line = format!("\t{BOARD}  card 7,\teasy ");
        let expected =
            Entry { board: BOARD, column: 2, label: "card 7, easy".to_owned(), known: None };
        assert_eq!(entry(&line), expected);
        assert_eq!(entry("what is this").board, "what");
    }

    #[test]
    fn a_database_has_figures_around_the_board() {
        let line = format!("60 {BOARD} 2332 hard");
        let known = Some(Known { moves: 60, states: 2332 });
        let expected = Entry { board: BOARD, column: 4, label: "hard".to_owned(), known };
        assert_eq!(entry(&line), expected);
    }

    #[test]
    fn a_single_number_is_a_label() {
        let line = format!(" 7  {BOARD} of 9");
        let expected = Entry { board: BOARD, column: 5, label: "7 of 9".to_owned(), known: None };
        assert_eq!(entry(&line), expected);
    }
}
