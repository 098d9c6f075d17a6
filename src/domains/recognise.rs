//! What tells the files of one domain from those of another.

/// Whether a text is a TOML file that says it is of this domain.
pub(in crate::domains) fn says_domain(text: &str, domain: &str) -> bool {
    let value = |line: &str| {
        let value = line.trim_start().strip_prefix("domain")?.trim_start().strip_prefix('=')?;
        let value = value.split('#').next().unwrap_or_default();
        Some(value.trim().trim_matches(['"', '\'']) == domain)
    };
    text.lines().any(|line| value(line) == Some(true))
}
