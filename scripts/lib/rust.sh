# shellcheck shell=bash disable=SC2154
# Which Rust builds what. Sourced after common.sh.
#
# Native builds use the Rust on PATH. The page needs the target wasm32-unknown-unknown:
#   1. the Rust on PATH, if it has that target;
#   2. otherwise Debian's Rust with the standard library's source (packages rustc-web etc.),
#      installed in /usr or unpacked into the cache: the standard library is then built along.
# If the Rust on PATH is missing or too old, Debian's builds everything.

debian_toolchain=rack-or-rent-debian # its name in rustup, if installed

# rust_version COMMAND...: the version it prints, or nothing.
rust_version() { "$@" --version 2>/dev/null | sed -n 's/^[a-z]* \([0-9][0-9.]*\).*/\1/p'; }

path_rust_is_usable() {
  have rustc && have cargo && cargo --version >/dev/null 2>&1 &&
    at_least "$(rust_version rustc)" "$(rust_wanted)"
}

# Tests by compiling an empty crate: the target's folder may hold another version's standard library.
path_rust_has_wasm() {
  local libs empty answer
  libs=$(rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null) && [ -d "$libs" ] || return
  empty=$(mktemp -d) || return
  rustc --target wasm32-unknown-unknown --crate-type lib --emit metadata --out-dir "$empty" - </dev/null >/dev/null 2>&1
  answer=$?
  rm -rf "$empty"
  return "$answer"
}

# The newest wasm-ld next to the Rust in folder $1 or on the system: its number changes with Debian's updates.
wasm_linker() {
  local found
  found=$(find "$1/bin" /usr/bin -maxdepth 1 \( -name 'wasm-ld-[0-9]*' -o -name wasm-ld \) 2>/dev/null |
    sed 's,\(.*/\)\(.*\),\2 \1\2,' | sort -V | tail -n 1)
  printf '%s' "${found#* }"
}

# Libraries that come with an unpacked Rust.
debian_libraries() {
  local folder
  case $1 in
    /usr) ;;
    *) for folder in "$1"/lib/*-linux-gnu*; do [ ! -d "$folder" ] || printf '%s' "$folder"; done ;;
  esac
}

# The folder of a Rust that can build the page with its own standard library, or nothing.
find_debian_rust() {
  local folder libraries
  for folder in /usr "$cache"/rust-debian-*/usr; do
    [ -x "$folder/bin/rustc" ] || continue
    [ -x "$folder/bin/cargo" ] || continue
    [ -e "$folder/lib/rustlib/src/rust/library/std/Cargo.toml" ] || continue
    [ -n "$(wasm_linker "$folder")" ] || continue
    libraries=$(debian_libraries "$folder")
    at_least "$(LD_LIBRARY_PATH=$libraries rust_version "$folder/bin/rustc")" "$(rust_wanted)" || continue
    printf '%s' "$folder"
    return 0
  done
}

# Makes cargo and rustc resolve to Debian's Rust in folder $1.
use_debian_rust() {
  local libraries
  libraries=$(debian_libraries "$1")
  if have rustup; then
    # Without this, rustup's proxies read the toolchain file of the crate being compiled.
    export RUSTUP_TOOLCHAIN=$debian_toolchain
  else
    export PATH=$cache/debian-rust:$PATH
  fi
  [ -z "$libraries" ] || export LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
}

# Registers the Rust in folder $1 with rustup; without rustup, links its programs into a separate folder, so
# that nothing else from its folder gets onto PATH.
link_debian_rust() {
  local program
  if have rustup; then
    rustup toolchain link "$debian_toolchain" "$1"
  else
    rm -rf "$cache/debian-rust" && mkdir -p "$cache/debian-rust" || return
    for program in rustc rustdoc cargo rustfmt cargo-fmt cargo-clippy clippy-driver; do
      [ ! -x "$1/bin/$program" ] || ln -s "$1/bin/$program" "$cache/debian-rust/$program" || return
    done
  fi
}

# Whether cargo resolves to the Rust in folder $1 after use_debian_rust.
debian_rust_is_linked() (
  use_debian_rust "$1"
  [ "$(rust_version rustc)" = "$(rust_version "$1/bin/rustc")" ] &&
    [ "$(cd "$(rustc --print sysroot 2>/dev/null)" 2>/dev/null && pwd -P)" = "$(cd "$1" && pwd -P)" ]
)
