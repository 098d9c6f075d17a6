//! Boards as one picture.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;

use super::Board;
use crate::space::Svg;

/// Width of the picture in user units, unless one board is wider.
const WIDTH: f64 = 1200.0;
/// Room between the boards.
const GAP: f64 = 24.0;
/// Room for a caption above a board, and the size of its letters.
const CAPTION: f64 = 26.0;
const LETTERS: f64 = 15.0;
/// The width of a letter, about.
const LETTER: f64 = 8.5;

/// Draws boards with their captions into a file.
pub(in crate::cli) fn write_picture(file: &Path, boards: &[Board]) -> anyhow::Result<()> {
    write_whole(file, &picture(boards).document())
        .with_context(|| format!("cannot write the picture {}", file.display()))
}

/// Writes a file that appears as a whole or not at all. What is there and is no
/// file, such as a pipe, is written to; of a link, the file that it leads to is
/// replaced.
pub(in crate::cli) fn write_whole(file: &Path, text: &str) -> io::Result<()> {
    if fs::metadata(file).is_ok_and(|there| !there.is_file()) {
        return File::options().write(true).open(file)?.write_all(text.as_bytes());
    }
    let file = &fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    // Beside the file, because a rename does not cross file systems.
    let mut unfinished = file.as_os_str().to_owned();
    unfinished.push(format!(".{}.tmp", std::process::id()));
    let unfinished = Path::new(&unfinished);
    let written = File::create(unfinished).and_then(|mut to| {
        to.write_all(text.as_bytes())?;
        to.sync_all()?;
        fs::rename(unfinished, file)
    });
    written.inspect_err(|_| {
        // What cannot be written cannot always be removed.
        let _ = fs::remove_file(unfinished);
    })
}

/// All boards in rows of equal boxes.
fn picture(boards: &[Board]) -> Svg {
    let captions: Vec<&str> = boards.iter().map(|board| board.caption.as_str()).collect();
    let pictures: Vec<&Svg> = boards.iter().filter_map(|board| board.picture.as_ref()).collect();
    let longest = captions.iter().map(|text| text.chars().count()).max().unwrap_or_default();
    let widest = pictures.iter().map(|picture| picture.width).fold(0.0, f64::max);
    let highest = pictures.iter().map(|picture| picture.height).fold(0.0, f64::max);
    let (wide, high) = (widest.max(longest as f64 * LETTER) + GAP, highest + CAPTION + GAP);
    let columns = ((WIDTH / wide) as usize).clamp(1, pictures.len().max(1));
    let rows = pictures.len().div_ceil(columns);
    let (width, height) = (columns as f64 * wide + GAP, rows as f64 * high + GAP);
    // On its own ground, so that captions can be read on a dark page as well.
    let mut body = format!("<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n");
    for (place, (picture, caption)) in pictures.iter().zip(&captions).enumerate() {
        let (x, y) = (GAP + (place % columns) as f64 * wide, GAP + (place / columns) as f64 * high);
        // Writing to a string cannot fail.
        let _ = write!(
            body,
            "<g transform=\"translate({x} {y})\">\n<text y=\"{LETTERS}\" font-size=\"{LETTERS}\" \
             fill=\"#1d2129\">{}</text>\n<g transform=\"translate(0 {CAPTION})\">\n{}</g>\n</g>\n",
            escaped(caption),
            picture.body
        );
    }
    Svg { width, height, body }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(caption: &str) -> Board {
        let picture = Svg { width: 80.0, height: 40.0, body: "<path d=\"M0 0\"/>\n".to_owned() };
        Board { caption: caption.to_owned(), text: String::new(), picture: Some(picture) }
    }

    #[test]
    fn boards_fill_rows() {
        let boards: Vec<Board> = (0..30).map(|n| board(&format!("{n}. <A> right"))).collect();
        let Svg { width, height, body } = picture(&boards);
        assert_eq!(body.matches("<path").count(), 30);
        assert!(body.contains(">29. &lt;A&gt; right<"), "{body}");
        assert!(width <= WIDTH + GAP && width > WIDTH / 2.0, "{width}");
        assert_eq!(height, 4.0 * 90.0 + GAP);
    }

    #[test]
    fn a_picture_that_cannot_be_written_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("taken");
        fs::create_dir_all(taken.join("by a folder")).unwrap();
        let error = write_picture(&taken, &[board("")]).unwrap_err();
        assert!(error.to_string().contains("taken"), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        write_picture(&folder.path().join("new.svg"), &[board("")]).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
