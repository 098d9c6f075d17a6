use super::super::builtin::{NAMES, named};
use super::*;
#[test]
fn show() {
    for name in NAMES {
        let b = named(name).unwrap();
        let d = Drawing::new(&b.puzzle);
        let e = b.puzzle.bases[0].effect.then(&b.puzzle.bases[2].effect, &b.puzzle.orbits);
        println!("{}\n{}", d.text(&e, false), d.text(&e, true));
        println!("{}", d.cycles(&e));
        std::fs::write(format!("/root/scratch/builtin/{name}.svg"), d.svg(&e).document()).unwrap();
    }
}
