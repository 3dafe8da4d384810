#!/usr/bin/env bash
# Builds connector.wasm with names and a table of lines; CLANG names the compiler.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
"${CLANG:-clang-14}" --target=wasm32 -nostdlib -Os -gline-tables-only -gdwarf-4 \
  -fdebug-compilation-dir=. connector.c -o connector.wasm
