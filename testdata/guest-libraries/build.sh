#!/usr/bin/env bash
# Rebuilds the connectors here, with the toolchains that sample-connectors/README.md names, and their checksums.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
guest=../../sample-connectors/guest
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd go && env GOTOOLCHAIN=local GOWORK=off GOFLAGS= GOEXPERIMENT= GOWASM= GOOS=wasip1 GOARCH=wasm \
  go build -trimpath -buildvcs=false -ldflags='-s -w -buildid=' -o connector.wasm .)

flags=(--edition 2021 --target "${RUST_TARGET:-wasm32-wasi}" -C opt-level=s -C panic=abort)
rustc=${RUSTC:-/usr/bin/rustc}
"$rustc" "${flags[@]}" --crate-name airlock --crate-type rlib -o "$work/libairlock.rlib" "$guest/rust/src/lib.rs"
"$rustc" "${flags[@]}" -C lto -C strip=symbols --extern "airlock=$work/libairlock.rlib" -o rust/connector.wasm rust/src/main.rs

"${CLANG:-clang-14}" --target=wasm32-wasi -std=c11 -Wall -Wextra -Wpedantic -O2 -I"$guest/c" -Wl,--strip-all -Wl,--stack-first \
  -Wl,-z,stack-size=1048576 -o c/connector.wasm c/connector.c "$guest"/c/*.c

# the compiler is that of the sample in the same language
(cd ../../sample-connectors/lookup-assemblyscript && npm ci --ignore-scripts --no-audit --no-fund --silent &&
  npx --no-install asc ../../testdata/guest-libraries/assemblyscript/assembly/index.ts \
    --config node_modules/@assemblyscript/wasi-shim/asconfig.json -O --stackSize 262144 -o "$work/built.wasm")
install -m 644 "$work/built.wasm" assemblyscript/connector.wasm

chmod 644 ./*/connector.wasm
sha256sum ./*/connector.wasm > SHA256SUMS
