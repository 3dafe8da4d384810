#!/bin/sh
# Rebuilds every NAME.wasm from its NAME.wat.
exec "$(dirname "$0")/../hostile/build.sh" "$(dirname "$0")"
