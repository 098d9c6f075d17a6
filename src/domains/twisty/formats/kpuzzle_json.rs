//! The JSON of KPuzzle definitions. Objects keep the order of their members, which is that of
//! the turns and orbits.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// A definition. What is for drawing or for other programs is passed over.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Definition {
    pub(super) name: Option<String>,
    pub(super) orbits: Orbits,
    pub(super) orbit_ordering: Option<Vec<String>>,
    pub(super) default_pattern: Option<Members<Pattern>>,
    /// What `defaultPattern` was called before.
    pub(super) start_state_data: Option<Members<Pattern>>,
    pub(super) moves: Members<Members<Transformation>>,
    pub(super) derived_moves: Option<Members<String>>,
    /// What `derivedMoves` was called before.
    pub(super) experimental_derived_moves: Option<Members<String>>,
}

/// Pieces and their turns, slot by slot.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Pattern {
    pub(super) pieces: Vec<u32>,
    pub(super) orientation: Option<Vec<u32>>,
    pub(super) orientation_mod: Option<Vec<u32>>,
}

/// What a turn does with one orbit.
#[derive(Debug, Deserialize)]
pub(super) struct Transformation {
    pub(super) permutation: Vec<u32>,
    #[serde(rename = "orientationDelta", alias = "orientation")]
    pub(super) turns: Option<Vec<u32>>,
}

/// An object with members of one kind, in their order.
#[derive(Debug)]
pub(super) struct Members<T>(pub(super) Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Members<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
            type Value = Vec<(String, T)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members: Vec<(String, T)> = Vec::new();
                let mut names = std::collections::HashSet::new();
                while let Some(name) = map.next_key::<String>()? {
                    if !names.insert(name.clone()) {
                        return Err(A::Error::custom(format!("{name:?} is here twice")));
                    }
                    members.push((name, map.next_value()?));
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Object(PhantomData)).map(Self)
    }
}

/// An orbit: name, pieces, turns.
#[derive(Debug)]
pub(super) struct Orbits {
    pub(super) orbits: Vec<(String, u64, u64)>,
    /// Whether they stand in a list; else in an object.
    pub(super) list: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    orbit_name: String,
    num_pieces: u64,
    num_orientations: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Named {
    num_pieces: u64,
    num_orientations: u64,
}

impl<'de> Deserialize<'de> for Orbits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ListOrObject;
        impl<'de> Visitor<'de> for ListOrObject {
            type Value = Orbits;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of orbits, or an object with them")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Orbits, A::Error> {
                let mut orbits = Vec::new();
                while let Some(Listed { orbit_name, num_pieces, num_orientations }) =
                    seq.next_element()?
                {
                    orbits.push((orbit_name, num_pieces, num_orientations));
                }
                Ok(Orbits { orbits, list: true })
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Orbits, A::Error> {
                let mut orbits = Vec::new();
                while let Some((name, Named { num_pieces, num_orientations })) = map.next_entry()? {
                    orbits.push((name, num_pieces, num_orientations));
                }
                Ok(Orbits { orbits, list: false })
            }
        }
        deserializer.deserialize_any(ListOrObject)
    }
}
