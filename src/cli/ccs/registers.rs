//! `strata ccs 90/90`: registers side by side, one search after the other.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::How;
use super::report::{Answer, Found, Wanted};
use super::run;
use super::task::{CyclesTask, Sought};
use crate::cli::context::Context;
use crate::cli::engine::Interrupts;
use crate::cli::exit::{BadInput, Exit};
use crate::domains::twisty::registers::{Layout, Register, Way, check, promising, ways};
use crate::domains::twisty::{Combination, Drawing, Effect, Stay, Task, move_table, notation};
use crate::engine::Verdict;
use crate::store::Store;
use crate::telemetry::figures::{count, counted, duration};

/// Ways that are compared by how many moves each of their registers takes alone, and of which the
/// best ones are searched first.
const COMPARED: usize = 12;

/// Ways that are tried, at most: each takes several searches.
const TRIED: usize = 24;

/// Registers to find, which have room side by side.
#[derive(Debug)]
pub(super) struct Registers {
    name: String,
    task: Task,
    orders: Vec<u64>,
    ways: Vec<Way>,
}

/// How a way, or a search, ended without what was looked for.
enum Ended {
    /// With these cycles there is nothing, or nothing so short: another way may do.
    Barred(String),
    /// The search was stopped.
    Stopped(Verdict, String),
}

/// Registers that were found.
#[derive(Debug, Serialize)]
struct Architecture {
    target: String,
    verdict: Verdict,
    registers: Vec<Shown>,
    shared: Vec<String>,
    seconds: f64,
}

/// A register.
#[derive(Debug, Serialize)]
struct Shown {
    #[serde(skip)]
    number: usize,
    order: u64,
    /// The run whose answer it is.
    run: u32,
    /// In which place it was searched, from 1: pieces of those before it stay.
    place: usize,
    length: u32,
    /// No sequence with these cycles is shorter, whatever it does to other registers.
    alone: u32,
    moves: String,
    structure: String,
    own: Vec<String>,
    cycles: String,
}

/// When there are none.
#[derive(Serialize)]
struct Nothing<'a> {
    target: &'a str,
    verdict: Verdict,
    why: &'a str,
}

/// The searches of one command.
struct Work<'w> {
    registers: &'w Registers,
    cx: &'w mut Context,
    store: &'w Store,
    how: How,
    wanted: Wanted,
    interrupts: &'w Interrupts,
    /// Answers for cycles when every piece is free to be in them, or why there is none.
    free: HashMap<Combination, Result<Answer, String>>,
    begun: Instant,
}

impl Registers {
    /// Registers of these orders.
    ///
    /// # Errors
    /// [`BadInput`]: why they are impossible.
    pub(super) fn new(name: &str, task: &Task, orders: Vec<u64>) -> Result<Self, BadInput> {
        let ways = ways(task, &orders).map_err(BadInput)?;
        Ok(Self { name: name.to_owned(), task: task.clone(), orders, ways })
    }

    fn title(&self) -> String {
        let orders: Vec<String> = self.orders.iter().map(u64::to_string).collect();
        format!("{} on {} in {}", orders.join("/"), self.name, self.task.metric)
    }

    /// The effect of the moves of an answer, done anew.
    fn effect(&self, answer: &Answer) -> anyhow::Result<Effect> {
        let moves = answer.solutions.first().map_or("", String::as_str);
        let turns = notation::read("register", &self.task.puzzle, moves)?;
        Ok(notation::effect_of(&self.task.puzzle, &turns))
    }
}

impl Work<'_> {
    /// The first way that leads to registers.
    fn all(&mut self) -> anyhow::Result<Result<Architecture, Ended>> {
        let mut last = "there is no way".to_owned();
        for ways in self.registers.ways.chunks(COMPARED).take(TRIED / COMPARED) {
            let mut arranged = Vec::new();
            for way in ways {
                match self.arranged(way)? {
                    Ok(way) => arranged.push(way),
                    Err(Ended::Barred(why)) => last = why,
                    Err(stopped) => return Ok(Err(stopped)),
                }
            }
            arranged.sort_by(promising);
            for way in &arranged {
                match self.way(way)? {
                    Err(Ended::Barred(why)) => {
                        self.cx.talk(&why);
                        last = why;
                    }
                    end => return Ok(end),
                }
            }
        }
        Ok(Err(Ended::Barred(last)))
    }

    /// A way in the best order. Sequences that leave other registers as they are, are not shorter than those that need
    /// not; and registers that take long ones are better found while more pieces are free.
    fn arranged(&mut self, way: &Way) -> anyhow::Result<Result<Way, Ended>> {
        let Task { puzzle, generators, metric } = &self.registers.task;
        let mut lengths = Vec::new();
        for (_, choice) in &way.choices {
            match self.free(&choice.combination())? {
                Ok(answer) => lengths.push(answer.length.unwrap_or(0)),
                Err(end) => return Ok(Err(end)),
            }
        }
        let (table, _) = move_table(puzzle, generators, *metric).map_err(BadInput)?;
        Ok(Ok(way.arranged(puzzle, table.len(), &lengths)))
    }

    /// Searches register after register.
    fn way(&mut self, way: &Way) -> anyhow::Result<Result<Architecture, Ended>> {
        let puzzle = &self.registers.task.puzzle;
        let mut layout = Layout::new(puzzle, way);
        let mut answers = Vec::new();
        while let Some((combination, stay)) = layout.next() {
            let answer = match stay.iter().all(|&stay| stay == Stay::Free) {
                true => self.free(&combination)?,
                false => self.one(Sought::Register(combination, stay))?,
            };
            let answer = match answer {
                Ok(answer) => answer,
                Err(end) => return Ok(Err(end)),
            };
            if let Err(why) = layout.add(self.registers.effect(&answer)?) {
                return Ok(Err(Ended::Barred(why)));
            }
            answers.push(answer);
        }
        let (found, shared) = (layout.registers(), layout.shared());
        Ok(match check(puzzle, &self.registers.orders, found, &shared) {
            Ok(()) => Ok(self.shown(way, found, &shared, &answers)),
            Err(why) => Err(Ended::Barred(why)),
        })
    }

    /// A sequence with these cycles, wherever.
    fn free(&mut self, combination: &Combination) -> anyhow::Result<Result<Answer, Ended>> {
        if let Some(known) = self.free.get(combination) {
            return Ok(known.clone().map_err(Ended::Barred));
        }
        let answer = self.one(Sought::Cycles(combination.clone()))?;
        match &answer {
            Ok(answer) => self.free.insert(combination.clone(), Ok(answer.clone())),
            Err(Ended::Barred(why)) => self.free.insert(combination.clone(), Err(why.clone())),
            Err(Ended::Stopped(..)) => None,
        };
        Ok(answer)
    }

    /// One search.
    fn one(&mut self, sought: Sought) -> anyhow::Result<Result<Answer, Ended>> {
        let Registers { name, task, .. } = self.registers;
        let cycles = CyclesTask::new(name, task, sought).map_err(BadInput)?;
        let title = cycles.title();
        let limit = self.cx.settings().limits.time.get().map(|time| time.get());
        if limit.is_some_and(|limit| self.begun.elapsed() >= limit) {
            let why = format!("{title}: the time is over before it (--max-time)");
            return Ok(Err(Ended::Stopped(Verdict::Limit, why)));
        }
        self.cx.talk(&title);
        let answer = run::search(
            self.cx,
            self.store,
            &cycles,
            self.how,
            self.wanted,
            None,
            self.interrupts,
        )?;
        if answer.effect.is_some() {
            return Ok(Ok(answer));
        }
        let searched = answer.searched_below();
        Ok(Err(match answer.verdict {
            Verdict::Unsolvable => Ended::Barred(format!("{title}: no sequence")),
            Verdict::Limit if self.how.max_length.is_some_and(|most| searched > most) => {
                Ended::Barred(format!("{title}: longer than --max-length"))
            }
            verdict => {
                let limit = answer.limit.as_deref().unwrap_or("interrupted");
                Ended::Stopped(verdict, format!("{title}: {limit} (run {})", answer.run))
            }
        }))
    }

    fn shown(
        &self,
        way: &Way,
        registers: &[Register],
        shared: &[usize],
        answers: &[Answer],
    ) -> Architecture {
        let drawing = Drawing::new(&self.registers.task.puzzle);
        let names = |slots: &[usize]| slots.iter().map(|&slot| drawing.slot_name(slot)).collect();
        let mut shown: Vec<Shown> = (way.choices.iter().zip(registers).zip(answers).zip(1..))
            .map(|((((_, choice), register), answer), place)| {
                let alone =
                    self.free.get(&choice.combination()).and_then(|free| free.as_ref().ok());
                let structure =
                    answer.effect.as_ref().map(|Found { structure, .. }| structure.clone());
                Shown {
                    number: register.number,
                    order: self.registers.orders[register.number],
                    run: answer.run.0,
                    place,
                    length: answer.length.unwrap_or(0),
                    alone: alone.and_then(|answer| answer.length).unwrap_or(0),
                    moves: answer.solutions.first().cloned().unwrap_or_default(),
                    structure: structure.unwrap_or_default(),
                    own: names(&register.own),
                    cycles: drawing.cycles(&register.effect),
                }
            })
            .collect();
        shown.sort_by_key(|register| register.number);
        Architecture {
            target: self.registers.title(),
            verdict: Verdict::Solved,
            registers: shown,
            shared: names(shared),
            seconds: self.begun.elapsed().as_secs_f64(),
        }
    }
}

impl Architecture {
    fn text(&self) -> String {
        let mut text = format!("{}\n", self.target);
        for register in &self.registers {
            let Shown { number, order, run, place, length, alone, .. } = register;
            let Shown { moves, structure, own, cycles, .. } = register;
            text += &format!(
                "register {}, order {}: {}\n  {moves}\n  {structure}: {cycles}\n  \
                 own pieces: {}\n  search {place} (run {run}); {} without the other registers\n",
                number + 1,
                count(*order),
                counted((*length).into(), "move"),
                own.join(" "),
                counted((*alone).into(), "move"),
            );
        }
        if !self.shared.is_empty() {
            text += &format!("shared pieces, only turned: {}\n", self.shared.join(" "));
        }
        let time = duration(Duration::from_secs_f64(self.seconds.max(0.0)));
        text + &format!(
            "checked: the registers count apart from each other ({time})\n\
             proof: each sequence is shortest for its cycles, given those that were searched before \
             it\n"
        )
    }
}

/// Finds registers, in the first way that leads to any, and shows them.
pub(super) fn begin(
    cx: &mut Context,
    store: &Store,
    registers: &Registers,
    how: How,
    wanted: Wanted,
) -> anyhow::Result<Exit> {
    let interrupts = Interrupts::catch(cx, "interrupted: stopping after a checkpoint")?;
    let (free, begun) = (HashMap::new(), Instant::now());
    let mut work =
        Work { registers, cx: &mut *cx, store, how, wanted, interrupts: &interrupts, free, begun };
    let ended = work.all()?;
    interrupts.release();
    let (verdict, why) = match ended {
        Ok(found) => {
            if wanted.json {
                cx.out.message("registers", &found)?;
            } else {
                cx.out.text(found.text())?;
            }
            return Ok(Exit::Done);
        }
        Err(Ended::Stopped(verdict, why)) => (verdict, why),
        Err(Ended::Barred(why)) => (Verdict::NotFound, why),
    };
    let title = registers.title();
    if wanted.json {
        cx.out.message("registers", &Nothing { target: &title, verdict, why: &why })?;
    } else {
        let left = matches!(verdict, Verdict::Limit | Verdict::Interrupted);
        let what = if left { "stopped; the same command goes on" } else { "none found" };
        cx.out.text(format!("{title}\n{what}: {why}\n"))?;
    }
    Ok(Exit::of_verdict(verdict))
}
