//! The identity of a state space.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// Everything that decides which graph a search explores and how its states
/// are stored. A run may go on only in a space with an equal id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpaceId {
    /// The domain, such as `sliding`.
    pub domain: String,
    /// The puzzle in the domain's canonical text: enough to build it again.
    pub instance: String,
    /// Rule options by name, such as `metric` -> `moves`.
    pub options: BTreeMap<String, String>,
    /// The encoding of keys with its version, such as `rank/1`.
    pub encoding: String,
}

impl SpaceId {
    /// Names every field in which `self` and `other` differ, with both values.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<(String, String, String)> {
        let mut found = Vec::new();
        let mut compare = |name: &str, a: &str, b: &str| {
            if a != b {
                found.push((name.to_owned(), a.to_owned(), b.to_owned()));
            }
        };
        compare("domain", &self.domain, &other.domain);
        compare("puzzle", &self.instance, &other.instance);
        compare("encoding", &self.encoding, &other.encoding);
        found.extend(differing_options(&self.options, &other.options));
        found
    }
}

/// Names every option whose value differs, with both values; an option that is
/// not set has the empty one.
#[must_use]
pub fn differing_options(
    one: &BTreeMap<String, String>,
    other: &BTreeMap<String, String>,
) -> Vec<(String, String, String)> {
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let value =
        |options: &BTreeMap<String, String>, name| options.get(name).cloned().unwrap_or_default();
    (names.into_iter())
        .map(|name| (name.clone(), value(one, name), value(other, name)))
        .filter(|(_, a, b)| a != b)
        .collect()
}
