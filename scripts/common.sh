# shellcheck shell=bash
# Sourced by the other scripts: strict mode, the package's root as the current
# folder, and a Rust that `rustup` has installed for this user.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ -d "${CARGO_HOME:-$HOME/.cargo}/bin" ]; then
    PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
fi

# say TEXT: the talk goes to stderr, so that stdout stays the program's.
say() { printf '%s\n' "$*" >&2; }

# have COMMAND: whether it is there.
have() { command -v "$1" >/dev/null 2>&1; }
