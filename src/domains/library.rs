//! The puzzles that come with the program.

use std::borrow::Cow;

use thiserror::Error;

use super::format_error::FormatError;
use super::{freecell, rushhour, sliding, twisty};

/// Why a puzzle of the library cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LibraryError {
    /// There is no puzzle of this name.
    #[error("no puzzle is called {name:?}{} `strata puzzles` lists all", did_you_mean(.similar))]
    Unknown {
        /// The name asked for.
        name: String,
        /// Names that resemble it, the closest first.
        similar: Vec<&'static str>,
    },
    /// The file that is compiled in is wrong.
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// A puzzle that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// What the puzzle is called on the command line.
    pub name: &'static str,
    /// Its domain.
    pub domain: &'static str,
    source: Source,
}

/// Where the text of a puzzle comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// A file that is compiled in.
    File(&'static str),
    /// It is built.
    BuiltIn,
}

impl Entry {
    /// Whether the puzzle is built by the program, and in no file.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        self.source == Source::BuiltIn
    }

    /// The text of its file; of a puzzle that is built what would be in one.
    #[must_use]
    pub fn text(&self) -> Cow<'static, str> {
        match self.source {
            Source::File(text) => Cow::Borrowed(text),
            Source::BuiltIn => Cow::Owned(twisty::library::text(self.name)),
        }
    }
}

macro_rules! puzzles {
    ($($domain:ident { $($name:literal)* })*) => {
        /// All puzzles; ascending by name within a domain.
        const PUZZLES: &[Entry] = &[
            $($(Entry {
                name: $name,
                domain: $domain::DOMAIN,
                source: Source::File(include_str!(concat!("../../puzzles/", $name, ".toml"))),
            }),*),*
        ];
    };
}

puzzles! {
    sliding {
        "ambush"
        "ane-rouge"
        "bickford-4x4"
        "block-10-v11"
        "block-10-v12"
        "blockado"
        "blockado-key"
        "century"
        "climb-12"
        "daisy"
        "dirty-dozen-12"
        "edge/already-solved"
        "edge/by-name"
        "edge/by-type"
        "edge/clear-and-piece"
        "edge/clear-corner"
        "edge/disconnected-board"
        "edge/distinct"
        "edge/gate"
        "edge/gate-below"
        "edge/half-unit-turn"
        "edge/l-bypass"
        "edge/l-corner"
        "edge/locked"
        "edge/long-path"
        "edge/look-through"
        "edge/named-among-types"
        "edge/rigid-frame"
        "edge/thin-wall"
        "edge/tiles-two-blanks"
        "edge/touching"
        "edge/train"
        "edge/words"
        "elevator-switch"
        "entanglement"
        "fuji-25"
        "gnome-fool"
        "gnome-pennant"
        "gnome-polonaise"
        "gnome-rome"
        "gnome-success"
        "grab-the-key"
        "huarong-bei-shui-lie-zhen"
        "huarong-bi-yi-heng-kong"
        "huarong-bing-fen-san-lu"
        "huarong-cao-chong-cheng-xiang"
        "huarong-ceng-ceng-she-fang-1"
        "huarong-chen-bing-xi-chui"
        "huarong-du-se-yao-dao"
        "huarong-heng-ma-dang-guan"
        "huarong-jiang-yong-cao-ying"
        "huarong-jie-zu-xian-deng"
        "huarong-jin-zai-zhi-chi-3"
        "huarong-li-er-bu-kan"
        "huarong-liu-shui-xing-yun"
        "huarong-qian-hu-hou-yong"
        "huarong-ru-di-wu-men"
        "huarong-sheng-ji-ang-ran"
        "huarong-shou-kou-ru-ping-1"
        "huarong-si-mian-chu-ge"
        "huarong-tao-hua-yuan-zhong"
        "huarong-xiao-bing-tan-lu"
        "huarong-xing-luo-qi-bu"
        "huarong-xu-yu-wei-yi"
        "huarong-yi-lu-shun-feng"
        "huarong-yong-chuang-wu-guan"
        "huarong-yu-sheng-xi-li"
        "huarong-yu-you-chun-shui"
        "huarong-yun-zhe-wu-zhang"
        "huarong-zou-tou-wu-lu"
        "klotski"
        "knuth-silly"
        "mas-puzzle"
        "maxi-ma-horizontal"
        "maxi-ma-vertical"
        "mini-ma-horizontal"
        "motor-cars"
        "new-century"
        "pennant"
        "pennant-either-corner"
        "pennant-half-units"
        "pink-and-blue"
        "puzzle-2"
        "puzzle-beast-18"
        "rush-hour-60"
        "sliding-pipes"
        "snowdrop"
        "super-century"
        "tiles-2x3"
        "tiles-2x4"
        "tiles-2x5"
        "tiles-3x3"
        "tiles-3x4"
        "tiles-repeated"
        "trapped-treasure"
        "tzer"
        "ufo-sos"
        "ultimate-tzer"
        "way-out-22"
        "way-out-27"
        "way-out-44"
        "way-out-56"
    }
    rushhour {
        "rush-hour/card-01"
        "rush-hour/card-02"
        "rush-hour/card-03"
        "rush-hour/card-04"
        "rush-hour/card-06"
        "rush-hour/card-08"
        "rush-hour/card-09"
        "rush-hour/card-11"
        "rush-hour/card-12"
        "rush-hour/card-13"
        "rush-hour/card-15"
        "rush-hour/card-16"
        "rush-hour/card-18"
        "rush-hour/card-19"
        "rush-hour/card-21"
        "rush-hour/card-22"
        "rush-hour/card-24"
        "rush-hour/card-26"
        "rush-hour/card-27"
        "rush-hour/card-28"
        "rush-hour/card-30"
        "rush-hour/card-32"
        "rush-hour/card-35"
        "rush-hour/card-36"
        "rush-hour/card-39"
        "rush-hour/card-40"
        "rush-hour/course-12x12-7"
        "rush-hour/course-6x6-1"
        "rush-hour/course-6x6-2"
        "rush-hour/course-9x9-4"
        "rush-hour/course-9x9-6"
        "rush-hour/database-05-11"
        "rush-hour/database-22-16676"
        "rush-hour/database-30-17039"
        "rush-hour/database-33-5686"
        "rush-hour/database-40-1121"
        "rush-hour/database-40-1230"
        "rush-hour/database-40-18187"
        "rush-hour/database-40-2430"
        "rush-hour/database-40-4287"
        "rush-hour/database-40-875"
        "rush-hour/database-45-6449"
        "rush-hour/edge/already-solved"
        "rush-hour/edge/one-move"
        "rush-hour/edge/seed-h2-says-too-much"
        "rush-hour/edge/solvable-7x7"
        "rush-hour/edge/solvable-exitrow4-truck"
        "rush-hour/edge/solvable-horiz-ahead-other-row"
        "rush-hour/edge/solvable-horiz-behind"
        "rush-hour/edge/solvable-len3-primary"
        "rush-hour/edge/solvable-rect7x5"
        "rush-hour/edge/solvable-rect8x6"
        "rush-hour/edge/solvable-small-row3"
        "rush-hour/edge/unsolvable-deadlock"
        "rush-hour/edge/unsolvable-len4bus"
        "rush-hour/edge/unsolvable-rect7x5"
        "rush-hour/edge/unsolvable-rect7x5b"
        "rush-hour/edge/unsolvable-wall-pin"
        "rush-hour/edge/wall-6x6-ok"
        "rush-hour/record-50"
        "rush-hour/record-51-4780"
        "rush-hour/record-51-9360"
        "rush-hour/record-53"
        "rush-hour/record-54-1845"
        "rush-hour/record-54-3461"
        "rush-hour/record-54-6355"
        "rush-hour/record-60"
        "rush-hour/states-541934"
    }
    freecell {
        "freecell/deal-1-no-cells"
        "freecell/deal-11982"
        "freecell/deal-11982-3-cells"
        "freecell/deal-146692"
        "freecell/deal-178-3-cells"
        "freecell/deal-6-2-cells"
        "freecell/deal-617"
        "freecell/deal-781948"
        "freecell/five-ranks-no-cells"
        "freecell/four-ranks"
        "freecell/four-ranks-no-cells"
        "freecell/six-ranks"
        "freecell/six-ranks-no-cells"
        "freecell/six-ranks-six-columns"
        "freecell/three-ranks"
    }
}

/// All puzzles, one domain after the other, ascending by name within it.
pub fn all() -> impl Iterator<Item = Entry> {
    let built = |&name| Entry { name, domain: twisty::DOMAIN, source: Source::BuiltIn };
    PUZZLES.iter().copied().chain(twisty::builtin::NAMES.iter().map(built))
}

/// The puzzle of this name.
///
/// # Errors
/// [`LibraryError::Unknown`] with the names that resemble this one.
pub fn entry(name: &str) -> Result<Entry, LibraryError> {
    let unknown = || LibraryError::Unknown { name: name.to_owned(), similar: similar(name) };
    all().find(|entry| entry.name == name).ok_or_else(unknown)
}

/// At most three names that resemble this one, the closest first: misspelt by
/// few letters, or having it as a part.
#[must_use]
pub fn similar(name: &str) -> Vec<&'static str> {
    let wanted: String = name.chars().take(64).flat_map(char::to_lowercase).collect();
    let allowed = wanted.chars().count() / 3;
    let mut found: Vec<(usize, &str)> = all()
        .map(|entry| entry.name)
        .filter_map(|known| {
            let distance = distance(&wanted, known);
            let part = wanted.len() > 2 && known.contains(wanted.as_str());
            (part || distance <= allowed).then_some((distance, known))
        })
        .collect();
    found.sort_unstable();
    found.into_iter().take(3).map(|(_, known)| known).collect()
}

fn did_you_mean(similar: &[&str]) -> String {
    if similar.is_empty() {
        ";".to_owned()
    } else {
        format!("; did you mean {}?", similar.join(" or "))
    }
}

/// The number of letters to insert, drop or replace to turn `a` into `b`.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, &y) in row.iter_mut().skip(1).zip(&b) {
            let replaced = diagonal + usize::from(x != y);
            diagonal = *cell;
            left = replaced.min(left + 1).min(diagonal + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;
    use crate::domains::DOMAINS;

    /// The names of all puzzle files below a folder.
    fn files(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            if entry.file_type().unwrap().is_dir() {
                files(&entry.path(), &format!("{prefix}{name}/"), found);
            } else if let Some(name) = name.strip_suffix(".toml") {
                found.insert(format!("{prefix}{name}"));
            }
        }
    }

    #[test]
    fn the_list_names_every_file() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
        let mut found = BTreeSet::new();
        files(&root, "", &mut found);
        let listed = all().filter(|entry| !entry.is_built_in());
        assert_eq!(listed.map(|entry| entry.name.to_owned()).collect::<BTreeSet<_>>(), found);
        let place = |domain| DOMAINS.iter().position(|known| *known == domain);
        let order: Vec<_> = all().map(|entry| (place(entry.domain), entry.name)).collect();
        assert!(order.is_sorted());
    }

    #[test]
    fn a_misspelt_name_is_guessed() {
        assert_eq!(similar("klotzki"), ["klotski"]);
        assert_eq!(similar("Climb12"), ["climb-12"]);
        assert!(similar("maxi").contains(&"maxi-ma-vertical"));
        assert!(similar("").is_empty());
        let error = entry("klotzki").unwrap_err().to_string();
        assert!(error.contains("did you mean klotski? `strata puzzles`"), "{error}");
    }
}
