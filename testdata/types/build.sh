#!/usr/bin/env bash
# Generates the types again, and rebuilds each connector.wasm with the toolchains of the sample connectors.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$(cd ../.. && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Makes a project in a temporary folder, puts the sources of the language into it, and brings the types back.
project() {
  (cd "$work" && "$root/airlock" new typed-"$1" --lang "$1" > /dev/null)
  cp manifest.toml "$work/typed-$1"
  cp "$1/$(basename "$2")" "$work/typed-$1/$2"
  (cd "$work" && "$root/airlock" types typed-"$1" > /dev/null)
  cp "$work/typed-$1/$3" "$1/$(basename "$3")"
}

project go main.go operations.gen.go
project rust src/main.rs src/operations.rs
project c connector.c operations.h
project assemblyscript assembly/index.ts assembly/operations.ts

(
  cd "$work/typed-go"
  GOTOOLCHAIN=local GOWORK=off GOFLAGS='' GOOS=wasip1 GOARCH=wasm \
    go build -trimpath -buildvcs=false -ldflags='-s -w -buildid=' -o connector.wasm .
)
(
  cd "$work/typed-rust"
  flags=(--edition 2021 --target "${RUST_TARGET:-wasm32-wasi}" -C opt-level=s -C panic=abort)
  "${RUSTC:-/usr/bin/rustc}" "${flags[@]}" --crate-name airlock --crate-type rlib -o libairlock.rlib guest/src/lib.rs
  "${RUSTC:-/usr/bin/rustc}" "${flags[@]}" -C lto -C strip=symbols --extern airlock=libairlock.rlib -o connector.wasm src/main.rs
)
(
  cd "$work/typed-c"
  "${CLANG:-clang-14}" --target=wasm32-wasi -std=c11 -Wall -Wextra -Wpedantic -Werror -O2 -Iguest -Wl,--strip-all \
    -Wl,--stack-first -Wl,-z,stack-size=1048576 -o connector.wasm connector.c guest/*.c
)
(cd "$work/typed-assemblyscript" && npm install --silent && npm run --silent build)

for language in go rust c assemblyscript; do
  install -m 644 "$work/typed-$language/connector.wasm" "$language/connector.wasm"
done
sha256sum ./*/connector.wasm > SHA256SUMS
