//! Measures water.

mod space;

use space::Jugs;
use strata::space::StateSpace as _;

fn main() {
    let jugs = Jugs { sizes: vec![3, 5], target: 4 };
    assert_eq!(jugs.starts().len(), 1);
}
