//! Which texts are taken for Rush Hour boards.

use crate::domains::rushhour::formats::{is_likely, spelled};

#[test]
fn boards_are_recognised() {
    let board = "..B...\n..B..C\nAAB..C\n......\n......\n......\n";
    let likely = [
        ("b.txt", board.to_owned()),
        ("b", board.replace('\n', "\r\n")),
        ("b", "A A . .\n. . . .".to_owned()),
        ("b", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM".to_owned()),
        ("b", "AA./...\n".to_owned()),
        ("b.csv", "anything".to_owned()),
        ("b", "\u{feff}\ncar,orientation,row,col,length\n".to_owned()),
        ("b.toml", "domain = \"rushhour\"\nboard = \"AA/..\"".to_owned()),
        ("b", "domain= 'rushhour' # yes\nboard = \"AA/..\"".to_owned()),
    ];
    for (file, text) in likely {
        assert!(is_likely(file, &text), "{file}: {text}");
    }
    let others = [
        ("b.txt", format!("{board}\n{board}")),
        ("b.toml", "board = \"AAB.\"\ngoal = \"BAA.\"".to_owned()),
        ("b.toml", "domain = \"sliding\"\nboard = \"AAB.\"".to_owned()),
        ("b.txt", "AA#\n...".to_owned()),
        ("b.txt", "BB.\n...".to_owned()),
        ("b.txt", "A=.\n...".to_owned()),
        ("b.txt", String::new()),
    ];
    for (file, text) in others {
        assert!(!is_likely(file, &text), "{file}: {text}");
    }
}

#[test]
fn boards_on_a_command_line_are_recognised() {
    for text in
        ["IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", "AA./.../...", "AA../....", "AA.../..../....."]
    {
        assert!(spelled(text), "{text}");
    }
    for text in ["klotski", "A", "boards/A.toml", "rush-hour/card-01", "BB./...", "AA.", "A\nA/BB"]
    {
        assert!(!spelled(text), "{text}");
    }
}
