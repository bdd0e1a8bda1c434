# shellcheck shell=bash disable=SC2034
# Shared by every script here: paths, versions, messages.
# To be sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)

# Versions that no other file defines. The version of wasm-bindgen is the one in Cargo.lock.
trunk_version=0.21.14 # also in Trunk.toml, which rejects any other
binaryen_version=132  # its wasm-opt; Debian 12's version 108 breaks the page silently
esbuild_version=0.28.2
split_version=0.2.4   # of wasm_split_cli_support, which goes with wasm_split_helpers in Cargo.lock
deny_version=0.20.2   # cargo-deny, for the checks only

cache=${RACK_OR_RENT_CACHE:-${XDG_CACHE_HOME:-${HOME:?HOME is not set}/.cache}/rack-or-rent}
logs=$cache/log

say() { printf '%s\n' "$@"; }
warn() { printf '%s\n' "$@" >&2; }
die() {
  warn "" "Stopped: $1"
  shift
  [ $# -eq 0 ] || printf '%s\n' "$@" >&2
  exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# at_least HAVE WANTED: whether version HAVE is WANTED or newer.
at_least() {
  [ -n "$1" ] && [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

# locked_version PACKAGE: its version in Cargo.lock, or nothing.
locked_version() {
  [ -f "$root/Cargo.lock" ] || return 0
  awk -v name="\"$1\"" '$1 == "name" { found = ($3 == name) }
    found && $1 == "version" { gsub(/"/, "", $3); print $3; exit }' "$root/Cargo.lock"
}

# The oldest Rust this project accepts: rust-version in Cargo.toml.
rust_wanted() { sed -n 's/^rust-version = "\(.*\)".*/\1/p' "$root/Cargo.toml" | head -n 1; }

# version: of this project.
version() { sed -n 's/^version = "\(.*\)".*/\1/p' "$root/Cargo.toml" | head -n 1; }

geckodriver_version=0.37.1 # Firefox's driver

trunk_dir=$cache/trunk-$trunk_version
split_dir=$cache/wasm-split-$split_version
binaryen_dir=$cache/binaryen-$binaryen_version
esbuild_dir=$cache/esbuild-$esbuild_version
deny_dir=$cache/cargo-deny-$deny_version
geckodriver_dir=$cache/geckodriver-$geckodriver_version
wasm_bindgen_version=$(locked_version wasm-bindgen)
wasm_bindgen_dir=$cache/wasm-bindgen-cli-${wasm_bindgen_version:-unknown}

firefox_is_here() { have firefox-esr || have firefox; }
webkit_is_here() { have WebKitWebDriver && have Xvfb && /usr/bin/python3 -c 'import gi; gi.require_version("WebKit2", "4.1")' 2>/dev/null; }

# took SECONDS: "7 s" or "3 min 5 s".
took() {
  if [ "$1" -lt 60 ]; then printf '%s s' "$1"; else printf '%s min %s s' $(($1 / 60)) $(($1 % 60)); fi
}

# quietly NAME "advice on failure" COMMAND...: sends its output to a log file.
quietly() {
  local name=$1 advice=$2 log=$logs/$1.log started=$SECONDS
  shift 2
  if "$@" >"$log" 2>&1 </dev/null; then
    [ $((SECONDS - started)) -lt 3 ] || say "  done in $(took $((SECONDS - started)))"
    return 0
  fi
  warn "" "The last lines of $log:"
  tail -n 20 "$log" | sed 's/^/  | /' >&2
  die "$name did not succeed." "$advice"
}
