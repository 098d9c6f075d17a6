//! The lines of a `.tws` file: what each keyword means.

use std::collections::HashSet;

use super::super::effect::Effect;
use super::super::notation;
use super::super::puzzle::{Orbit, Puzzle};
use super::assemble::{self, Turn};
use super::numbers::Look;
use super::tws_lines::{Block, Kind, Line, Lines, Word};
use crate::domains::format_error::{Fault, Place};

/// The words with which a line can begin outside of blocks.
const KEYWORDS: [&str; 12] = [
    "Name",
    "Set",
    "Solved",
    "StartState",
    "Move",
    "MoveTransformation",
    "MoveAlias",
    "MoveSequence",
    "Scramble",
    "ScrambleState",
    "ScrambleAlg",
    "SwizzleSet",
];

/// Words that other programs know, which would make other positions or moves legal.
const REFUSED: [&str; 6] =
    ["Illegal", "Block", "Ignore", "ForbiddenPairs", "ForbiddenGroups", "MoveLimits"];

pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word) || REFUSED.contains(&word)
}

/// Reads a `.tws` file.
pub(super) fn read(text: &str) -> Result<Puzzle, Fault> {
    let mut reader = Reader {
        text,
        lines: Lines::of(text),
        name: None,
        orbits: Vec::new(),
        turns: Vec::new(),
        solved: Vec::new(),
        names: Vec::new(),
        start: None,
    };
    while let Some(line) = reader.lines.next() {
        reader.line(&line)?;
    }
    reader.finish()
}

/// Where a search starts, before the puzzle is known.
enum Start<'a> {
    Sequence(&'a str, Place),
    Position(Block),
}

struct Reader<'a> {
    text: &'a str,
    lines: Lines<'a>,
    name: Option<String>,
    orbits: Vec<Orbit>,
    turns: Vec<Turn>,
    /// The solved positions; numbers from 0.
    solved: Vec<(Place, Block)>,
    /// Further names with what they stand for.
    names: Vec<(Word<'a>, &'a str, Place)>,
    start: Option<Start<'a>>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &Line<'a>) -> Result<(), Fault> {
        let key = line.first;
        match key.text {
            "Name" => self.name(line),
            "Set" => self.set(line),
            "Solved" => self.solved(line, 1),
            "StartState" if self.solved.is_empty() => self.solved(line, 0),
            "StartState" => Err(key.fault(
                "StartState is the first solved position with numbers from 0, and there is one \
                 already; further ones are Solved, where a search starts is ScrambleState",
            )),
            "Move" | "MoveTransformation" => self.turn(line),
            "MoveAlias" | "MoveSequence" => self.alias(line),
            "Scramble" | "ScrambleState" | "ScrambleAlg" => self.start(line),
            // How pieces are drawn and exchanged by symmetry, which the orbits say as well.
            "SwizzleSet" => Ok(()),
            refused if REFUSED.contains(&refused) => Err(key.fault(format!(
                "{refused} changes which moves and positions count; such puzzles cannot be searched"
            ))),
            unknown => Err(key.fault(format!(
                "{unknown:?} begins no line of a puzzle; {} do",
                KEYWORDS.join(", ")
            ))),
        }
    }

    fn name(&mut self, line: &Line<'a>) -> Result<(), Fault> {
        if self.name.is_some() {
            return Err(line.first.fault("the puzzle has a name already"));
        }
        let words: Vec<&str> = line.words.iter().map(|word| word.text).collect();
        if words.is_empty() {
            return Err(Fault::new(line.end, "here the name of the puzzle is missing"));
        }
        self.name = Some(words.join(" "));
        Ok(())
    }

    fn set(&mut self, line: &Line<'a>) -> Result<(), Fault> {
        if !(self.solved.is_empty() && self.turns.is_empty() && self.start.is_none()) {
            let message = "all Set lines must stand before the first position and the first turn";
            return Err(line.first.fault(message));
        }
        let [name, pieces, turns] =
            line.exactly("three words: the name of an orbit, how many pieces, how many turns")?;
        let number = pieces.number("a number of pieces")?;
        let ways = turns.number("a number of turns")?;
        assemble::add_orbit(&mut self.orbits, name.text, number.into(), ways.into())
            .map_err(|message| name.fault(message))
    }

    fn slots(&self) -> usize {
        self.orbits.last().map_or(0, |orbit| orbit.slots().end)
    }

    /// The solved position if nothing is said: pieces numbered within their orbit.
    fn plain(&self) -> Look {
        let pieces = self.orbits.iter().flat_map(|orbit| 0..orbit.pieces as u32).collect();
        Look { pieces, ..Look::plain(self.slots()) }
    }

    fn needs_sets(&self, line: &Line<'a>) -> Result<(), Fault> {
        if self.orbits.is_empty() {
            return Err(line.first.fault(format!("before {} a Set is needed", line.first.text)));
        }
        Ok(())
    }

    fn solved(&mut self, line: &Line<'a>, first: u32) -> Result<(), Fault> {
        self.needs_sets(line)?;
        line.exactly::<0>("nothing behind it")?;
        let default =
            self.solved.first().map_or_else(|| self.plain(), |(_, block)| block.look.clone());
        let block = Block::read(
            &mut self.lines,
            line.first,
            &self.orbits,
            Kind::Position,
            first,
            &default,
        )?;
        self.solved.push((line.first.place, block));
        Ok(())
    }

    fn turn(&mut self, line: &Line<'a>) -> Result<(), Fault> {
        self.needs_sets(line)?;
        let [name] = line.exactly("one word, the name of the turn")?;
        let by_piece = line.first.text == "Move";
        let default = self.plain();
        let block = Block::read(
            &mut self.lines,
            line.first,
            &self.orbits,
            Kind::Turn,
            by_piece.into(),
            &default,
        )?;
        let mut effect = Effect::identity(self.slots());
        for orbit in &self.orbits {
            for slot in orbit.slots() {
                let from = orbit.first + block.look.pieces[slot] as usize;
                // In a Move the turn is written where the piece comes from.
                let turn = block.look.turns[if by_piece { from } else { slot }];
                effect.from[slot] = from as u8;
                effect.turn[slot] = turn.unwrap_or(0);
            }
        }
        self.turns.push(Turn { name: name.text.into(), place: name.place, effect });
        Ok(())
    }

    fn alias(&mut self, line: &Line<'a>) -> Result<(), Fault> {
        let (Some(&name), Some(of)) = (line.words.first(), line.words.get(1)) else {
            let message = format!("{} needs a new name and what it stands for", line.first.text);
            return Err(Fault::new(line.end, message));
        };
        if line.first.text == "MoveAlias" {
            line.exactly::<2>("two words, a new name and the turn that it stands for")?;
        }
        let last = line.words.last().unwrap_or(of);
        let text = self.text.get(of.at..last.at + last.text.len()).unwrap_or_default();
        self.names.push((name, text, of.place));
        Ok(())
    }

    fn start(&mut self, line: &Line<'a>) -> Result<(), Fault> {
        self.needs_sets(line)?;
        if self.start.is_some() {
            return Err(line.first.fault("a second place where a search starts"));
        }
        if line.first.text != "ScrambleAlg" {
            let default =
                self.solved.first().map_or_else(|| self.plain(), |(_, block)| block.look.clone());
            let first = u32::from(line.first.text == "Scramble");
            let block = Block::read(
                &mut self.lines,
                line.first,
                &self.orbits,
                Kind::Position,
                first,
                &default,
            )?;
            self.start = Some(Start::Position(block));
            return Ok(());
        }
        let begin = line.bytes.1;
        let place = Place { line: line.first.place.line + 1, column: 1 };
        for next in self.lines.by_ref() {
            if next.first.text == "End" {
                let text = self.text.get(begin..next.bytes.0).unwrap_or_default();
                self.start = Some(Start::Sequence(text, place));
                return Ok(());
            }
            if is_keyword(next.first.text) {
                break;
            }
        }
        Err(line.first.fault("this ScrambleAlg is never closed with `End`"))
    }

    fn finish(mut self) -> Result<Puzzle, Fault> {
        let end = Place::of_byte(self.text, self.text.len());
        if self.orbits.is_empty() {
            return Err(Fault::new(end, "the puzzle has no orbit; `Set CORNERS 8 3` makes one"));
        }
        if self.turns.is_empty() {
            return Err(Fault::new(end, "the puzzle has no turn; `Move NAME` begins one"));
        }
        let plain = self.plain();
        let base = self.solved.first().map_or(&plain, |(_, block)| &block.look);
        for turn in &mut self.turns {
            turn.effect = base.rebased(&turn.effect, &self.orbits);
        }
        let name = self.name.as_deref().unwrap_or("puzzle");
        let mut puzzle = assemble::puzzle(name, self.orbits, self.turns.clone())?;
        if let Some((_, first)) = self.solved.first() {
            first.look.solve(&mut puzzle).map_err(|misfit| first.fault(misfit))?;
        }
        let mut known: HashSet<Effect> = puzzle.solved.iter().cloned().collect();
        for (place, block) in self.solved.iter().skip(1) {
            let effect =
                base.leads_to(&block.look, &puzzle).map_err(|misfit| block.fault(misfit))?;
            if !known.insert(effect.clone()) {
                return Err(Fault::new(*place, "this solved position is above already"));
            }
            puzzle.solved.push(effect);
        }
        for (name, text, place) in self.names {
            let turns = notation::parse(&puzzle, text, place)?;
            assemble::add_name(&mut puzzle, name.text, turns).map_err(|why| name.fault(why))?;
        }
        notation::check_names(&puzzle).map_err(|(name, message)| {
            let turn = self.turns.iter().find(|turn| turn.name == name);
            Fault::new(turn.map_or(end, |turn| turn.place), message)
        })?;
        let start = match self.start {
            None => None,
            Some(Start::Sequence(text, place)) => {
                let turns = notation::parse(&puzzle, text, place)?;
                Some(puzzle.plainest(&notation::effect_of(&puzzle, &turns)))
            }
            Some(Start::Position(block)) => {
                let effect = base.leads_to(&block.look, &puzzle);
                Some(effect.map_err(|misfit| block.fault(misfit))?)
            }
        };
        puzzle.start = start.filter(|start| !start.is_identity());
        Ok(puzzle)
    }
}
