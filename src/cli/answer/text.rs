//! An answer as people read it.

use std::time::Duration;

use super::chart::chart;
use super::components;
use super::layout::{rows_of_boards, side_by_side};
use super::{Answer, Ending};
use crate::cli::style::{FAINT, STRONG, paint};
use crate::domains::twisty;
use crate::engine::Verdict;
use crate::inspect::SideStats;
use crate::search::Stored;
use crate::telemetry::figures::{bytes, count, counted, duration, grouped};

/// Endings drawn at most.
const MOST_DRAWN: usize = 60;

/// The whole answer, the solution first, what it comes to last, where the eye
/// is when the text has scrolled by. Ends with a line break.
pub(super) fn text(answer: &Answer, width: usize, color: bool, list: Option<String>) -> String {
    let mut parts = vec![heading(answer, color)];
    // A census is asked for its figures; `strata path` shows the way.
    if !answer.boards.is_empty() && !answer.is_census() {
        parts.push(list.unwrap_or_else(|| side_by_side(&answer.boards, width)));
    }
    if let Some(moves) = answer.solution.as_ref().filter(|_| answer.domain == twisty::DOMAIN)
        && !moves.is_empty()
        && !answer.is_census()
    {
        // As it is typed, and done by hand.
        parts.push(format!("moves: {}", moves.join(" ")));
    }
    if let Some(endings) = &answer.endings {
        parts.push(all_solutions(answer, endings, width));
    }
    if answer.is_census() {
        parts.push(census(answer));
    }
    parts.push(summary(answer, color));
    parts.join("\n\n")
}

/// The conclusion, why it holds, and the totals. Ends with a line break.
pub(super) fn summary(answer: &Answer, color: bool) -> String {
    let mut text = paint(color, STRONG, conclusion(answer));
    for line in proof(answer).into_iter().chain([totals(answer)]) {
        text.push('\n');
        text.push_str(&line);
    }
    text.push('\n');
    text
}

fn heading(answer: &Answer, color: bool) -> String {
    let run = answer.run.map(|run| format!(", run {run}")).unwrap_or_default();
    let about = format!("({}, metric {}, {}{run})", answer.domain, answer.metric, answer.algorithm);
    format!("{} {}", paint(color, STRONG, &answer.puzzle), paint(color, FAINT, about))
}

fn all_solutions(answer: &Answer, endings: &[Ending], width: usize) -> String {
    let paths = grouped(answer.shortest_paths.as_deref().unwrap_or_default());
    let goals = answer.length.and_then(|length| answer.forward.generations.get(length as usize));
    let goals = goals.map_or(0, |row| row.goals);
    let drawn: Vec<String> = (1..)
        .zip(endings.iter().take(MOST_DRAWN))
        .map(|(number, ending)| {
            let paths = plural(&ending.paths, "way");
            format!("ending {number}, {paths}\n{}", ending.board)
        })
        .collect();
    let left = goals.saturating_sub(drawn.len() as u64);
    let more = if left > 0 { format!("\n\nand {} more", count(left)) } else { String::new() };
    format!(
        "shortest solutions (as sequences of states): {paths}, to {}\n\n{}{more}",
        counted(goals, "goal"),
        rows_of_boards(&drawn, width)
    )
}

/// `1 way`, `2 ways`, for digits of any length.
fn plural(digits: &str, noun: &str) -> String {
    format!("{} {noun}{}", grouped(digits), if digits == "1" { "" } else { "s" })
}

fn census(answer: &Answer) -> String {
    if answer.stores == Stored::Components {
        return components::table(&answer.components);
    }
    let mut text = figures(&answer.forward);
    if let Some(sizes) = &answer.goal_distances {
        text.push_str("\ndistances to the nearest goal\n");
        text.push_str(&chart(sizes));
    }
    text.trim_end().to_owned()
}

fn figures(side: &SideStats) -> String {
    let rows = &side.generations;
    let numbered = || (0u64..).zip(rows);
    let mut lines = Vec::new();
    let mut line = |name: &str, what: String| lines.push(format!("{name:<10} {what}"));
    if let Some((depth, row)) = numbered().filter(|(_, row)| row.closed).last() {
        line("farthest", format!("{} at depth {depth}", counted(row.states, "state")));
    }
    let first = numbered().find(|(_, row)| row.goals > 0);
    let first = first.map(|(depth, _)| format!(", the first at depth {depth}"));
    line("goals", format!("{}{}", count(side.goals()), first.unwrap_or_default()));
    if let Some((least, most)) = side.branching() {
        let expanded = numbered().filter(|(_, row)| row.edges.is_some());
        let states: u64 = expanded.map(|(_, row)| row.states).sum();
        let mean = side.edges() as f64 / states.max(1) as f64;
        line("branching", format!("{least} to {most}, mean {mean:.2}"));
    }
    if let Some((depth, row)) =
        numbered().max_by_key(|&(depth, row)| (row.states, std::cmp::Reverse(depth)))
    {
        let states = counted(row.states, "state");
        line("largest", format!("generation {depth} with {states}"));
    }
    line("checksum", format!("{:016x}", side.checksum()));
    format!(
        "{}\n\nstates by depth, bars on a log scale\n{}",
        lines.join("\n"),
        chart(&side.sizes())
    )
}

/// What was found, in one sentence.
fn conclusion(answer: &Answer) -> String {
    let moves =
        |length: u32| format!("{}, metric {}", counted(length.into(), "move"), answer.metric);
    let whole = || format!("complete: {} in all", counted(answer.states, "state"));
    match (answer.verdict, answer.length) {
        (Verdict::Solved, Some(0)) if answer.is_census() => {
            format!("{}; the start is a goal", whole())
        }
        (Verdict::Solved, Some(0)) => "solved: the start is a goal, 0 moves".to_owned(),
        (Verdict::Solved, Some(length)) if answer.is_census() => {
            format!("{}; the nearest goal is {} away", whole(), counted(length.into(), "move"))
        }
        (Verdict::Solved, Some(length)) => format!("solved: {}", moves(length)),
        (Verdict::Solved, None) => "solved".to_owned(),
        (Verdict::Unsolvable, _) if answer.is_census() => format!("{}; none is a goal", whole()),
        (Verdict::Unsolvable, _) => "unsolvable: there is no solution".to_owned(),
        (Verdict::Exhausted, _) => whole(),
        (Verdict::Limit, _) => match &answer.limit {
            Some(limit) => format!("stopped at a limit: {limit}"),
            None => "stopped at a limit".to_owned(),
        },
        (Verdict::NotFound, _) => "not found: there may be a solution".to_owned(),
        (Verdict::Interrupted, _) => "not finished".to_owned(),
    }
}

/// Why the conclusion holds, and how to go on.
fn proof(answer: &Answer) -> Vec<String> {
    let mut lines = Vec::new();
    match answer.verdict {
        Verdict::Solved if !answer.is_census() => lines.extend(no_shorter(answer)),
        Verdict::Unsolvable if no_goal_state(answer) => {
            lines.push("no position of this puzzle, reachable or not, is a goal".to_owned());
        }
        Verdict::Unsolvable if answer.stores == Stored::Components => lines.push(format!(
            "the whole space was searched{}: {}",
            if answer.safe_moves { ", but for what safe moves make needless" } else { "" },
            components::extent(&answer.components)
        )),
        Verdict::Unsolvable if answer.stores != Stored::All => {
            lines.push(format!(
                "no state is left from which a goal could be reached{}",
                effort(answer)
            ));
        }
        Verdict::Unsolvable => lines.push(format!(
            "the whole space was searched: {}",
            if answer.complete || answer.backward.generations.is_empty() {
                extent(&answer.forward, "")
            } else {
                extent(&answer.backward, " from the goals")
            }
        )),
        Verdict::Limit | Verdict::Interrupted => {
            match answer.stores {
                Stored::Nothing => lines.push(match answer.expanded {
                    Some(expanded) => format!("so far {} expanded", counted(expanded, "state")),
                    None => "so far nothing".to_owned(),
                }),
                Stored::Components => {
                    lines.push(format!("so far {}", components::extent(&answer.components)));
                    lines.extend(components::waiting(&answer.components));
                }
                Stored::All | Stored::Some => {
                    lines.push(format!("so far {}", extent(&answer.forward, "")));
                }
            }
            if !answer.backward.generations.is_empty() {
                lines.push(format!("and {}", extent(&answer.backward, " from the goals")));
            }
            if let Some(length) = answer.length {
                lines.push(format!("the best solution so far: {}", counted(length.into(), "move")));
            }
            lines.push(match answer.run {
                Some(run) => format!("`strata resume {run}` goes on"),
                None => "nothing was kept (--no-store)".to_owned(),
            });
        }
        _ => {}
    }
    lines
}

/// Whether a search from the goals had nowhere to begin.
fn no_goal_state(answer: &Answer) -> bool {
    answer.backward.generations.first().is_some_and(|row| row.states == 0)
}

/// Why there is no shorter solution.
fn no_shorter(answer: &Answer) -> Option<String> {
    let length = answer.length.filter(|&length| length > 0)?;
    if answer.optimal != Some(true) {
        return Some(format!(
            "there may be a shorter one: {} does not prove its solutions{}",
            answer.algorithm,
            if answer.algorithm == "astar" { " with this heuristic" } else { "" }
        ));
    }
    let begin = format!("no solution in fewer than {}", counted(length.into(), "move"));
    if answer.stores != Stored::All {
        return Some(format!("{begin}: nothing that could lead to one is left{}", effort(answer)));
    }
    if answer.backward.generations.is_empty() {
        let before = answer.forward.generations.iter().take(length as usize);
        let states: u64 = before.map(|row| row.states).sum();
        let depth = length - 1;
        return Some(format!("{begin}: {}, complete to depth {depth}", counted(states, "state")));
    }
    let (there, back) = (&answer.forward, &answer.backward);
    Some(format!(
        "{begin}: {}, {}",
        extent(there, " from the start"),
        extent(back, " from the goals")
    ))
}

/// What a search did whose stored states do not tell.
fn effort(answer: &Answer) -> String {
    match answer.expanded {
        Some(expanded) => format!("; {} expanded", counted(expanded, "state")),
        None => String::new(),
    }
}

/// `1,398 states, complete to depth 80`.
fn extent(side: &SideStats, from: &str) -> String {
    let states = counted(side.states(), "state");
    match side.complete_to() {
        Some(depth) => format!("{states}{from}, complete to depth {depth}"),
        None => format!("{states}{from}"),
    }
}

fn totals(answer: &Answer) -> String {
    let (there, back) = (answer.forward.states(), answer.backward.states());
    let states = match back {
        0 if answer.stores == Stored::Nothing => "no states stored".to_owned(),
        0 if answer.stores == Stored::Components => components::extent(&answer.components),
        0 => counted(there, "state"),
        _ => {
            format!("{} from the start and {} from the goals", counted(there, "state"), count(back))
        }
    };
    let mut parts = vec![
        states,
        counted(answer.edges, "edge"),
        duration(Duration::try_from_secs_f64(answer.seconds).unwrap_or_default()),
    ];
    let store = &answer.store;
    match (answer.bytes_on_disk, &store.path) {
        (Some(size), Some(path)) => {
            let per_state = match store.states {
                0 => String::new(),
                states => format!(", {:.1} bytes a state", size as f64 / states as f64),
            };
            let runs =
                if store.runs > 1 { format!(" in {} runs", store.runs) } else { String::new() };
            parts.push(format!("{}: {}{runs}{per_state}", path.display(), bytes(size)));
        }
        _ => parts.push("no store".to_owned()),
    }
    parts.join("; ")
}
