#!/bin/sh
# Rebuilds spy.wasm and spy-state.wasm; needs clang 14, lld and wasi-libc. CLANG names another compiler.
set -eu
cd "$(dirname "$0")"
build() { "${CLANG:-clang-14}" --target=wasm32-wasi -O2 -Wall -Wextra -Wl,--strip-all "$@"; }
build spy.c -o spy.wasm
build -DWITH_STATE spy.c -o spy-state.wasm
