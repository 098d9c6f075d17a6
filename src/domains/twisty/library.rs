//! The built-in puzzles as those of a library: with all that sequences may name.

use super::builtin::{self, Builtin};
use super::effect::Effect;
use super::formats::write_tws;
use super::moves::Generator;
use super::puzzle::{Alias, Puzzle};

/// The built-in puzzle of a name, in which the turns that are made of others have names too.
#[must_use]
pub fn get(name: &str) -> Option<Puzzle> {
    let Builtin { mut puzzle, also, .. } = builtin::named(name)?;
    let of_two = |effect: &Effect| {
        let pairs = Generator::all(&puzzle)
            .into_iter()
            .flat_map(|a| Generator::all(&puzzle).into_iter().map(move |b| [a, b]));
        let effect_of = |turn: Generator| &puzzle.bases[turn.base].effect;
        pairs.into_iter().find(|&[a, b]| effect_of(a).then(effect_of(b), &puzzle.orbits) == *effect)
    };
    let aliases = also.iter().filter_map(|base| {
        Some(Alias { name: base.name.clone(), turns: of_two(&base.effect)?.into() })
    });
    puzzle.aliases = aliases.collect();
    Some(puzzle)
}

/// The text of a file that would hold this built-in puzzle; empty for another name.
#[must_use]
pub fn text(name: &str) -> String {
    get(name).map(|puzzle| write_tws(&puzzle)).unwrap_or_default()
}

/// What people call a built-in puzzle; empty for another name.
#[must_use]
pub fn title(name: &str) -> &'static str {
    match name {
        "2x2x2" => "Pocket cube",
        "2x2x2-6" => "Pocket cube, turned by all six faces",
        "3x3x3" => "Magic cube",
        "4x4x4" => "Cube of four layers",
        "pyraminx" => "Pyraminx",
        "pyraminx-tips" => "Pyraminx with its tips",
        "skewb" => "Skewb",
        "megaminx" => "Megaminx",
        _ => "",
    }
}

/// How many states of a built-in puzzle its turns reach, if less than 2^64.
#[must_use]
pub fn states(name: &str) -> Option<u64> {
    Some(match name {
        "2x2x2" => 3_674_160,
        "2x2x2-6" => 88_179_840,
        "pyraminx" => 933_120,
        "pyraminx-tips" => 75_582_720,
        "skewb" => 3_149_280,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::formats;
    use super::*;

    #[test]
    fn every_puzzle_reads_back_from_its_text() {
        for name in builtin::NAMES {
            let puzzle = get(name).unwrap();
            let read = formats::read("x.tws", &text(name), None).unwrap();
            assert_eq!(read, puzzle, "{name}");
            assert!(!title(name).is_empty(), "{name}");
        }
        assert_eq!(get("4x4x4").map(|puzzle| puzzle.aliases.len()), Some(6));
        assert_eq!(text("5x5x5"), "");
    }
}
