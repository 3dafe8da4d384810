#!/usr/bin/env bash
# Rebuilds the .wasm of every program: C with clang-14 and lld-14, text format with wabt. The results are committed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

for source in *.c; do
  "${CLANG:-clang-14}" --target=wasm32-wasi -O2 -Wall -nostdlib -mbulk-memory -Wl,--no-entry -Wl,--strip-all \
    -o "${source%.c}.wasm" "$source"
done
for source in *.wat; do
  wat2wasm "$source" -o "${source%.wat}.wasm"
done
