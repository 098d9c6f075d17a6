//! Flat layers of `key = text`, and the choice of the uppermost.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::value::Setting;
use super::{ConfigError, DEFAULTS, KEYS, Origin, Sources, environment_name};

/// A settings file larger than this is a mistake.
const MOST_BYTES: u64 = 1 << 20;

/// A value that a command-line flag gives to a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// The key it sets, one of [`KEYS`].
    pub key: &'static str,
    /// The value as written.
    pub value: String,
    /// The flag with its dashes, for messages.
    pub flag: &'static str,
}

/// One `key = text` of a layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    key: &'static str,
    text: String,
    origin: Origin,
}

/// The uppermost text of every key.
pub(super) struct Choices(BTreeMap<&'static str, (String, Origin)>);

impl Choices {
    /// Lets each layer, lowest first, cover what is below it.
    pub(super) fn new(layers: Vec<Vec<Line>>) -> Self {
        let lines = layers.into_iter().flatten();
        Self(lines.map(|line| (line.key, (line.text, line.origin))).collect())
    }

    /// Reads the value of `key`.
    pub(super) fn read<T: Setting>(&self, key: &'static str) -> Result<T, ConfigError> {
        let (text, origin) = self.0.get(key).ok_or(ConfigError::Missing { key })?;
        T::read(text).map_err(|problem| ConfigError::Invalid {
            origin: origin.clone(),
            key: key.to_owned(),
            value: text.clone(),
            problem: problem.to_string(),
        })
    }

    /// Where each key's value comes from.
    pub(super) fn into_origins(self) -> BTreeMap<&'static str, Origin> {
        self.0.into_iter().map(|(key, (_, origin))| (key, origin)).collect()
    }
}

/// All layers, lowest first.
pub(super) fn layers(sources: &Sources) -> Result<Vec<Vec<Line>>, ConfigError> {
    let mut layers =
        vec![flatten(DEFAULTS, Path::new("config/default.toml"), |_| Origin::Default)?];
    for file in [&sources.user_file, &sources.local_file].into_iter().flatten() {
        layers.extend(read_file(file)?);
    }
    layers.push(environment(sources)?);
    layers.push(flags(sources)?);
    Ok(layers)
}

/// The layer of a file; `None` when there is no such file.
fn read_file(path: &Path) -> Result<Option<Vec<Line>>, ConfigError> {
    let problem = |source| ConfigError::Read { file: path.to_owned(), source };
    match fs::metadata(path) {
        Ok(about) if about.is_file() => {}
        // Opening a pipe would wait for somebody who writes to it.
        Ok(_) => return Err(problem(io::Error::other("it is no regular file"))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(problem(error)),
    }
    let file = File::open(path).map_err(problem)?;
    let mut text = String::new();
    file.take(MOST_BYTES + 1).read_to_string(&mut text).map_err(problem)?;
    if text.len() as u64 > MOST_BYTES {
        let large = io::Error::new(io::ErrorKind::FileTooLarge, "larger than 1 MiB");
        return Err(problem(large));
    }
    flatten(&text, path, |line| Origin::File { file: path.to_owned(), line }).map(Some)
}

/// Turns TOML text into lines; `path` is for messages about its syntax.
fn flatten(
    text: &str,
    path: &Path,
    origin: impl Fn(usize) -> Origin,
) -> Result<Vec<Line>, ConfigError> {
    let table = DeTable::parse(text).map_err(|error| ConfigError::Syntax {
        file: path.to_owned(),
        line: line_at(text, error.span().map_or(0, |span| span.start)),
        message: error.message().to_owned(),
    })?;
    let mut lines = Vec::new();
    for (group, value) in table.get_ref() {
        let start = group.span().start;
        let DeValue::Table(fields) = value.get_ref() else {
            return Err(unknown(group.get_ref(), origin(line_at(text, start))));
        };
        if fields.is_empty() && !KEYS.iter().any(|key| group_of(key) == group.get_ref()) {
            return Err(unknown(group.get_ref(), origin(line_at(text, start))));
        }
        for (field, value) in fields {
            let origin = origin(line_at(text, field.span().start));
            let name = format!("{}.{}", group.get_ref(), field.get_ref());
            let Some(key) = KEYS.iter().find(|key| **key == name) else {
                return Err(unknown(&name, origin));
            };
            let text = scalar(value.get_ref()).ok_or_else(|| ConfigError::Invalid {
                origin: origin.clone(),
                key: name,
                value: value.get_ref().type_str().to_owned(),
                problem: "write one value, a text or a number".to_owned(),
            })?;
            lines.push(Line { key, text, origin });
        }
    }
    Ok(lines)
}

/// The layer of the environment. Names that begin with `STRATA_` belong to
/// strata, so one that it does not know is a mistake.
fn environment(sources: &Sources) -> Result<Vec<Line>, ConfigError> {
    let mut lines = Vec::new();
    for (name, value) in &sources.environment {
        if !name.starts_with("STRATA_") || value.is_empty() {
            continue;
        }
        let origin = Origin::Environment { variable: name.clone() };
        let Some(key) = KEYS.iter().find(|key| environment_name(key) == *name) else {
            return Err(ConfigError::Unknown {
                origin,
                key: name.clone(),
                suggestion: closest(name, KEYS.iter().map(|key| environment_name(key))),
            });
        };
        let Some(text) = value.to_str() else {
            return Err(ConfigError::Invalid {
                origin,
                key: (*key).to_owned(),
                value: value.to_string_lossy().into_owned(),
                problem: "the value must be UTF-8".to_owned(),
            });
        };
        lines.push(Line { key, text: text.to_owned(), origin });
    }
    Ok(lines)
}

/// The layer of the command line.
fn flags(sources: &Sources) -> Result<Vec<Line>, ConfigError> {
    let line = |flag: &Override| {
        let origin = Origin::Flag { flag: flag.flag };
        match KEYS.iter().find(|key| **key == flag.key) {
            Some(key) => Ok(Line { key, text: flag.value.clone(), origin }),
            None => Err(unknown(flag.key, origin)),
        }
    };
    sources.flags.iter().map(line).collect()
}

/// A TOML scalar in the notation that flags and the environment use.
fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        // Other radices are written out, so that `0x10` is the 16 that it means.
        DeValue::Integer(number) => {
            i128::from_str_radix(number.as_str(), number.radix()).ok().map(|n| n.to_string())
        }
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(flag) => Some(flag.to_string()),
        _ => None,
    }
}

/// The number of the line, from 1, that holds the byte at `offset`.
fn line_at(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
}

fn group_of(key: &str) -> &str {
    key.split_once('.').map_or(key, |(group, _)| group)
}

fn unknown(name: &str, origin: Origin) -> ConfigError {
    let known = KEYS.iter().map(|key| (*key).to_owned());
    ConfigError::Unknown { origin, key: name.to_owned(), suggestion: closest(name, known) }
}

/// The known name that looks most like `name`: as a whole, or by its last part,
/// so that `threads` finds `engine.threads`.
fn closest(name: &str, known: impl Iterator<Item = String>) -> Option<String> {
    let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
    let likeness = |other: &str| {
        let whole = strsim::jaro_winkler(name, other);
        whole.max(0.99 * strsim::jaro_winkler(&last(name), &last(other)))
    };
    known
        .map(|other| (likeness(&other), other))
        .filter(|(score, _)| *score > 0.8)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, other)| other)
}
