//! Values of rows as bytes: a version, bincode, a checksum.
//!
//! ```text
//! version u8 | bincode 1.3, varint, little-endian | xxh3-64 of all before, little-endian
//! ```
//!
//! This is the only module that names bincode. The crate is complete and no
//! longer developed, so its version is pinned and the bytes of every row are
//! fixed by tests: a successor that writes the same bytes can take its place
//! here. The checksum makes a row that passed through a broken memory or disk
//! an error instead of another row.

use bincode::Options as _;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

const CHECKSUM: usize = size_of::<u64>();

/// No row is longer than this many bytes; blocks of states are no rows.
pub const MAX_ROW: usize = 256 << 20;

/// Why bytes are not the value they should be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CodecError {
    /// Shorter than the shortest value, or longer than [`MAX_ROW`].
    #[error("a value of {bytes} bytes cannot be right")]
    Length {
        /// Length found.
        bytes: usize,
    },
    /// The bytes changed since they were written.
    #[error("its checksum is wrong")]
    Checksum,
    /// Written by another version of the program.
    #[error("it has version {found}, this program reads version {known}")]
    Version {
        /// Version found.
        found: u8,
        /// Version this program reads.
        known: u8,
    },
    /// The value does not have the form it should have.
    #[error("it cannot be decoded: {0}")]
    Form(String),
}

fn format() -> impl bincode::Options {
    bincode::DefaultOptions::new()
        .with_varint_encoding()
        .with_little_endian()
        .with_limit(MAX_ROW as u64)
        .reject_trailing_bytes()
}

/// Writes a value.
///
/// # Errors
/// [`CodecError::Form`] when the value is longer than [`MAX_ROW`] or has a part
/// that bincode cannot hold.
pub fn encode<T: Serialize>(version: u8, value: &T) -> Result<Vec<u8>, CodecError> {
    let mut bytes = vec![version];
    format()
        .serialize_into(&mut bytes, value)
        .map_err(|error| CodecError::Form(error.to_string()))?;
    let checksum = xxh3_64(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    Ok(bytes)
}

/// Reads a value of the given version.
///
/// # Errors
/// When the bytes are not exactly one value of that version.
pub fn decode<T: DeserializeOwned>(version: u8, bytes: &[u8]) -> Result<T, CodecError> {
    let length = CodecError::Length { bytes: bytes.len() };
    if bytes.len() > MAX_ROW {
        return Err(length);
    }
    let Some((body, checksum)) = bytes.split_last_chunk::<CHECKSUM>() else {
        return Err(length);
    };
    let Some((found, payload)) = body.split_first() else {
        return Err(length);
    };
    if xxh3_64(body) != u64::from_le_bytes(*checksum) {
        return Err(CodecError::Checksum);
    }
    if *found != version {
        return Err(CodecError::Version { found: *found, known: version });
    }
    format().deserialize(payload).map_err(|error| CodecError::Form(error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    enum Kind {
        Plain,
        Named { name: String, sizes: Vec<u64> },
    }

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    struct Sample {
        small: u8,
        wide: u64,
        maybe: Option<u32>,
        kinds: Vec<Kind>,
        map: BTreeMap<String, bool>,
        real: f64,
    }

    fn sample() -> Sample {
        Sample {
            small: 7,
            wide: 70_000,
            maybe: Some(300),
            kinds: vec![
                Kind::Plain,
                Kind::Named { name: "é".into(), sizes: vec![1, 251, 1 << 40] },
            ],
            map: BTreeMap::from([("a".into(), true)]),
            real: 0.5,
        }
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn the_bytes_are_fixed_forever() {
        let bytes = encode(3, &sample()).unwrap();
        let (body, _) = bytes.split_last_chunk::<CHECKSUM>().unwrap();
        let golden = "0307fc7011010001fb2c01020001\
                      02c3a90301fbfb00fd00000000000100000101\
                      6101000000000000e03f";
        assert_eq!(hex(body), golden);
        assert_eq!(decode::<Sample>(3, &bytes), Ok(sample()));
    }

    #[test]
    fn every_flip_and_truncation_is_an_error() {
        let bytes = encode(1, &sample()).unwrap();
        for at in 0..bytes.len() {
            assert!(decode::<Sample>(1, &bytes[..at]).is_err(), "cut at {at}");
            for bit in 0..8 {
                let mut flipped = bytes.clone();
                flipped[at] ^= 1 << bit;
                assert!(decode::<Sample>(1, &flipped).is_err(), "bit {bit} of byte {at}");
            }
        }
    }

    /// Bytes with a right checksum, as a wrong program could have written them.
    fn sealed(body: &[u8]) -> Vec<u8> {
        [body, &xxh3_64(body).to_le_bytes()].concat()
    }

    #[test]
    fn other_versions_trailing_bytes_and_absurd_lengths_are_refused() {
        assert_eq!(
            decode::<u64>(1, &sealed(&[2, 5])),
            Err(CodecError::Version { found: 2, known: 1 })
        );
        assert!(matches!(decode::<u64>(1, &sealed(&[1, 5, 0])), Err(CodecError::Form(_))));
        let absurd = [&[1, 0xfd][..], &u64::MAX.to_le_bytes()].concat();
        assert!(matches!(decode::<Vec<u64>>(1, &sealed(&absurd)), Err(CodecError::Form(_))));
        assert!(matches!(decode::<String>(1, &sealed(&absurd)), Err(CodecError::Form(_))));
        assert!(matches!(decode::<Vec<()>>(1, &sealed(&[])), Err(CodecError::Length { .. })));
    }
}
