# Short names for what CONTRIBUTING.md describes. Every cargo command here takes
# `--release`: one profile, so that RocksDB's C++ is compiled once.

# All recipes.
default:
    @just --list

# Install what is missing, build, and run strata: `just run solve century`.
run *args:
    scripts/run {{ args }}

# The whole test suite; arguments go to cargo: `just test --test layers`.
test *args:
    scripts/test {{ args }}

# Formatting, lints and documentation, without the tests.
check:
    cargo fmt --check
    cargo clippy --release --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --release --no-deps --lib

# All that a change must pass.
ci:
    .ci/run

# Licences, sources, bans and advisories; needs cargo-deny.
deny:
    cargo deny check

# Whole programs against a hash-set search in memory: time and memory.
bench *args:
    scripts/bench {{ args }}

# The criterion benchmarks.
criterion *args:
    cargo bench {{ args }}

# Kill and resume a search this many times: `just crash-loop 1000`.
crash-loop kills="500":
    scripts/crash-loop {{ kills }}

# What takes too long for the tests: large puzzles, kills on the way, the crash loop.
long-checks *puzzles:
    scripts/long-checks {{ puzzles }}

# Accept changed snapshots of command output.
accept:
    TRYCMD=overwrite INSTA_UPDATE=always scripts/test
