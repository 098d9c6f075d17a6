//! Tables and lists of text with aligned columns.

use super::context::Context;
use super::output::OutputError;
use super::style;

/// Blanks between two columns.
const GAP: &str = "  ";

/// Where a column's text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    /// Words.
    Left,
    /// Figures.
    Right,
}

/// Rows of text below headings.
#[derive(Debug)]
pub(super) struct Table {
    columns: Vec<(&'static str, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows. A heading that begins with `<` is that of words,
    /// any other one of figures.
    pub(super) fn new(headings: &[&'static str]) -> Self {
        let column = |heading: &&'static str| match heading.strip_prefix('<') {
            Some(heading) => (heading, Align::Left),
            None => (*heading, Align::Right),
        };
        Self { columns: headings.iter().map(column).collect(), rows: Vec::new() }
    }

    /// Adds a row: a cell for each heading.
    pub(super) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Writes it.
    pub(super) fn write(&self, cx: &mut Context) -> Result<(), OutputError> {
        let headings: Vec<String> = self.columns.iter().map(|(name, _)| (*name).into()).collect();
        let widths = self.widths(&headings);
        let line = self.line(&headings, &widths);
        cx.out.line(style::paint(cx.color_out, style::STRONG, line))?;
        for row in &self.rows {
            cx.out.line(self.line(row, &widths))?;
        }
        Ok(())
    }

    fn widths(&self, headings: &[String]) -> Vec<usize> {
        let width = |column| {
            let cells = self.rows.iter().map(Vec::as_slice).chain([headings]);
            cells.filter_map(|row| row.get(column)).map(|cell: &String| cell.chars().count()).max()
        };
        (0..self.columns.len()).map(|column| width(column).unwrap_or_default()).collect()
    }

    fn line(&self, cells: &[String], widths: &[usize]) -> String {
        let padded =
            cells.iter().zip(widths).zip(&self.columns).map(
                |((cell, &width), column)| match column.1 {
                    Align::Left => style::padded(cell, width),
                    Align::Right => format!("{}{cell}", style::blanks(cell, width)),
                },
            );
        padded.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    }
}

/// Names with their values, the values below each other.
#[derive(Debug, Default)]
pub(super) struct Facts(Vec<(&'static str, String)>);

impl Facts {
    /// Adds one.
    pub(super) fn add(&mut self, name: &'static str, value: impl Into<String>) {
        self.0.push((name, value.into()));
    }

    /// Writes them; lines after the first of a value stand below it.
    pub(super) fn write(&self, cx: &mut Context) -> Result<(), OutputError> {
        let width = self.0.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        for (name, value) in &self.0 {
            let name = style::paint(cx.color_out, style::STRONG, format!("{name:width$}"));
            let value = value.replace('\n', &format!("\n{:width$}{GAP}", ""));
            cx.out.line(format!("{name}{GAP}{value}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_may_be_wider_than_any_formatting_width() {
        let mut table = Table::new(&["<word", "figure"]);
        table.row(vec!["x".repeat(70_000), "1".into()]);
        table.row(vec![String::new(), "2".repeat(70_000)]);
        let headings = ["word".to_owned(), "figure".to_owned()];
        let widths = table.widths(&headings);
        assert_eq!(table.line(&table.rows[0], &widths).len(), 140_000 + GAP.len());
    }

    #[test]
    fn words_stand_left_and_figures_right() {
        let mut table = Table::new(&["run", "<puzzle", "states"]);
        table.row(vec!["1".into(), "klotski".into(), "25,955".into()]);
        table.row(vec!["12".into(), "ü".into(), "7".into()]);
        let headings = ["run", "puzzle", "states"].map(str::to_owned);
        let widths = table.widths(&headings);
        let lines = [&headings[..], &table.rows[0], &table.rows[1]];
        assert_eq!(
            lines.map(|cells| table.line(cells, &widths)),
            ["run  puzzle   states", "  1  klotski  25,955", " 12  ü             7"]
        );
    }
}
