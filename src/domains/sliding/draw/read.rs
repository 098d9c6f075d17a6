//! A placement read back from text.

use super::super::formats::Symbols;
use super::super::model::{CellKind, Puzzle};

/// Reads a placement as [`super::text`] draws it: rows of letters, compact or
/// with room between the cells, ended by line breaks or `/` (unless a piece is
/// called so). Every piece must be there, in its shape, where it may be;
/// whether it can get there from the start is not asked.
///
/// # Errors
/// What is wrong with the text and where, as a sentence.
pub fn read_placement(puzzle: &Puzzle, text: &str) -> Result<Vec<Vec<usize>>, String> {
    let symbols = Symbols::for_puzzle(puzzle);
    let mut placement: Vec<Vec<usize>> = vec![Vec::new(); puzzle.pieces.len()];
    let marks = symbols.can_mark(puzzle);
    for (number, row) in rows(puzzle, text)?.into_iter().enumerate() {
        let labels = labels(&symbols, row, puzzle.width, marks);
        if labels.len() > puzzle.width {
            let message = format!("row {} has more than {} cells", number + 1, puzzle.width);
            return Err(message);
        }
        for column in 0..puzzle.width {
            let cell = number * puzzle.width + column;
            let label = labels.get(column).map(String::as_str);
            let at = puzzle.place(cell);
            if let Some(piece) = piece_named(puzzle, label) {
                if let Some(cells) = placement.get_mut(piece) {
                    cells.push(cell);
                }
            } else {
                check_symbol(&symbols, label, puzzle.cells.get(cell).copied())
                    .map_err(|message| format!("{at}: {message}"))?;
            }
        }
    }
    let types = puzzle.types();
    for (index, (piece, cells)) in puzzle.pieces.iter().zip(&placement).enumerate() {
        let name = &piece.name;
        if cells.is_empty() {
            return Err(format!("piece `{name}` is missing"));
        }
        puzzle.check_cells(piece, cells).map_err(|error| error.message)?;
        if puzzle.shape(cells) != puzzle.shape(&piece.cells) {
            return Err(format!("piece `{name}` has another shape than in the puzzle"));
        }
        // Interchangeable pieces may have changed places.
        let members = types.iter().find(|members| members.contains(&index)).into_iter().flatten();
        let mut alike = members.filter_map(|&member| puzzle.pieces.get(member));
        if !alike.any(|piece| puzzle.may_rest(piece, cells)) {
            return Err(format!("piece `{name}` cannot rest there: its lock or step forbids it"));
        }
    }
    Ok(placement)
}

fn piece_named(puzzle: &Puzzle, label: Option<&str>) -> Option<usize> {
    let label = label?;
    puzzle.pieces.iter().position(|piece| piece.name == label)
}

/// The rows, blank lines around them left out.
fn rows<'a>(puzzle: &Puzzle, text: &'a str) -> Result<Vec<&'a str>, String> {
    let slash = !puzzle.pieces.iter().any(|piece| piece.name.contains('/'));
    let mut rows: Vec<&str> = text
        .split(|c| c == '\n' || (slash && c == '/'))
        .map(|row| row.strip_suffix('\r').unwrap_or(row))
        .collect();
    let blank = |row: Option<&&str>| row.is_some_and(|row| row.trim().is_empty());
    // A blank line can also be a row of walls, so only surplus ones go.
    while rows.len() > puzzle.height && blank(rows.last()) {
        rows.pop();
    }
    let surplus = rows.len().saturating_sub(puzzle.height);
    let leading = rows.iter().take(surplus).take_while(|row| row.trim().is_empty()).count();
    rows.drain(..leading);
    if rows.len() == puzzle.height {
        Ok(rows)
    } else {
        Err(format!("{} rows, but the board has {}", rows.len(), puzzle.height))
    }
}

/// The cells of a row; no more than one beyond the width.
fn labels(symbols: &Symbols, row: &str, width: usize, marks: bool) -> Vec<String> {
    if symbols.words {
        let words = row.split(|c: char| c.is_whitespace() || (marks && matches!(c, '[' | ']')));
        return words.filter(|word| !word.is_empty()).take(width + 1).map(str::to_owned).collect();
    }
    let letters: Vec<char> = row.chars().take(2 * width + 2).collect();
    let separates =
        |first: usize| letters.iter().skip(first).step_by(2).all(|c| matches!(c, ' ' | '[' | ']'));
    let cells: Vec<&char> = if letters.len() <= width {
        letters.iter().collect()
    } else if separates(0) {
        letters.iter().skip(1).step_by(2).collect()
    } else if separates(1) {
        letters.iter().step_by(2).collect()
    } else {
        letters.iter().collect()
    };
    cells.into_iter().map(char::to_string).collect()
}

/// Checks a cell without a piece; rows may leave out walls at their end.
fn check_symbol(
    symbols: &Symbols,
    label: Option<&str>,
    kind: Option<CellKind>,
) -> Result<(), String> {
    let wall = kind == Some(CellKind::Wall);
    let is = |symbol: char| label.is_some_and(|label| label.chars().eq([symbol]));
    let is_wall = label.is_none() || is(symbols.wall()) || is('#') || is(' ');
    let is_empty = is(symbols.empty) || is('.');
    match (is_wall, is_empty, is(symbols.gate)) {
        (true, ..) if wall => Ok(()),
        (_, true, _) if !wall => Ok(()),
        (.., true) if kind == Some(CellKind::Gate) => Ok(()),
        (false, false, false) => Err(format!("no piece `{}`", label.unwrap_or_default())),
        _ if label.is_none() => Err("the row ends too early".to_owned()),
        _ if wall => Err("the board has a wall here".to_owned()),
        _ => Err("the board has no such cell here".to_owned()),
    }
}
