//! The names of turns, and words in which several follow each other without blanks.

use super::super::moves::Generator;
use super::super::puzzle::Puzzle;

/// Characters that mean "back".
pub(super) const BACK: [char; 2] = ['\'', '\u{2019}'];

/// The longest word without blanks, in bytes.
const MAX_WORD: usize = 10_000;

/// How many names a message lists.
const LISTED: usize = 24;

/// A turn or another name for turns, and how many times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step<'a> {
    pub(super) name: &'a str,
    /// What it stands for, once.
    pub(super) meaning: Meaning<'a>,
    /// How many times; negative: back.
    pub(super) times: i64,
}

impl Step<'_> {
    /// The turns that it stands for; only for few times.
    pub(super) fn turns(&self, puzzle: &Puzzle) -> Vec<Generator> {
        let once = match self.meaning {
            Meaning::Base(base) => vec![Generator { base, power: 1 }],
            Meaning::Turns(turns) => turns.to_vec(),
        };
        let once = if self.times < 0 { super::inverse(puzzle, &once) } else { once };
        once.repeat(self.times.unsigned_abs() as usize)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning<'a> {
    Base(usize),
    Turns(&'a [Generator]),
}

/// Why a word cannot be read: at which of its bytes, and what is wrong.
pub(super) type Unread = (usize, String);

/// All names of a puzzle, the longest first.
pub(super) struct Names<'a> {
    names: Vec<(&'a str, Meaning<'a>)>,
    list: String,
}

impl<'a> Names<'a> {
    pub(super) fn of(puzzle: &'a Puzzle) -> Self {
        let bases = (puzzle.bases.iter().enumerate())
            .map(|(base, turn)| (turn.name.as_str(), Meaning::Base(base)));
        let aliases = (puzzle.aliases.iter())
            .map(|alias| (alias.name.as_str(), Meaning::Turns(alias.turns.as_slice())));
        let mut names: Vec<_> = bases.chain(aliases).collect();
        let listed: Vec<&str> = names.iter().take(LISTED).map(|(name, _)| *name).collect();
        let mut list = listed.join(", ");
        if let Some(more @ 1..) = names.len().checked_sub(LISTED) {
            list += &format!(" and {more} more");
        }
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        Self { names, list }
    }

    /// The names, for a message.
    pub(super) fn list(&self) -> &str {
        &self.list
    }

    /// One turn of a set of generators. A turn and its inverse generate the same: the
    /// smaller power stands for both.
    pub(super) fn generator(&self, puzzle: &Puzzle, item: &str) -> Result<Generator, String> {
        let step = self.whole(item).ok_or_else(|| self.unknown(item))?;
        let (base, power) = match step.meaning {
            Meaning::Base(base) => (base, 1),
            Meaning::Turns(&[Generator { base, power }]) => (base, i64::from(power)),
            Meaning::Turns(_) => {
                return Err(format!("`{}` is not one turn but several", step.name));
            }
        };
        let order = puzzle.bases[base].order;
        let power = (power * step.times).rem_euclid(order.into()) as u32;
        if power == 0 {
            return Err(format!("`{item}` does nothing: {order} times the turn is a full turn"));
        }
        Ok(Generator { base, power: power.min(order - power) })
    }

    /// The only way to read a word.
    pub(super) fn read(&self, word: &str) -> Result<Vec<Step<'a>>, Unread> {
        if let Some(step) = self.whole(word) {
            return Ok(vec![step]);
        }
        if word.len() > MAX_WORD {
            let message =
                format!("{} bytes without a blank; put blanks between the turns", word.len());
            return Err((0, message));
        }
        let open = self.open(word);
        if open.first() == Some(&false) {
            let at = self.furthest(word);
            return Err((at, self.unknown(word.get(at..).unwrap_or_default())));
        }
        let (first, other) = (self.walk(word, &open, false), self.walk(word, &open, true));
        if first != other {
            return Err((
                0,
                format!(
                    "this can be read as {} and as {}; put blanks between the turns",
                    spell(&first),
                    spell(&other)
                ),
            ));
        }
        Ok(first)
    }

    /// Whether there is a way to read a word. What is too long to be read is left to
    /// [`Names::read`], which says so.
    pub(super) fn can_read(&self, word: &str) -> bool {
        word.len() > MAX_WORD || self.open(word).first() == Some(&true)
    }

    /// How a number of times may follow something: all lengths in bytes, with the number.
    pub(super) fn suffixes(word: &str) -> Vec<(usize, i64)> {
        // Nine digits fit; nobody turns more often.
        let digits = word.bytes().take(9).take_while(u8::is_ascii_digit).count();
        let suffix = |length: usize| {
            let number = word[..length].parse().unwrap_or(1);
            match word[length..].chars().next() {
                Some(back) if BACK.contains(&back) => (length + back.len_utf8(), -number),
                _ => (length, number),
            }
        };
        (0..=digits).map(suffix).collect()
    }

    /// A word that is one turn; with the longest name if there are several.
    pub(super) fn whole(&self, word: &str) -> Option<Step<'a>> {
        self.steps(word).into_iter().find(|(end, _)| *end == word.len()).map(|(_, step)| step)
    }

    /// What a word can begin with, and where that ends, the last end first; for each end the
    /// longest name.
    fn steps(&self, word: &str) -> Vec<(usize, Step<'a>)> {
        let mut steps: Vec<(usize, Step<'a>)> = Vec::new();
        for &(name, meaning) in &self.names {
            let Some(rest) = word.strip_prefix(name) else { continue };
            for (length, times) in Self::suffixes(rest) {
                let end = name.len() + length;
                if steps.iter().all(|(other, _)| *other != end) {
                    steps.push((end, Step { name, meaning, times }));
                }
            }
        }
        steps.sort_unstable_by_key(|(end, _)| std::cmp::Reverse(*end));
        steps
    }

    /// For each byte whether the rest from there on can be read.
    fn open(&self, word: &str) -> Vec<bool> {
        let mut open = vec![false; word.len() + 1];
        open[word.len()] = true;
        for (at, _) in word.char_indices().rev() {
            open[at] = self.steps(&word[at..]).iter().any(|(end, _)| open[at + end]);
        }
        open
    }

    /// One reading; the last one instead of the first where they part.
    fn walk(&self, word: &str, open: &[bool], last: bool) -> Vec<Step<'a>> {
        let (mut at, mut found) = (0, Vec::new());
        while at < word.len() {
            let steps = self.steps(&word[at..]);
            let mut ways = steps.iter().filter(|(end, _)| open[at + end]);
            let next = if last { ways.next_back() } else { ways.next() };
            let Some((end, step)) = next else { break };
            found.push(*step);
            at += end;
        }
        found
    }

    /// The byte up to which a word can be read.
    fn furthest(&self, word: &str) -> usize {
        let mut reached = vec![false; word.len() + 1];
        reached[0] = true;
        let mut furthest = 0;
        for (at, _) in word.char_indices() {
            if reached[at] {
                furthest = at;
                for (end, _) in self.steps(&word[at..]) {
                    reached[at + end] = true;
                }
            }
        }
        furthest
    }

    fn unknown(&self, word: &str) -> String {
        let shown: String = word.chars().take(20).collect();
        format!("no turn is called {shown:?}; there are {}", self.list)
    }
}

fn spell(steps: &[Step<'_>]) -> String {
    let name = |step: &Step<'_>| {
        let times = step.times.unsigned_abs();
        let number = if times == 1 { String::new() } else { times.to_string() };
        format!("{}{number}{}", step.name, if step.times < 0 { "'" } else { "" })
    };
    let shown: Vec<String> = steps.iter().take(6).map(name).collect();
    format!("`{}{}`", shown.join(" "), if steps.len() > 6 { " ..." } else { "" })
}
