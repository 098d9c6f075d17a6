//! Reading the text of a puzzle: its domain, its options.

use super::{About, DOMAINS, Options, Problem, ProblemError, Puzzle};
use crate::domains::rushhour::formats::Dialect;
use crate::domains::{freecell, rushhour, sliding, twisty};

/// The domain of a text.
pub(super) fn domain(
    file: &str,
    text: &str,
    options: &Options,
) -> Result<&'static str, ProblemError> {
    if let Some(name) = &options.domain {
        let known = DOMAINS.into_iter().find(|domain| domain == name);
        return known.ok_or_else(|| {
            let all = DOMAINS.join(", ");
            ProblemError::Option(format!("no domain is called {name:?}; there are {all}"))
        });
    }
    let of_sliding = |format: &String| format.parse::<sliding::Format>().is_ok();
    let of_rush_hour = |format: &String| format.parse::<rushhour::Format>().is_ok();
    let of_freecell = |format: &String| format.parse::<freecell::Format>().is_ok();
    let of_twisty = |format: &String| format.parse::<twisty::formats::Format>().is_ok();
    // All but twisty puzzles have TOML files, which say what they are.
    Ok(match &options.format {
        Some(format) if of_twisty(format) => twisty::DOMAIN,
        None if twisty::formats::is_likely(file, text) => twisty::DOMAIN,
        format if format.as_ref().is_none_or(of_freecell) && freecell::formats::is_likely(text) => {
            freecell::DOMAIN
        }
        Some(format) if of_rush_hour(format) && !of_sliding(format) => rushhour::DOMAIN,
        Some(format) if of_sliding(format) && !of_rush_hour(format) => sliding::DOMAIN,
        _ if rushhour::formats::is_likely(file, text) => rushhour::DOMAIN,
        _ => sliding::DOMAIN,
    })
}

/// The value of an option, if it is set.
pub(super) fn chosen<T: std::str::FromStr<Err = String>>(
    option: Option<&String>,
) -> Result<Option<T>, ProblemError> {
    option.map(|value| value.parse()).transpose().map_err(ProblemError::Option)
}

/// Refuses an option that a domain does not have.
pub(super) fn refuse(given: bool, option: &str, domain: &str) -> Result<(), ProblemError> {
    if given {
        return Err(ProblemError::Option(format!("{domain} puzzles have no option {option}")));
    }
    Ok(())
}

/// Refuses the options of card games.
pub(super) fn refuse_sizes_of_games(options: &Options, domain: &str) -> Result<(), ProblemError> {
    refuse(options.freecells.is_some(), "freecells", domain)?;
    refuse(options.columns.is_some(), "columns", domain)?;
    refuse(options.ranks.is_some(), "ranks", domain)
}

/// Refuses the options of twisty puzzles.
fn refuse_choices_of_turns(options: &Options, domain: &str) -> Result<(), ProblemError> {
    refuse(options.moves.is_some(), "moves", domain)?;
    refuse(options.scramble.is_some(), "scramble", domain)?;
    refuse(options.only.is_some(), "only", domain)?;
    refuse(options.pieces.is_some(), "pieces", domain)
}

pub(super) fn sliding(
    name: String,
    file: &str,
    text: &str,
    options: &Options,
) -> Result<Problem, ProblemError> {
    refuse(options.size.is_some(), "size", sliding::DOMAIN)?;
    refuse(options.exit.is_some(), "exit", sliding::DOMAIN)?;
    refuse_sizes_of_games(options, sliding::DOMAIN)?;
    refuse_choices_of_turns(options, sliding::DOMAIN)?;
    let format = chosen(options.format.as_ref())?;
    let sliding::formats::PuzzleFile { mut puzzle, answers, source, note } =
        sliding::formats::read(file, text, format)?;
    puzzle.distinct |= options.distinct;
    let metric = chosen(options.metric.as_ref())?.unwrap_or(sliding::Metric::Moves);
    let wanted = chosen(options.encoding.as_ref())?;
    let encoding = sliding::choose_encoding(&puzzle, wanted).map_err(ProblemError::Option)?;
    let about = About {
        domain: sliding::DOMAIN,
        title: puzzle.name.clone(),
        width: puzzle.width,
        height: puzzle.height,
        pieces: puzzle.pieces.len(),
        metrics: sliding::Metric::ALL.map(sliding::Metric::name).to_vec(),
        answers,
        source,
        note,
    };
    Ok(Problem { name, about, puzzle: Puzzle::Sliding { puzzle, metric, encoding } })
}

pub(super) fn rush_hour(
    name: String,
    file: &str,
    text: &str,
    options: &Options,
) -> Result<Problem, ProblemError> {
    refuse(options.encoding.is_some(), "encoding", rushhour::DOMAIN)?;
    refuse(options.distinct, "distinct", rushhour::DOMAIN)?;
    refuse_sizes_of_games(options, rushhour::DOMAIN)?;
    refuse_choices_of_turns(options, rushhour::DOMAIN)?;
    let format = chosen(options.format.as_ref())?;
    let reading = rushhour::Reading { size: options.size };
    let rushhour::BoardFile { mut board, answers, source, note } =
        rushhour::formats::read(file, text, format, &reading)?;
    if let Some((width, height)) = options.size.filter(|&size| size != (board.width, board.height))
    {
        let message =
            format!("the board has {}x{} cells, not {width}x{height}", board.width, board.height);
        return Err(ProblemError::Option(message));
    }
    if let Some(exit) = chosen(options.exit.as_ref())? {
        board.exit = exit;
    }
    let metric = chosen(options.metric.as_ref())?.unwrap_or(rushhour::Metric::Moves);
    let about = About {
        domain: rushhour::DOMAIN,
        title: board.name.clone(),
        width: board.width,
        height: board.height,
        pieces: board.cars.len(),
        metrics: rushhour::Metric::ALL.map(rushhour::Metric::name).to_vec(),
        answers,
        source,
        note,
    };
    let dialect = Dialect::of_table(text).unwrap_or(Dialect::Down);
    Ok(Problem { name, about, puzzle: Puzzle::RushHour { board, metric, dialect } })
}

pub(super) fn free_cell(
    name: String,
    file: &str,
    text: &str,
    options: &Options,
) -> Result<Problem, ProblemError> {
    let sizes = sizes_of_game(options)?;
    let format = chosen(options.format.as_ref())?;
    let read = freecell::formats::read(file, text, format, sizes)?;
    Ok(game(name, read))
}

/// The deal of a number, which is still a text.
pub(super) fn free_cell_deal(
    word: &str,
    number: &str,
    options: &Options,
) -> Result<Problem, ProblemError> {
    let sizes = sizes_of_game(options)?;
    refuse(options.format.is_some(), "format", "freecell deals by number as")?;
    let deal = number.parse().map_err(|_| {
        format!("{number:?} is no number of a deal: 1 to {} are possible", freecell::MAX_DEAL)
    });
    let board = deal.and_then(|number| freecell::Deal::sized(number, sizes).board());
    let board = board.map_err(ProblemError::Option)?;
    let layout = freecell::Layout { name: format!("Deal {number}"), board };
    Ok(game(word.to_owned(), layout.into()))
}

fn sizes_of_game(options: &Options) -> Result<freecell::formats::Sizes, ProblemError> {
    refuse(options.encoding.is_some(), "encoding", freecell::DOMAIN)?;
    refuse(options.distinct, "distinct", freecell::DOMAIN)?;
    refuse(options.size.is_some(), "size", freecell::DOMAIN)?;
    refuse(options.exit.is_some(), "exit", freecell::DOMAIN)?;
    refuse_choices_of_turns(options, freecell::DOMAIN)?;
    if let Some(metric) = options.metric.as_ref().filter(|&metric| metric != freecell::METRIC) {
        let message = format!("unknown metric {metric:?}; FreeCell has {}", freecell::METRIC);
        return Err(ProblemError::Option(message));
    }
    let Options { freecells, columns, ranks, .. } = *options;
    Ok(freecell::formats::Sizes { freecells, columns, ranks })
}

fn game(name: String, read: freecell::BoardFile) -> Problem {
    let freecell::BoardFile { layout, answers, source, note } = read;
    let columns = &layout.board.columns;
    let about = About {
        domain: freecell::DOMAIN,
        title: layout.name.clone(),
        width: columns.len(),
        height: columns.iter().map(Vec::len).max().unwrap_or_default(),
        pieces: layout.board.cards_in_play(),
        metrics: vec![freecell::METRIC],
        answers,
        source,
        note,
    };
    Problem { name, about, puzzle: Puzzle::FreeCell { layout } }
}
