//! Our own puzzle files.

use serde::Deserialize;
use toml::Spanned;

use super::super::deal::Deal;
use super::super::model::Layout;
use super::{BoardFile, Sizes, parse};
use crate::domains::Answers;
use crate::domains::format_error::{Fault, Place};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    domain: Option<Spanned<String>>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    source: String,
    #[serde(default)]
    note: String,
    deal: Option<Spanned<u64>>,
    board: Option<Spanned<String>>,
    freecells: Option<usize>,
    columns: Option<usize>,
    ranks: Option<u8>,
    #[serde(default)]
    answers: Answers,
}

/// Reads a TOML game.
pub(super) fn read(text: &str, wanted: Sizes) -> Result<BoardFile, Fault> {
    let file: File = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        Fault::new(Place::of_byte(text, at), error.message())
    })?;
    if let Some(domain) =
        file.domain.as_ref().filter(|domain| *domain.get_ref() != super::super::DOMAIN)
    {
        let message = format!("the domain is {:?}, not \"freecell\"", domain.get_ref());
        return Err(Fault::new(Place::of_byte(text, domain.span().start), message));
    }
    let said = Sizes { freecells: file.freecells, columns: file.columns, ranks: file.ranks };
    let sizes = Sizes {
        freecells: wanted.freecells.or(said.freecells),
        columns: wanted.columns.or(said.columns),
        ranks: wanted.ranks.or(said.ranks),
    };
    let board = match (&file.deal, &file.board) {
        (Some(number), None) => {
            let place = Place::of_byte(text, number.span().start);
            let deal = Deal::sized(*number.get_ref(), sizes);
            deal.board().map_err(|message| Fault::new(place, message))?
        }
        (None, Some(written)) => {
            let board = written.get_ref();
            // A string without escapes stands in the file as it is.
            let span = written.span();
            let found = text.get(span.clone()).and_then(|source| source.find(board.as_str()));
            let begin = Place::of_byte(text, span.start + found.unwrap_or(0));
            let read = parse(board).and_then(|parsed| parsed.board(sizes));
            read.map_err(|fault| match found {
                Some(_) => Fault { place: within(begin, fault.place), ..fault },
                None => Fault { place: begin, ..fault },
            })?
        }
        _ => {
            let message = "a game has either a board or the number of a deal";
            return Err(Fault::new(Place::START, message));
        }
    };
    // What is known is known of the game in the file.
    let answers = if sizes == said { file.answers } else { Answers::default() };
    let layout = Layout { name: file.name, board };
    Ok(BoardFile { layout, answers, source: file.source, note: file.note })
}

/// The place in the file of a place in a text that begins at `begin`.
const fn within(begin: Place, place: Place) -> Place {
    let column = if place.line == 1 { begin.column + place.column - 1 } else { place.column };
    Place { line: begin.line + place.line - 1, column }
}
