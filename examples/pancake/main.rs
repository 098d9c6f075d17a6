//! Sorts pancakes.

mod draw;
mod space;

use space::Pancakes;
use strata::space::{Draw as _, StateSpace as _};

fn main() {
    let pancakes = Pancakes { pancakes: 7 };
    let text = pancakes.starts().iter().map(|stack| pancakes.text(stack, None)).collect::<String>();
    assert_eq!(pancakes.metric(), "turns");
    assert_eq!(text, "7 6 5 4 3 2 1");
}
