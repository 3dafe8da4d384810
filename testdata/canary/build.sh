#!/bin/sh
# Rebuilds spy.wasm; needs clang 14, lld and wasi-libc. CLANG names another compiler.
set -eu
cd "$(dirname "$0")"
exec "${CLANG:-clang-14}" --target=wasm32-wasi -O2 -Wall -Wextra -Wl,--strip-all spy.c -o spy.wasm
