//! `strata ccs 90/90`: registers side by side, one search after the other.

use std::time::Instant;

use serde::Serialize;

use super::How;
use super::report::{Answer, Found, Wanted};
use super::run;
use super::task::{CyclesTask, Sought};
use crate::cli::context::Context;
use crate::cli::engine::Interrupts;
use crate::cli::exit::{BadInput, Exit};
use crate::domains::twisty::registers::{Layout, Register, Way, check, ways};
use crate::domains::twisty::{Combination, Drawing, Effect, Stay, Task, notation};
use crate::engine::Verdict;
use crate::store::Store;
use crate::telemetry::figures::{count, counted, duration};

/// Ways that are tried, at most: each takes searches as long as the first one.
const TRIED: usize = 20;

/// Registers to find, which have room side by side.
#[derive(Debug)]
pub(super) struct Registers {
    name: String,
    task: Task,
    orders: Vec<u64>,
    ways: Vec<Way>,
}

/// How a way ended.
enum Ended {
    Found(Architecture),
    /// With these cycles there is nothing, or nothing so short: another way may do.
    Barred {
        why: String,
        /// How many registers were found.
        found: usize,
    },
    /// The search was stopped.
    Stopped(Verdict, String),
}

/// Registers that were found.
#[derive(Debug, Serialize)]
struct Architecture {
    target: String,
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
    run: u32,
    length: u32,
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

    /// Searches register after register.
    fn search(
        &self,
        cx: &mut Context,
        store: &Store,
        way: &Way,
        how: How,
        wanted: Wanted,
        interrupts: &Interrupts,
    ) -> anyhow::Result<Ended> {
        let begun = Instant::now();
        let puzzle = &self.task.puzzle;
        let mut layout = Layout::new(puzzle, way);
        let mut answers = Vec::new();
        while let Some((combination, stay)) = layout.next() {
            let sought = match stay.iter().all(|&stay| stay == Stay::Free) {
                true => Sought::Cycles(combination),
                false => Sought::Register(combination, stay),
            };
            let cycles = CyclesTask::new(&self.name, &self.task, sought).map_err(BadInput)?;
            cx.talk(cycles.title());
            let answer = run::search(cx, store, &cycles, how, wanted, None, interrupts)?;
            let found = layout.registers().len();
            let barred = |why: String| Ok(Ended::Barred { why, found });
            let Some(Found { effect, .. }) = &answer.effect else {
                let title = &answer.title;
                let searched = answer.searched_below();
                return match answer.verdict {
                    Verdict::Unsolvable => barred(format!("{title}: no sequence")),
                    Verdict::Limit if how.max_length.is_some_and(|most| searched > most) => {
                        barred(format!("{title}: longer than --max-length"))
                    }
                    verdict => {
                        let limit = answer.limit.as_deref().unwrap_or("interrupted");
                        let run = answer.run;
                        Ok(Ended::Stopped(verdict, format!("{title}: {limit} (run {run})")))
                    }
                };
            };
            if let Err(why) = layout.add(effect.clone()) {
                return barred(why);
            }
            answers.push(answer);
        }
        // Everything anew from the moves alone.
        let registers = (layout.registers().iter().zip(&answers))
            .map(|(register, answer)| {
                Ok(Register { effect: self.effect(answer)?, ..register.clone() })
            })
            .collect::<anyhow::Result<Vec<Register>>>()?;
        if let Err(why) = check(puzzle, &self.orders, &registers, &layout.shared()) {
            return Ok(Ended::Barred { why, found: registers.len() });
        }
        Ok(Ended::Found(self.shown(&registers, &layout.shared(), &answers, begun)))
    }

    fn effect(&self, answer: &Answer) -> anyhow::Result<Effect> {
        let moves = answer.solutions.first().map_or("", String::as_str);
        let turns = notation::read("register", &self.task.puzzle, moves)?;
        Ok(notation::effect_of(&self.task.puzzle, &turns))
    }

    fn shown(
        &self,
        registers: &[Register],
        shared: &[usize],
        answers: &[Answer],
        begun: Instant,
    ) -> Architecture {
        let drawing = Drawing::new(&self.task.puzzle);
        let names = |slots: &[usize]| slots.iter().map(|&slot| drawing.slot_name(slot)).collect();
        let mut shown: Vec<Shown> = (registers.iter().zip(answers))
            .map(|(register, answer)| Shown {
                number: register.number,
                order: self.orders[register.number],
                run: answer.run.0,
                length: answer.length.unwrap_or(0),
                moves: answer.solutions.first().cloned().unwrap_or_default(),
                structure: answer.effect.as_ref().map_or_else(String::new, |f| f.structure.clone()),
                own: names(&register.own),
                cycles: drawing.cycles(&register.effect),
            })
            .collect();
        shown.sort_by_key(|register| register.number);
        Architecture {
            target: self.title(),
            registers: shown,
            shared: names(shared),
            seconds: begun.elapsed().as_secs_f64(),
        }
    }
}

impl Architecture {
    fn text(&self) -> String {
        let mut text = format!("{}\n", self.target);
        for register in &self.registers {
            let Shown { number, order, run, length, moves, structure, own, cycles } = register;
            text += &format!(
                "register {}, order {}: {} (run {run})\n  {moves}\n  {structure}\n  {cycles}\n  \
                 own pieces: {}\n",
                number + 1,
                count(*order),
                counted((*length).into(), "move"),
                own.join(" ")
            );
        }
        if !self.shared.is_empty() {
            text += &format!("shared pieces, only turned: {}\n", self.shared.join(" "));
        }
        let time = duration(std::time::Duration::from_secs_f64(self.seconds.max(0.0)));
        text + &format!(
            "checked: the registers count apart from each other; each is shortest for its cycles \
             beside those with lower run numbers ({time})\n"
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
    let (mut ended, mut tried) = (None, 0);
    // Cycles that the first register does not have, whichever come behind.
    let mut hopeless: Vec<Combination> = Vec::new();
    for way in &registers.ways {
        let first = way.choices.first().map(|(_, choice)| choice.combination());
        if first.as_ref().is_some_and(|first| hopeless.contains(first)) {
            continue;
        }
        let end = registers.search(cx, store, way, how, wanted, &interrupts)?;
        tried += 1;
        let barred = if let Ended::Barred { why, found } = &end {
            cx.talk(why);
            hopeless.extend(first.filter(|_| *found == 0));
            true
        } else {
            false
        };
        ended = Some(end);
        if !barred || tried == TRIED {
            break;
        }
    }
    interrupts.release();
    let (verdict, why) = match ended {
        Some(Ended::Found(found)) => {
            if wanted.json {
                cx.out.message("registers", &found)?;
            } else {
                cx.out.text(found.text())?;
            }
            return Ok(Exit::Done);
        }
        Some(Ended::Stopped(verdict, why)) => (verdict, why),
        Some(Ended::Barred { why, .. }) => (Verdict::NotFound, why),
        None => (Verdict::NotFound, "there is no way".to_owned()),
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
