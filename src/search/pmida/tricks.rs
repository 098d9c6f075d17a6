//! What makes the search fast, each of which can be left out.

use std::fmt::{self, Display};
use std::str::FromStr;

macro_rules! tricks {
    ($($variant:ident = $name:literal: $about:literal;)*) => {
        /// Something that makes the search faster and changes no answer.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Trick {
            $(
                #[doc = concat!("`", $name, "`: ", $about, ".")]
                $variant,
            )*
        }

        impl Trick {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name on the command line and in stored runs.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// What it does, for people.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self { $(Self::$variant => $about),* }
            }
        }
    };
}

tricks! {
    Canonical = "canonical": "of sequences that differ in the order of commuting moves only, one is searched";
    Rotations = "rotations": "of the rotations of a sequence only those with the least root are searched";
    LastMove = "last-move": "rotations are compared round the end as well, before the last move is made";
    Symmetry = "symmetry": "of positions that are symmetric one is a root";
    Antisymmetry = "antisymmetry": "of a position and its inverse one is a root";
    Tables = "tables": "pruning tables tell how far a position is from a wanted one at least";
    Deepening = "deepening": "a table is as deep as its queries pay for";
    Pathmax = "pathmax": "what a table says of a child counts for its parent and its siblings";
    Slivers = "slivers": "a thread goes about several subtrees at a time while memory answers";
    Simd = "simd": "vector instructions of the processor";
}

impl Display for Trick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Trick {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.iter().find(|trick| trick.name() == name);
        known.copied().ok_or_else(|| {
            let all: Vec<&str> = Self::ALL.iter().map(|trick| trick.name()).collect();
            format!("nothing that can be left out is called {name:?}; there are {}", all.join(", "))
        })
    }
}

/// A set of [`Trick`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tricks(u32);

impl Tricks {
    /// All.
    pub const ALL: Self = Self(u32::MAX);

    /// This set without one.
    #[must_use]
    pub const fn without(self, trick: Trick) -> Self {
        Self(self.0 & !(1 << trick as u32))
    }

    /// Whether one is in it.
    #[must_use]
    pub const fn has(self, trick: Trick) -> bool {
        self.0 >> trick as u32 & 1 == 1
    }
}
