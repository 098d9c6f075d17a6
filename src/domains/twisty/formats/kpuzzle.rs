//! From a KPuzzle definition to a puzzle.

use super::super::effect::Effect;
use super::super::notation;
use super::super::puzzle::{Orbit, Puzzle};
use super::assemble::{self, Turn};
use super::json_place::Step::{self, Index, Key};
use super::json_place::{place, spell};
use super::kpuzzle_derived::derive;
use super::kpuzzle_json::{Definition, Members, Pattern, Transformation};
use super::numbers::{Look, check_permutation, check_turns};
use crate::domains::format_error::{Fault, Place};

/// Reads a KPuzzle definition.
pub(super) fn read(text: &str) -> Result<Puzzle, Fault> {
    let definition: Definition =
        serde_json::from_str(text).map_err(|error| syntax(text, &error))?;
    let file = File { text };
    let orbits = file.orbits(&definition)?;
    let pattern = match (&definition.default_pattern, &definition.start_state_data) {
        (Some(pattern), _) => Some(("defaultPattern", pattern)),
        (None, Some(pattern)) => Some(("startStateData", pattern)),
        (None, None) => None,
    };
    let solved = file.solved(&orbits, pattern)?;
    let foreign = foreign(&orbits, &definition.moves);
    let mut turns = Vec::new();
    for (name, members) in &definition.moves.0 {
        let effect = solved.rebased(&file.effect(&orbits, &foreign, name, members)?, &orbits);
        let place = place(text, &[Key("moves"), Key(name)]);
        turns.push(Turn { name: name.clone(), place, effect });
    }
    if turns.is_empty() {
        return Err(file.fault(&[Key("moves")], "a puzzle needs a turn"));
    }
    let words: Vec<&str> =
        definition.name.iter().flat_map(|name| name.split_whitespace()).collect();
    let name = if words.is_empty() { "puzzle".into() } else { words.join(" ") };
    let mut puzzle = assemble::puzzle(&name, orbits, turns)?;
    if let Err(misfit) = solved.solve(&mut puzzle) {
        let title = pattern.map_or("defaultPattern", |(title, _)| title);
        return Err(file.fault(&[Key(title)], &misfit.message));
    }
    let derived = [
        ("derivedMoves", &definition.derived_moves),
        ("experimentalDerivedMoves", &definition.experimental_derived_moves),
    ];
    for (title, moves) in derived {
        if let Some(moves) = moves {
            derive(&mut puzzle, moves)
                .map_err(|(name, message)| file.fault(&[Key(title), Key(&name)], &message))?;
        }
    }
    notation::check_names(&puzzle)
        .map_err(|(name, message)| file.fault(&[Key("moves"), Key(&name)], &message))?;
    Ok(puzzle)
}

/// The orbits that all turns have although the puzzle has not: definitions of a part of a
/// puzzle keep the turns of the whole. What only some turns have is a slip.
fn foreign<'a>(orbits: &[Orbit], moves: &'a Members<Members<Transformation>>) -> Vec<&'a str> {
    let Some((_, first)) = moves.0.first() else { return Vec::new() };
    let names = first.0.iter().map(|(name, _)| name.as_str());
    let has =
        |turn: &Members<Transformation>, name: &str| turn.0.iter().any(|(other, _)| other == name);
    names
        .filter(|name| !orbits.iter().any(|orbit| orbit.name == *name))
        .filter(|name| moves.0.iter().all(|(_, turn)| has(turn, name)))
        .collect()
}

/// What serde_json says, without the place that a fault has of itself.
fn syntax(text: &str, error: &serde_json::Error) -> Fault {
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    let before = Place::of_byte(line, error.column().saturating_sub(1));
    let message = error.to_string();
    let end = message.rfind(" at line ").unwrap_or(message.len());
    let message = format!("this is no KPuzzle definition: {}", &message[..end]);
    Fault::new(Place { line: error.line().max(1), column: before.column }, message)
}

#[derive(Clone, Copy)]
struct File<'a> {
    text: &'a str,
}

impl File<'_> {
    fn fault(&self, path: &[Step<'_>], message: &str) -> Fault {
        Fault::new(place(self.text, path), format!("{}: {message}", spell(path)))
    }

    fn orbits(&self, definition: &Definition) -> Result<Vec<Orbit>, Fault> {
        let given = &definition.orbits.orbits;
        let mut orbits = Vec::new();
        let order: Vec<usize> = match &definition.orbit_ordering {
            None => (0..given.len()).collect(),
            Some(names) => {
                let mut order = Vec::new();
                for (i, name) in names.iter().enumerate() {
                    let at = given.iter().position(|(orbit, ..)| orbit == name);
                    let path = [Key("orbitOrdering"), Index(i)];
                    order.push(at.ok_or_else(|| {
                        self.fault(&path, &format!("no orbit is called {name:?}"))
                    })?);
                }
                // Orbits that it does not name come last.
                order.extend((0..given.len()).filter(|at| !names.contains(&given[*at].0)));
                order
            }
        };
        for at in order {
            let (name, pieces, turns) = &given[at];
            let step = if definition.orbits.list { Index(at) } else { Key(name) };
            assemble::add_orbit(&mut orbits, name, *pieces, *turns)
                .map_err(|message| self.fault(&[Key("orbits"), step], &message))?;
        }
        if orbits.is_empty() {
            return Err(self.fault(&[Key("orbits")], "a puzzle needs an orbit"));
        }
        Ok(orbits)
    }

    fn orbit<'o>(
        &self,
        orbits: &'o [Orbit],
        path: &[Step<'_>],
        name: &str,
    ) -> Result<&'o Orbit, Fault> {
        orbits.iter().find(|orbit| orbit.name == name).ok_or_else(|| {
            let names: Vec<&str> = orbits.iter().map(|orbit| orbit.name.as_str()).collect();
            self.fault(
                path,
                &format!("no orbit is called {name:?}; there are {}", names.join(", ")),
            )
        })
    }

    /// Checks that a list has a number for each piece.
    fn length(&self, path: &[Step<'_>], list: &[u32], orbit: &Orbit) -> Result<(), Fault> {
        if list.len() == orbit.pieces {
            return Ok(());
        }
        let message =
            format!("{} numbers, where {} has {} pieces", list.len(), orbit.name, orbit.pieces);
        Err(self.fault(path, &message))
    }

    /// Turns of an orbit, slot by slot; none at all means that nothing is turned.
    fn turns(
        &self,
        path: &[Step<'_>],
        list: Option<&Vec<u32>>,
        orbit: &Orbit,
    ) -> Result<Vec<u8>, Fault> {
        let Some(list) = list else { return Ok(vec![0; orbit.pieces]) };
        self.length(path, list, orbit)?;
        let turns: Vec<Option<u32>> = list.iter().copied().map(Some).collect();
        check_turns(&turns, orbit)
            .map_err(|(i, message)| self.fault(&[path, &[Index(i)]].concat(), &message))?;
        Ok(list.iter().map(|turn| *turn as u8).collect())
    }

    fn solved(
        &self,
        orbits: &[Orbit],
        pattern: Option<(&str, &Members<Pattern>)>,
    ) -> Result<Look, Fault> {
        let slots = orbits.last().map_or(0, |orbit| orbit.slots().end);
        let mut look = Look::plain(slots);
        let Some((title, Members(members))) = pattern else { return Ok(look) };
        for (name, pattern) in members {
            let path = [Key(title), Key(name)];
            let of = |member| [path.as_slice(), &[Key(member)]].concat();
            let orbit = self.orbit(orbits, &path, name)?;
            self.length(&of("pieces"), &pattern.pieces, orbit)?;
            let turns = self.turns(&of("orientation"), pattern.orientation.as_ref(), orbit)?;
            let mods = match &pattern.orientation_mod {
                None => vec![0; orbit.pieces],
                Some(mods) => {
                    self.length(&of("orientationMod"), mods, orbit)?;
                    mods.clone()
                }
            };
            for (i, slot) in orbit.slots().enumerate() {
                look.pieces[slot] = pattern.pieces[i];
                look.turns[slot] = match mods[i] {
                    1 => None,
                    0 => Some(turns[i]),
                    all if all == u32::from(orbit.turns) => Some(turns[i]),
                    other => {
                        let path = [of("orientationMod").as_slice(), &[Index(i)]].concat();
                        let message = format!(
                            "{other}; 0 (the turn matters) and 1 (it does not matter) can be searched"
                        );
                        return Err(self.fault(&path, &message));
                    }
                };
            }
        }
        Ok(look)
    }

    /// What a turn does. The piece at slot `i` comes from slot `permutation[i]` and is turned
    /// by `orientationDelta[i]`; orbits that are not mentioned stay.
    fn effect(
        &self,
        orbits: &[Orbit],
        foreign: &[&str],
        turn: &str,
        Members(members): &Members<Transformation>,
    ) -> Result<Effect, Fault> {
        let slots = orbits.last().map_or(0, |orbit| orbit.slots().end);
        let mut effect = Effect::identity(slots);
        for (name, transformation) in members {
            if foreign.contains(&name.as_str()) {
                continue;
            }
            let path = [Key("moves"), Key(turn), Key(name)];
            let of = |member| [path.as_slice(), &[Key(member)]].concat();
            let orbit = self.orbit(orbits, &path, name)?;
            let from = &transformation.permutation;
            self.length(&of("permutation"), from, orbit)?;
            check_permutation(from, 0).map_err(|(i, message)| {
                self.fault(&[of("permutation").as_slice(), &[Index(i)]].concat(), &message)
            })?;
            let turns =
                self.turns(&of("orientationDelta"), transformation.turns.as_ref(), orbit)?;
            for (i, slot) in orbit.slots().enumerate() {
                effect.from[slot] = (orbit.first as u32 + from[i]) as u8;
                effect.turn[slot] = turns[i];
            }
        }
        Ok(effect)
    }
}
