//! What is wrong with `.tws` files, and where.

use super::*;

#[track_caller]
fn is_wrong(text: &str, expected: &str) {
    assert_eq!(wrong("x.tws", text), expected, "{text}");
}

/// Two orbits and what follows; line 3 is the first of `rest`.
#[track_caller]
fn rest(rest: &str, expected: &str) {
    is_wrong(&format!("Set A 3 2\nSet B 2 1\n{rest}"), expected);
}

#[test]
fn permutations() {
    rest("Move X\nA\n1 2 2\nEnd", "5:5: 2 is here twice, and 3 is missing");
    rest("Move X\nA\n1 4 2\nEnd", "5:3: 4 is not between 1 and 3, and 3 is missing");
    rest("Move X\nA\n0 2 1\nEnd", "5:1: the numbers begin at 0; here they must begin at 1");
    rest(
        "MoveTransformation X\nA\n1 3 2\nEnd",
        "5:1: the numbers begin at 1; here they must begin at 0",
    );
    rest("MoveTransformation X\nA\n1 1 2\nEnd", "5:3: 1 is here twice, and 0 is missing");
    rest("Move X\nA\n1 2\nEnd", "5:4: 2 numbers, where A has 3");
    rest("Move X\nA\n1 2 3 4\nEnd", "5:7: 4 numbers, where A has 3");
    rest("Move X\nA\n1 2x 3\nEnd", "5:3: \"2x\" where the number of a piece is expected");
    rest(
        "Move X\nA\n1 99999999999 3\nEnd",
        "5:3: \"99999999999\" where the number of a piece is expected",
    );
}

#[test]
fn turns_of_pieces() {
    rest("Move X\nA\n2 1 3\n0 2 0\nEnd", "6:3: 2, where turns of A are 0 to 1");
    rest("Move X\nB\n2 1\n0 1\nEnd", "6:3: 1, where turns of B are 0 to 0");
    rest(
        "Move X\nA\n2 1 3\n0 ? 0\nEnd",
        "6:3: `?` is for positions; a turn turns pieces by numbers",
    );
    rest(
        "Solved\nA\n1 1 2\n? 0 0\nEnd\nMove X\nA\n2 1 3\nEnd",
        "6:3: pieces of A that look alike must all have `?` or none of them",
    );
}

#[test]
fn positions() {
    let turn = "Move X\nA\n2 1 3\nEnd";
    let wrong = |text: &str, expected: &str| rest(&format!("{text}\n{turn}"), expected);
    wrong("Solved\nA\n1 1 3\nEnd", "5:5: 3, but no piece has the number 2");
    wrong(
        "Solved\nA\n0 1 2\nEnd",
        "5:1: 0 is not between 1 and 3; numbers of StartState and ScrambleState begin at 0",
    );
    wrong("StartState\nA\n1 2 3\nEnd", "5:5: 3 is not between 0 and 2; those of Solved begin at 1");
    wrong(
        "Solved\nA\n1 1 2\nEnd\nSolved\nA\n1 2 2\nEnd",
        "9:5: the solved position of A has fewer pieces like this",
    );
    wrong(
        "Solved\nA\n1 1 2\nEnd\nSolved\nA\n1 1 2\n0 ? 0\nEnd",
        "10:3: `?`, but in the solved position the turn of this piece matters",
    );
    wrong("Solved\nEnd\nSolved\nEnd", "5:1: this solved position is above already");
    wrong(
        "Solved\nEnd\nStartState\nEnd",
        "5:1: StartState is the first solved position with numbers from 0, and there is one already; further ones are Solved, where a search starts is ScrambleState",
    );
    wrong("ScrambleAlg\nX Y\nEnd", "4:3: no turn is called \"Y\"; there are X");
    wrong("ScrambleAlg\nX\nEnd\nScramble\nEnd", "6:1: a second place where a search starts");
    wrong("ScrambleAlg\nX", "3:1: this ScrambleAlg is never closed with `End`");
}

#[test]
fn blocks() {
    rest("Move X\nA\n2 1 3", "3:1: this Move is never closed with `End`");
    rest("Move X\nA\nEnd", "4:2: the numbers of A are missing");
    rest("Move X\n1 2 3\nEnd", "4:1: before numbers the name of an orbit is expected");
    rest("Move X\nC\n1 2\nEnd", "4:1: no orbit is called \"C\"; there are A, B");
    rest("Move X\nA\n2 1 3\nMove Y", "6:1: before Move the block above must be closed with `End`");
    rest("Move X\nA\n2 1 3\nA\n2 1 3\nEnd", "6:1: A is here twice");
    rest(
        "Move X\nA\n2 1 3\n0 0 0\n0 0 0\nEnd",
        "7:1: A has two rows: pieces and turns; here `End` or an orbit is expected",
    );
    rest("Move X\nA 1 2 3\nEnd", "4:3: \"1\" is too much");
}

#[test]
fn lines() {
    is_wrong("", "1:1: the puzzle has no orbit; `Set CORNERS 8 3` makes one");
    is_wrong("Set A 3 2\n", "2:1: the puzzle has no turn; `Move NAME` begins one");
    is_wrong("Move X\n", "1:1: before Move a Set is needed");
    is_wrong("Name\n", "1:5: here the name of the puzzle is missing");
    is_wrong("Name a\nName b\n", "2:1: the puzzle has a name already");
    is_wrong(
        "Set A 3\n",
        "1:8: Set needs three words: the name of an orbit, how many pieces, how many turns",
    );
    is_wrong(
        "Set A 3 2 1\n",
        "1:11: \"1\" is too much; Set has three words: the name of an orbit, how many pieces, how many turns",
    );
    is_wrong("Set A x 2\n", "1:7: \"x\" where a number of pieces is expected");
    is_wrong(
        "Set A 0 2\n",
        "1:5: 0 pieces in A; an orbit has at least one, all orbits together at most 255",
    );
    is_wrong(
        "Set A 200 2\nSet B 56 1",
        "2:5: 56 pieces in B; an orbit has at least one, all orbits together at most 255",
    );
    is_wrong("Set A 2 17\n", "1:5: 17 turns of the pieces of A; 1 to 16 are possible");
    is_wrong("Set A 2 1\nSet A 2 1\n", "2:5: a second orbit called A");
    is_wrong(
        "Set 8A 2 1\n",
        "1:5: \"8A\" cannot be the name of an orbit; it is one word that begins with a letter",
    );
    rest(
        "Moves X",
        "3:1: \"Moves\" begins no line of a puzzle; Name, Set, Solved, StartState, Move, MoveTransformation, MoveAlias, MoveSequence, Scramble, ScrambleState, ScrambleAlg, SwizzleSet do",
    );
    rest(
        "Illegal A 1 2",
        "3:1: Illegal changes which moves and positions count; such puzzles cannot be searched",
    );
    rest(
        "Solved\nEnd\nSet C 1 1",
        "5:1: all Set lines must stand before the first position and the first turn",
    );
}

#[test]
fn turns() {
    let turn = "Move X\nA\n2 1 3\nEnd\n";
    let wrong = |text: &str, expected: &str| rest(&format!("{turn}{text}"), expected);
    wrong("Move X\nA\n1 3 2\nEnd", "7:6: a second turn called X");
    wrong("Move Y\nA\n1 2 3\nEnd", "7:6: Y does nothing");
    wrong(
        "Move Y,\nA\n1 3 2\nEnd",
        "7:6: \"Y,\" cannot be the name of a turn; it is one word without ( ) [ ] < > , : ; . and //, and begins with neither # nor '",
    );
    wrong("Move", "7:5: Move needs one word, the name of the turn");
    wrong("MoveAlias Y", "7:12: MoveAlias needs a new name and what it stands for");
    wrong(
        "MoveAlias Y X X",
        "7:15: \"X\" is too much; MoveAlias has two words, a new name and the turn that it stands for",
    );
    wrong("MoveAlias X X", "7:11: a second turn called X");
    wrong("MoveSequence Y X (X", "7:18: this `(` is never closed");
    wrong("MoveSequence Y X X", "7:14: Y does nothing");
    wrong("MoveSequence Y (X)1001", "7:14: Y stands for 1001 turns; 1000 are possible");
    is_wrong(
        "Set A 4 1\nMove X\nA\n2 3 4 1\nEnd\nMove X2\nA\n2 1 3 4\nEnd\n",
        "6:6: `X2` would be 2 times X and something else too; X2 needs another name",
    );
}

#[test]
fn sizes_are_bounded() {
    // Cycles of 7, 11 and 13 pieces: the order is 1001.
    let cycle = |length: usize, first: usize| {
        (0..length).map(move |i| (first + (i + 1) % length).to_string())
    };
    let row: Vec<String> = cycle(7, 1).chain(cycle(11, 8)).chain(cycle(13, 19)).collect();
    is_wrong(
        &format!("Set A 31 1\nMove X\nA\n{}\nEnd\n", row.join(" ")),
        "2:6: X must be done 1001 times to do nothing; 1000 are possible",
    );
    let mut many = String::from("Set A 66 1\n");
    for i in 0..65 {
        let mut row: Vec<usize> = (1..=66).collect();
        row.swap(i, i + 1);
        let row: Vec<String> = row.iter().map(ToString::to_string).collect();
        many += &format!("Move X{i}a\nA\n{}\nEnd\n", row.join(" "));
    }
    is_wrong(&many, "258:6: more than 64 turns that are not powers of each other");
    let long = "#".repeat(super::super::MAX_FILE + 1);
    is_wrong(&long, "1:1: 1048577 bytes; a puzzle file has at most 1048576");
}
