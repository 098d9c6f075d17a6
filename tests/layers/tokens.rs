//! Just enough of a Rust lexer: comments go, strings stay strings.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An identifier, a keyword or a number.
    Word,
    /// The inside of a string literal.
    Text,
    /// `::` or any other single character.
    Mark,
}

/// One token of a source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) text: String,
    /// Counted from 1.
    pub(crate) line: usize,
}

impl Token {
    /// Whether this is the word or mark `text`, and no string.
    pub(crate) fn is(&self, text: &str) -> bool {
        self.kind != Kind::Text && self.text == text
    }
}

/// Splits Rust source into tokens.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    Lexer { chars: source.chars().collect(), at: 0, line: 1, found: Vec::new() }.run()
}

struct Lexer {
    chars: Vec<char>,
    at: usize,
    line: usize,
    found: Vec<Token>,
}

impl Lexer {
    fn peek(&self, ahead: usize) -> char {
        self.chars.get(self.at + ahead).copied().unwrap_or('\0')
    }

    fn next(&mut self) -> char {
        let c = self.peek(0);
        self.at += 1;
        self.line += usize::from(c == '\n');
        c
    }

    fn push(&mut self, kind: Kind, text: String, line: usize) {
        self.found.push(Token { kind, text, line });
    }

    fn run(mut self) -> Vec<Token> {
        while self.at < self.chars.len() {
            let line = self.line;
            match self.peek(0) {
                c if c.is_whitespace() => {
                    self.next();
                }
                '/' if self.peek(1) == '/' => {
                    while self.at < self.chars.len() && self.peek(0) != '\n' {
                        self.next();
                    }
                }
                '/' if self.peek(1) == '*' => self.block_comment(),
                '"' => self.string(),
                '\'' => self.quote(),
                c if c == '_' || c.is_alphanumeric() => self.word(),
                ':' if self.peek(1) == ':' => {
                    self.at += 2;
                    self.push(Kind::Mark, "::".into(), line);
                }
                _ => {
                    let c = self.next();
                    self.push(Kind::Mark, c.into(), line);
                }
            }
        }
        self.found
    }

    fn block_comment(&mut self) {
        let mut depth = 0;
        while self.at < self.chars.len() {
            match (self.peek(0), self.peek(1)) {
                ('/', '*') => depth += 1,
                ('*', '/') => depth -= 1,
                _ => {
                    self.next();
                    continue;
                }
            }
            self.at += 2;
            if depth == 0 {
                return;
            }
        }
    }

    fn string(&mut self) {
        let line = self.line;
        let mut text = String::new();
        self.next();
        while self.at < self.chars.len() {
            match self.next() {
                '"' => break,
                '\\' => text.push(self.next()),
                c => text.push(c),
            }
        }
        self.push(Kind::Text, text, line);
    }

    fn raw_string(&mut self) {
        let line = self.line;
        let mut hashes = 0;
        while self.peek(0) == '#' {
            hashes += 1;
            self.next();
        }
        self.next();
        let mut text = String::new();
        while self.at < self.chars.len() {
            if self.peek(0) == '"' && (1..=hashes).all(|i| self.peek(i) == '#') {
                self.at += 1 + hashes;
                break;
            }
            text.push(self.next());
        }
        self.push(Kind::Text, text, line);
    }

    /// A lifetime, or a character literal.
    fn quote(&mut self) {
        self.next();
        if self.peek(0) == '\\' {
            self.next();
            self.next();
            while self.at < self.chars.len() && self.next() != '\'' {}
        } else if self.peek(1) == '\'' {
            self.next();
            self.next();
        }
    }

    fn word(&mut self) {
        let line = self.line;
        let mut text = String::new();
        while self.peek(0) == '_' || self.peek(0).is_alphanumeric() {
            text.push(self.next());
        }
        match (text.as_str(), self.peek(0)) {
            ("b" | "c", '"') => self.string(),
            ("b", '\'') => self.quote(),
            ("r" | "br" | "cr", '"') => self.raw_string(),
            ("r" | "br" | "cr", '#') if matches!(self.peek(1), '"' | '#') => self.raw_string(),
            _ => self.push(Kind::Word, text, line),
        }
    }
}

#[test]
fn comments_go_and_strings_stay_whole() {
    let source = r####"
        // crate::a
        /* crate::b /* nested */ crate::c */
        let x = "crate::d \" // e"; let y = r#"crate::"f""#;
        fn g<'a>(c: char) -> &'a str { if c == '"' || c == '\'' || c == '\u{1f}' { b'"' } crate::h }
    "####;
    let found = tokens(source);
    let texts: Vec<&str> =
        found.iter().filter(|t| t.kind == Kind::Text).map(|t| t.text.as_str()).collect();
    assert_eq!(texts, ["crate::d \" // e", "crate::\"f\""]);
    let roots: Vec<usize> = found.iter().filter(|t| t.is("crate")).map(|t| t.line).collect();
    assert_eq!(roots, [5]);
    assert!(found.iter().any(|t| t.is("h")));
}
