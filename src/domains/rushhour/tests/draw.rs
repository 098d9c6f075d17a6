//! States as text, read back, and as pictures.

use super::space;
use crate::domains::rushhour::{Metric, Positions, RushHour};
use crate::space::{Draw as _, StateSpace as _, Successors};

const BOARD: &str = "..B.../..B..C/AAB..C/.x...C/....../......";

#[test]
fn a_moved_car_is_marked() {
    let space = space(BOARD, Metric::Moves);
    let mut list = Successors::default();
    space.expand(&space.starts()[0], &mut list);
    let last = list.iter().last().unwrap();
    assert_eq!(last.action.to_string(), "C+2");
    let shown =
        " . . B . . .\n . . B . . .\n A A B . . .\n . x . . .[C]\n . . . . .[C]\n . . . . .[C]";
    let text = space.text(&last.state, Some(&last.action));
    assert_eq!(text, shown);
    assert_eq!(space.read_state(&text), Ok(last.state.clone()));
    assert_eq!(space.text(&space.starts()[0], None), BOARD.replace('/', "\n"));
    let picture = space.svg(&last.state, Some(&last.action));
    assert_eq!((picture.width, picture.height), (256.0, 256.0));
    assert_eq!(picture.body.matches("<title>").count(), 3);
    assert_eq!(picture.body.matches("stroke-width=\"4\"").count(), 1);
}

#[test]
fn words_and_lone_rows_are_drawn_with_room() {
    let wide =
        super::toml("primary = \"AS\"\nboard = \"\"\"\nAS AS .\n.  .  B\n.  .  B\n\"\"\"").unwrap();
    let wide = RushHour::<u64>::new(wide, Metric::Moves).unwrap();
    let start = wide.starts()[0].clone();
    assert_eq!(wide.text(&start, None), "AS AS .\n.  .  B\n.  .  B");
    assert_eq!(wide.read_state(&wide.text(&start, None).replace('\n', "/")), Ok(start));
    let lone = space("A A . .", Metric::Moves);
    let start = lone.starts()[0].clone();
    assert_eq!(lone.text(&start, None), "A A . .");
    assert_eq!(lone.read_state("AA.."), Ok(start));
}

#[test]
fn what_is_no_state_is_refused() {
    let space = space("BBxCC./AA.D../...D../......", Metric::Moves);
    let refused = [
        ("BBxCC./AA.D../...D..", "fewer than 4 rows"),
        ("BBxCC./AA.D../...D../....../......", "more than 4 rows"),
        ("BBxCC./AA.D../...D../.......", "row 4 has more than 6 cells"),
        ("BBxCC./AA.D../...D../.....", "row 4 has fewer than 6 cells"),
        ("BB.CC./AA.D../...D../......", "row 1, column 3: the board has a wall here"),
        ("BBxCC./AA.D../...D../..x...", "row 4, column 3: the board has no wall here"),
        ("BBxCC./AA.D../...D../...E..", "row 4, column 4: no car `E`"),
        ("BBxCC./....../AA.D../...D..", "row 3, column 1: car `A` stays in row 2"),
        ("BBxCC./A.AD../...D../......", "row 2, column 3: car `A` is in two parts"),
        ("BBxCC./AAAD../...D../......", "car `A` is 3 long, not 2"),
        ("BBxCC./AA..../....../......", "car `D` is missing"),
        ("CCxBB./AA.D../...D../......", "car `B` cannot pass"),
    ];
    for (text, message) in refused {
        let error = space.read_state(text).unwrap_err();
        assert!(error.contains(message), "{text}: {error}");
    }
    assert_eq!(
        space.read_state("\nBBx.CC/.AAD../...D../....../\n"),
        Ok(Positions(vec![0, 4, 1, 1]))
    );
}
