#!/bin/sh
# Rebuilds every NAME.wasm from its NAME.wat, in this folder or the one that is named, and says which changed. Needs wabt
# 1.0.42 or newer; WAT2WASM names another wat2wasm.
set -eu
cd "${1:-$(dirname "$0")}"
wat2wasm=${WAT2WASM:-wat2wasm}
failed=no
work=$(mktemp -d)
# wat2wasm recurses with the nesting of blocks
ulimit -s "$(ulimit -H -s)"
trap 'rm -rf "$work"' EXIT

# What a header line of that name says; the lines of one name are joined.
header() {
  sed -n "/^;;/!q; s/^;; $1: *//p" "$2" | tr '\n' ' '
}

for source in *.wat; do
  name=${source%.wat}
  bytes=$(header bytes "$source")
  if [ -n "$bytes" ]; then
    printf '%s' "$bytes" | tr -d ' ' | xxd -r -p >"$work/module.wasm"
  else
    # A line ";;@ 3 TEXT" stands for TEXT three times, with the number from 0 in the place of $i.
    awk '/^ *;;@ / { n = $2; sub(/^ *;;@ [0-9]+ /, ""); for (i = 0; i < n; i++) { s = $0; gsub(/\$i/, i, s); print s }; next } { print }' \
      "$source" >"$work/module.wat"
    # shellcheck disable=SC2046 # flags are words
    "$wat2wasm" --debug-names --enable-threads --enable-function-references $(header wat2wasm "$source") "$work/module.wat" -o "$work/module.wasm" || {
      echo "failed: $source" >&2
      failed=yes
      continue
    }
  fi
  cut=$(header truncate "$source")
  if [ -n "$cut" ]; then
    head -c "$(echo "$cut" | tr -d ' ')" "$work/module.wasm" >"$work/cut.wasm"
    mv "$work/cut.wasm" "$work/module.wasm"
  fi
  if ! cmp -s "$work/module.wasm" "$name.wasm"; then
    cp "$work/module.wasm" "$name.wasm"
    echo "changed: $name.wasm"
  fi
done
[ "$failed" = no ]
