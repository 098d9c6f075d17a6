use super::super::builtin::{NAMES, named, tests::effect};
use super::*;

fn drawing(name: &str) -> Drawing {
    Drawing::new(&named(name).unwrap().puzzle)
}

/// The position after a sequence.
fn after(name: &str, sequence: &str) -> Effect {
    effect(&named(name).unwrap(), sequence)
}

/// A net without its layout.
fn letters(name: &str, sequence: &str) -> String {
    let net = drawing(name).text(&after(name, sequence), false);
    net.lines().map(|line| line.replace(' ', "")).collect::<Vec<_>>().join("/")
}

#[test]
fn cubes_are_crosses() {
    let solved = "       U U U
       U U U
       U U U
L L L  F F F  R R R  B B B
L L L  F F F  R R R  B B B
L L L  F F F  R R R  B B B
       D D D
       D D D
       D D D";
    let cube = drawing("3x3x3");
    assert_eq!(cube.text(&after("3x3x3", ""), false), solved);
    let turned = "       U U U
       U U U
       L L L
L L D  F F F  U R R  B B B
L L D  F F F  U R R  B B B
L L D  F F F  U R R  B B B
       R R R
       D D D
       D D D";
    assert_eq!(cube.text(&after("3x3x3", "F"), false), turned);
    assert_eq!(letters("2x2x2", "R"), "UF/UF/LLFDRRUB/LLFDRRUB/DB/DB");
    let inner = "UUFU/UUFU/UUFU/UUFU/LLLLFFDFRRRRBUBB/LLLLFFDFRRRRBUBB/LLLLFFDFRRRRBUBB/LLLLFFDFRRRRBUBB/DDBD/DDBD/DDBD/DDBD";
    assert_eq!(letters("4x4x4", "2R"), inner);
}

#[test]
fn the_tetrahedron_is_a_triangle() {
    let turned = "L L F F F R L L L R R
  L L F R R R L R R
    L F F F F F R
      D D D D D
        D D D
          D";
    for name in ["pyraminx", "pyraminx-tips"] {
        assert_eq!(drawing(name).text(&after(name, "U"), false), turned);
    }
    let tip = letters("pyraminx-tips", "b");
    assert_eq!(tip, "RLLLLFRRRRD/LLLFFFRRR/LFFFFFR/DDDDD/DDD/L");
}

#[test]
fn the_skewb_is_a_cross_of_diamonds() {
    let turned = "       U   F
         F
       F   F
L   D  R   R  U   U  L   B
  L      R      U      B
L   L  F   R  U   R  B   B
       D   B
         D
       D   D";
    assert_eq!(drawing("skewb").text(&after("skewb", "F"), false), turned);
}

#[test]
fn the_dodecahedron_is_two_flowers() {
    let turned = "        BL BL BL        BR BR BR                          B
      BL        BL    BR        BR                     B     B
     BL    BL    L   BL    BR    BR                 B     B     B
        BL    L         BL    BR                     B         B
           L       U       BL                DR        B  B  B         DL
                U     U                   DR    DR                  DL    DL
   L  L  F   U     U     U   BR R  R   DR    DR    DR  D  D  D   DL    DL    DL
 L         F  U         U  BR        R  DR        DR D         D  DL        DL
L     L     F   U  U  U   BR    R     R   DR DR DR  D     D     D   DL DL DL
   L     L                   R     R              FR   D     D    FL
      L         R  R  R         R              FR    FR   D    FL    FL
              F         F                   FR    FR    FR  FL    FL    FL
             F     F     F                   FR        FR    FL        FL
                F     F                        FR FR FR        FL FL FL
                   F";
    assert_eq!(drawing("megaminx").text(&after("megaminx", "U"), false), turned);
}

#[test]
fn letters_stand_apart() {
    for name in NAMES {
        let geometry = named(name).unwrap().geometry;
        let wide = geometry.faces.iter().map(|face| face.name.len()).max().unwrap();
        for two in geometry.places.windows(2) {
            let (first, second) = (two[0].cell, two[1].cell);
            let apart = first.0 < second.0 || first.1 + wide < second.1;
            assert!(apart, "{name} {first:?} {second:?}");
            assert!(second.0 - first.0 < 2, "{name} has an empty row after {first:?}");
        }
    }
}

#[test]
fn color_is_ground_and_nothing_else() {
    let (cube, position) = (drawing("2x2x2"), after("2x2x2", "R"));
    let (plain, color) = (cube.text(&position, false), cube.text(&position, true));
    assert!(color.contains("\u{1b}[30m\u{1b}[48;5;231mU \u{1b}[0m"), "{color:?}");
    let mut bare = String::new();
    let mut parts = color.split('\u{1b}');
    bare += parts.next().unwrap();
    parts.for_each(|part| bare += part.split_once('m').unwrap().1);
    let bare: Vec<&str> = bare.lines().map(str::trim_end).collect();
    assert_eq!(bare.join("\n"), plain);
}

#[test]
fn pictures_have_a_polygon_for_each_sticker() {
    for (name, stickers) in NAMES.into_iter().zip([24, 24, 54, 96, 132, 36, 36, 30]) {
        let picture = drawing(name).svg(&after(name, ""));
        assert_eq!(picture.body.matches("<polygon").count(), stickers, "{name}");
        for point in picture.body.split('"').filter(|text| text.contains(',')) {
            for (at, limit) in
                point.split([' ', ',']).zip([picture.width, picture.height].iter().cycle())
            {
                assert!((0.0..=*limit).contains(&at.parse::<f64>().unwrap()), "{name} {point}");
            }
        }
    }
    let turned = drawing("2x2x2").svg(&after("2x2x2", "U"));
    let first =
        "<g stroke=\"#1d2129\" stroke-width=\"2\" stroke-linejoin=\"round\">\n<polygon points=\"";
    assert!(turned.body.starts_with(first), "{}", turned.body);
    assert_eq!(turned.body.matches("#ffffff").count(), 4);
}

#[test]
fn what_is_written_is_read_back() {
    let mut seed = 7_u64;
    for name in NAMES {
        let puzzle = named(name).unwrap().puzzle;
        let net = Drawing::new(&puzzle);
        assert!(net.has_net());
        let table = Drawing::new(&Puzzle { name: "another".to_owned(), ..puzzle.clone() });
        assert!(!table.has_net());
        let mut position = Effect::identity(puzzle.slots());
        for _ in 0..60 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let turn = &puzzle.bases[(seed >> 33) as usize % puzzle.bases.len()];
            position = position.then(&turn.effect, &puzzle.orbits);
            for drawing in [&net, &table] {
                let text = drawing.text(&position, false);
                let read = drawing.read(&text).unwrap();
                assert_eq!(drawing.text(&read, false), text);
                assert_eq!(drawing.read(&text.replace('\n', "/")), Ok(read.clone()));
                if puzzle.is_plain() {
                    assert_eq!(read, position, "{name}\n{text}");
                }
            }
        }
    }
}

#[test]
fn positions_that_no_turns_reach_are_read() {
    // The corner of the upper, right and front face turned once.
    let net = "UUUUUUUUF/LLLFFRURRBBB/LLLFFFRRRBBB/LLLFFFRRRBBB/DDDDDDDDD";
    let read = drawing("3x3x3").read(net).unwrap();
    assert_eq!(drawing("3x3x3").cycles(&read), "(URF+)");
}

#[test]
fn wrong_nets_are_refused() {
    let solved = "UUUUUUUUULLLFFFRRRBBBLLLFFFRRRBBBLLLFFFRRRBBBDDDDDDDDD";
    let with = |at: usize, letter: &str| format!("{}{letter}{}", &solved[..at - 1], &solved[at..]);
    let cases = [
        (solved[1..].to_owned(), "53 stickers, where the 3x3x3 has 54"),
        (format!("{solved} U"), "55 stickers, where the 3x3x3 has 54"),
        (with(3, "x"), "sticker 3: \"x\" is no face of the 3x3x3, which are U D F B R L"),
        (with(5, "d"), "sticker 5 is D but must be U, because no turn moves it"),
        (with(9, "D"), "no piece for URF has the colours D R F in this order"),
        (with(8, "R"), "the piece FR is there twice, at UF and at FR"),
    ];
    for (net, why) in cases {
        assert_eq!(drawing("3x3x3").read(&net), Err(why.to_owned()), "{net}");
    }
    assert!(drawing("3x3x3").read(&"U".repeat(70_000)).unwrap_err().starts_with("70000 bytes"));
    assert!(drawing("megaminx").read("UU").unwrap_err().contains("\"UU\" is no face"));
}

#[test]
fn tables_name_pieces_by_number() {
    let mut puzzle = named("2x2x2-6").unwrap().puzzle;
    puzzle.name = "corners".to_owned();
    let table = Drawing::new(&puzzle);
    let turned = puzzle.bases[2].effect.clone();
    assert_eq!(table.text(&turned, true), "CORNERS 5+2 2 3 1+1 8+1 6 7 4+2");
    assert_eq!(table.cycles(&turned), "CORNERS (1+ 4- 8+ 5-)");
    assert_eq!(table.slot_name(4), "CORNERS 5");
    assert_eq!(table.slot_name(8), "");
    assert!(table.svg(&turned).body.contains(">CORNERS 5+2 2 3 1+1 8+1 6 7 4+2</text>"));
    // Two pieces that look alike, and one whose turn does not matter.
    puzzle.labels[4] = puzzle.labels[0];
    puzzle.any_turn[7] = true;
    let table = Drawing::new(&puzzle);
    assert_eq!(table.text(&turned, false), "CORNERS 1+2 2 3 1+1 8 6 7 4+2");
    let read = table.read("CORNERS 5+2 2 3 5+1 8 6 7 4+2").unwrap();
    assert_eq!(read.from, [0, 1, 2, 4, 7, 5, 6, 3]);
    assert_eq!(read.turn, [2, 0, 0, 1, 0, 0, 0, 2]);
}

#[test]
fn wrong_tables_are_refused() {
    let mut puzzle = named("pyraminx").unwrap().puzzle;
    puzzle.name = "another".to_owned();
    puzzle.labels[1] = puzzle.labels[0];
    let cases = [
        ("", "there is no line for AXIALS"),
        ("EDGES 1 2 3 4 5 6", "a line begins with \"EDGES\", not with AXIALS"),
        ("AXIALS 1 2 3 4", "there is no line for EDGES"),
        ("AXIALS 1 2 3", "AXIALS: 3 pieces, not 4"),
        ("AXIALS 1 2 3 5", "AXIALS 4: \"5\" is no piece; they are 1 to 4"),
        ("AXIALS 1 2 3+3 4", "AXIALS 3: turned by \"3\", not by 0 to 2"),
        ("AXIALS 1 2 3 -4", "AXIALS 4: \"-4\" is no piece; they are 1 to 4"),
        ("AXIALS 3 2 3 4", "AXIALS 3: the piece 3 is there twice"),
        ("AXIALS 1 2 1 4", "AXIALS 3: more than 2 pieces that look like 1"),
        ("AXIALS 1 2 3 4/EDGES 1 2 3 4 5 6/TIPS 1", "there is no orbit for the line \"TIPS\""),
    ];
    for (table, why) in cases {
        assert_eq!(Drawing::new(&puzzle).read(table), Err(why.to_owned()), "{table}");
    }
}

#[test]
fn cycles_name_slots_by_their_faces() {
    let cases = [
        ("3x3x3", "", "()"),
        ("3x3x3", "F", "(URF- DFR+ DLF- UFL+) (UF+ FR+ DF+ FL+)"),
        ("3x3x3", "U", "(URF UFL ULB UBR) (UR UF UL UB)"),
        ("4x4x4", "2U", "(FR LF BL RB) (R1 F2 L2 B2) (F1 L1 B1 R2)"),
        ("pyraminx-tips", "u", "(flr+)"),
        ("megaminx", "U'", "(U-R-F U-BR-R U-BL-BR U-L-BL U-F-L) (U-R U-BR U-BL U-L U-F)"),
        ("skewb", "F'", "(URF-) (UFL+ DFR+ UBR+) (U F R)"),
    ];
    for (name, sequence, cycles) in cases {
        assert_eq!(drawing(name).cycles(&after(name, sequence)), cycles, "{name} {sequence}");
    }
    assert_eq!(drawing("3x3x3").slot_name(0), "URF");
    assert_eq!(drawing("3x3x3").slot_name(20), "");
}
