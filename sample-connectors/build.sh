#!/usr/bin/env bash
# Rebuilds the sample connectors with the ordinary toolchains of their languages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

readonly SAMPLES=(issue-tracker-go chat-post-rust payment-rail-c lookup-assemblyscript github-issues-go)

usage() {
  cat <<'END'
usage: ./build.sh [SAMPLE...]          rebuild these samples, or all of them
       ./build.sh --check [SAMPLE...]  compare each connector.wasm with its checksum; needs no toolchain
       ./build.sh --help

Each sample is built as a command, and, if it has a folder reactor, as a reactor there.
A rebuild replaces connector.wasm and connector.wasm.sha256 and says whether the bytes changed. The same sources and
the same toolchain give the same bytes; README.md names the versions that made the committed ones.

Environment: RUSTC and CLANG name the compilers to use.
Exit status: 0 done, 1 a check or a build failed, 2 a toolchain is missing or the usage is wrong.
END
}

main() {
  local check=false samples=()
  for argument in "$@"; do
    case "$argument" in
      --help | -h) usage; return ;;
      --check) check=true ;;
      *) is_sample "${argument%/}" || fail "There is no sample \"$argument\". Samples: ${SAMPLES[*]}."
         samples+=("${argument%/}") ;;
    esac
  done
  [ ${#samples[@]} -gt 0 ] || samples=("${SAMPLES[@]}")
  if $check; then check_all "${samples[@]}"; else build_all "${samples[@]}"; fi
}

is_sample() {
  [[ " ${SAMPLES[*]} " == *" $1 "* ]]
}

fail() {
  printf '%s\n' "$@" >&2
  exit 2
}

# ---- checksums ----

sha256() {
  if command -v sha256sum > /dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}

check_all() {
  local failures=0
  for sample in "$@"; do
    for folder in "$sample" "$sample/reactor"; do
      [ -d "$folder" ] || continue
      if (cd "$folder" && sha256 -c connector.wasm.sha256 > /dev/null 2>&1); then
        printf '%-32s ok\n' "$folder"
      else
        printf '%-32s connector.wasm does not match connector.wasm.sha256\n' "$folder"
        failures=1
      fi
    done
  done
  return "$failures"
}

# ---- building ----

# A function build_LANGUAGE takes the style, command or reactor, and the file to write.

build_all() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  local missing=""
  for sample in "$@"; do
    "find_${sample##*-}" || missing+="$sample: $("install_${sample##*-}")"$'\n'
  done
  [ -z "$missing" ] || fail "A toolchain is missing; nothing was built." "${missing%$'\n'}"
  for sample in "$@"; do
    (cd "$sample" && "build_${sample##*-}" command "$work/built.wasm")
    deliver "$sample" "$sample"
    [ -d "$sample/reactor" ] || continue
    (cd "$sample" && "build_${sample##*-}" reactor "$work/built.wasm")
    deliver "$sample" "$sample/reactor"
  done
}

deliver() {
  local sample=$1 folder=$2 outcome=changed
  if cmp -s "$work/built.wasm" "$folder/connector.wasm"; then outcome=unchanged; fi
  install -m 644 "$work/built.wasm" "$folder/connector.wasm"
  (cd "$folder" && sha256 connector.wasm > connector.wasm.sha256)
  printf '%-32s %-10s %8d bytes  %s\n' \
    "$folder" "$outcome" "$(wc -c < "$folder/connector.wasm")" "$("version_${sample##*-}")"
}

# ---- Go ----

go_here() {
  env GOTOOLCHAIN=local GOWORK=off GOFLAGS= GOEXPERIMENT= GOWASM= GOOS=wasip1 GOARCH=wasm go "$@"
}

find_go() {
  (cd issue-tracker-go && go_here list . > /dev/null 2>&1)
}

install_go() {
  echo "install Go 1.24 or newer (https://go.dev/dl/)."
}

version_go() {
  go_here env GOVERSION
}

build_go() {
  local flags=(-trimpath -buildvcs=false -ldflags='-s -w -buildid=')
  if [ "$1" = reactor ]; then flags+=(-buildmode=c-shared -tags=reactor); fi
  go_here build "${flags[@]}" -o "$2" .
}

# ---- Rust ----

# Finds a compiler that has a WASI target and a linker for it. A rustc from rustup may come first and have neither.
find_rust() {
  echo 'fn main() {}' > "$work/probe.rs"
  for rustc in ${RUSTC:-rustc /usr/bin/rustc}; do
    for rust_target in wasm32-wasi wasm32-wasip1; do
      if "$rustc" --target "$rust_target" -o "$work/probe.wasm" "$work/probe.rs" > /dev/null 2>&1; then return; fi
    done
  done
  return 1
}

install_rust() {
  echo "install rustc, libstd-rust-dev-wasm32 and lld-14 (Debian), or rustup target add wasm32-wasip1."
}

version_rust() {
  "$rustc" --version
}

build_rust() {
  local flags=(--edition 2021 --target "$rust_target" -C opt-level=s -C panic=abort)
  "$rustc" "${flags[@]}" --crate-name airlock --crate-type rlib -o "$work/libairlock.rlib" ../guest/rust/src/lib.rs
  flags+=(-C lto -C strip=symbols --extern "airlock=$work/libairlock.rlib")
  if [ "$1" = reactor ]; then flags+=(--crate-type cdylib --cfg airlock_reactor); fi
  "$rustc" "${flags[@]}" -o "$2" src/main.rs
}

# ---- C ----

find_c() {
  echo 'int main(void) { return 0; }' > "$work/probe.c"
  for clang in ${CLANG:-clang-14 clang}; do
    if "$clang" --target=wasm32-wasi -o "$work/probe.wasm" "$work/probe.c" > /dev/null 2>&1; then return; fi
  done
  return 1
}

install_c() {
  echo "install clang-14, lld-14, wasi-libc and libclang-rt-14-dev-wasm32 (Debian), or the WASI SDK and set CLANG."
}

version_c() {
  "$clang" --version | head -n 1
}

# The stack lies below the data, so that one that overflows traps instead of overwriting it.
build_c() {
  local flags=(--target=wasm32-wasi -std=c11 -Wall -Wextra -Wpedantic -O2 -I../guest/c)
  flags+=(-Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=1048576)
  if [ "$1" = reactor ]; then flags+=(-mexec-model=reactor -DAIRLOCK_REACTOR); fi
  "$clang" "${flags[@]}" -o "$2" connector.c ../guest/c/*.c
}

# ---- AssemblyScript ----

find_assemblyscript() {
  command -v node > /dev/null && command -v npm > /dev/null
}

install_assemblyscript() {
  echo "install Node.js 20 or newer with npm; the compiler itself comes from package-lock.json."
}

version_assemblyscript() {
  (cd lookup-assemblyscript && echo "asc $(npx --no-install asc --version | sed 's/^Version //')")
}

build_assemblyscript() {
  npm ci --ignore-scripts --no-audit --no-fund --silent
  local script=build
  if [ "$1" = reactor ]; then script=build:reactor; fi
  npm run --silent "$script" -- --outFile "$2"
}

main "$@"
