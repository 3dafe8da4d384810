#!/bin/sh
# Rebuilds connector.wasm from connector.c.
set -eu
cd "$(dirname "$0")"
guest=../../../sample-connectors/guest/c
"${CLANG:-clang-14}" --target=wasm32-wasi -std=c11 -Wall -Wextra -O2 -I"$guest" -Wl,--strip-all -Wl,--stack-first \
  -Wl,-z,stack-size=1048576 -o connector.wasm connector.c "$guest"/*.c
