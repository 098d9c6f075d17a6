//! Finds the crate's own paths in a source file, whatever way they are written.

use crate::tokens::{Kind, Token};

/// A path from the root of the crate, such as `["store", "Error"]`; `*` is a
/// glob. Empty: the root itself under another name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OwnPath {
    pub(crate) segments: Vec<String>,
    /// Counted from 1.
    pub(crate) line: usize,
}

/// All paths into the crate: `crate::`, `strata::`, `super::` and `self::`, use
/// groups unfolded. `module` is the module that the file is, such as
/// `["store", "codec"]`.
pub(crate) fn own_paths(tokens: &[Token], module: &[String]) -> Vec<OwnPath> {
    let mut found = Vec::new();
    // The inline modules around the token, each with the depth of its brace.
    let mut inline: Vec<(String, usize)> = Vec::new();
    let mut depth = 0;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let after_path = at > 0 && tokens[at - 1].is("::");
        let next = |ahead: usize, text: &str| tokens.get(at + ahead).is_some_and(|t| t.is(text));
        if token.is("{") {
            depth += 1;
            if at > 1 && tokens[at - 2].is("mod") {
                inline.push((tokens[at - 1].text.clone(), depth));
            }
        } else if token.is("}") {
            inline.pop_if(|(_, opened)| *opened == depth);
            depth = depth.saturating_sub(1);
        } else if !after_path && token.kind == Kind::Word && (next(1, "::") || next(1, "as")) {
            let here = || module.iter().chain(inline.iter().map(|(name, _)| name)).cloned();
            let base: Option<Vec<String>> = match token.text.as_str() {
                "crate" | "strata" => Some(Vec::new()),
                "self" if next(1, "::") => Some(here().collect()),
                "super" => Some(parent(here().collect())),
                _ => None,
            };
            if let Some(base) = base {
                at = follow(tokens, at + 1, base, &mut found);
                continue;
            }
        }
        at += 1;
    }
    found
}

fn parent(mut module: Vec<String>) -> Vec<String> {
    module.pop();
    module
}

/// Reads on at `at`, behind a path that is `base` so far; gives where it ends.
fn follow(
    tokens: &[Token],
    mut at: usize,
    mut base: Vec<String>,
    found: &mut Vec<OwnPath>,
) -> usize {
    let line = tokens.get(at).or(tokens.last()).map_or(0, |t| t.line);
    while tokens.get(at).is_some_and(|t| t.is("::")) {
        at += 1;
        match tokens.get(at) {
            Some(token) if token.is("{") => return group(tokens, at + 1, &base, found),
            Some(token) if token.is("super") => base = parent(base),
            Some(token) if token.is("self") => {}
            Some(token) if token.kind == Kind::Word || token.is("*") => {
                base.push(token.text.clone());
            }
            // A turbofish: what follows is no part of the path.
            _ => break,
        }
        at += 1;
    }
    found.push(OwnPath { segments: base, line });
    at
}

/// Reads the inside of `base::{…}`; gives where it ends.
fn group(tokens: &[Token], mut at: usize, base: &[String], found: &mut Vec<OwnPath>) -> usize {
    while let Some(token) = tokens.get(at) {
        at += 1;
        if token.is("}") {
            break;
        }
        if token.is(",") {
            continue;
        }
        let mut inner = base.to_vec();
        match token.text.as_str() {
            "self" => {}
            "super" => inner = parent(inner),
            name => inner.push(name.to_owned()),
        }
        at = follow(tokens, at, inner, found);
        if tokens.get(at).is_some_and(|t| t.is("as")) {
            at += 2;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::tokens;

    fn found(source: &str, module: &[&str]) -> Vec<String> {
        let module: Vec<String> = module.iter().map(|&s| s.to_owned()).collect();
        own_paths(&tokens(source), &module).iter().map(|p| p.segments.join("/")).collect()
    }

    #[test]
    fn every_way_to_write_a_path_is_seen() {
        let cases: [(&str, &[&str]); 12] = [
            ("use crate::store::Error;", &["store/Error"]),
            ("fn f(x: &crate::space::Key) {}", &["space/Key"]),
            ("use crate::{a::x as y, b::{self, c::*}, d};", &["a/x", "b", "b/c/*", "d"]),
            ("use super::model;", &["store/model"]),
            ("use super::super::engine::E;", &["engine/E"]),
            ("use self::super::x;", &["store/x"]),
            ("mod t { use super::y; fn f() {} } use super::z;", &["store/codec/y", "store/z"]),
            ("mod t { use super::super::super::cli; }", &["cli"]),
            ("use crate as root;", &[""]),
            ("use super::super as root;", &[""]),
            ("let v = crate::a::b::<u8>(); strata::c::d()", &["a/b", "c/d"]),
            ("pub(crate) fn f() {} // crate::no\nlet s = \"crate::no\"; x::crate_::y", &[]),
        ];
        for (source, expected) in cases {
            assert_eq!(found(source, &["store", "codec"]), expected, "{source}");
        }
    }

    #[test]
    fn lines_are_those_of_the_path() {
        let paths = own_paths(&tokens("\n\nuse crate::{\n a,\n b };"), &[]);
        assert_eq!(paths.iter().map(|p| p.line).collect::<Vec<_>>(), [4, 5]);
    }
}
