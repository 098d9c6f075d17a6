//! Our own puzzle files.

use serde::Deserialize;
use toml::Spanned;

use super::super::model::Side;
use super::BoardFile;
use super::drawing::{PRIMARY, read_board};
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
    #[serde(default)]
    exit: Exit,
    primary: Option<String>,
    board: Spanned<String>,
    #[serde(default)]
    answers: Answers,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum Exit {
    Left,
    #[default]
    Right,
}

/// Reads a TOML board.
pub(super) fn read(text: &str) -> Result<BoardFile, Fault> {
    let file: File = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        Fault::new(Place::of_byte(text, at), error.message())
    })?;
    if let Some(domain) =
        file.domain.as_ref().filter(|domain| *domain.get_ref() != super::super::DOMAIN)
    {
        let message = format!("the domain is {:?}, not \"rushhour\"", domain.get_ref());
        return Err(Fault::new(Place::of_byte(text, domain.span().start), message));
    }
    let exit = match file.exit {
        Exit::Left => Side::Left,
        Exit::Right => Side::Right,
    };
    let primary = file.primary.as_deref().unwrap_or(PRIMARY);
    let drawing = file.board.get_ref();
    // A string without escapes stands in the file as it is.
    let span = file.board.span();
    let found = text.get(span.clone()).and_then(|written| written.find(drawing.as_str()));
    let byte = span.start + found.unwrap_or(0);
    let mut board =
        read_board(drawing, Place::of_byte(text, byte), found.is_some(), primary, exit)?;
    board.name = file.name;
    Ok(BoardFile { board, answers: file.answers, source: file.source, note: file.note })
}
