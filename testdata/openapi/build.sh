#!/usr/bin/env bash
# Makes a connector of trains.yaml in each language, builds it, runs its scenarios, and keeps source and module.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$(cd ../.. && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for language in go rust c assemblyscript; do
  (cd "$work" && "$root/airlock" new "trains-$language" --lang "$language" --openapi "$root/testdata/openapi/trains.yaml" > /dev/null)
done

(
  cd "$work/trains-go"
  test -z "$(gofmt -l .)"
  GOTOOLCHAIN=local GOWORK=off GOFLAGS='' GOOS=wasip1 GOARCH=wasm \
    go build -trimpath -buildvcs=false -ldflags='-s -w -buildid=' -o connector.wasm .
)
(
  cd "$work/trains-rust"
  flags=(--edition 2021 --target "${RUST_TARGET:-wasm32-wasi}" -C opt-level=s -C panic=abort -D warnings)
  "${RUSTC:-/usr/bin/rustc}" "${flags[@]}" --crate-name airlock --crate-type rlib -o libairlock.rlib guest/src/lib.rs
  "${RUSTC:-/usr/bin/rustc}" "${flags[@]}" -C lto -C strip=symbols --extern airlock=libairlock.rlib -o connector.wasm src/main.rs
)
(
  cd "$work/trains-c"
  "${CLANG:-clang-14}" --target=wasm32-wasi -std=c11 -Wall -Wextra -Wpedantic -Werror -O2 -Iguest -Wl,--strip-all \
    -Wl,--stack-first -Wl,-z,stack-size=1048576 -o connector.wasm connector.c guest/*.c
)
(cd "$work/trains-assemblyscript" && npm install --silent && npm run --silent build)

for language in go rust c assemblyscript; do
  "$root/airlock" test "$work/trains-$language"
done
keep() {
  mkdir -p "$1"
  cp "$work/trains-$1/$2" "$1/$(basename "$2")"
  if [ "$1" != go ]; then install -m 644 "$work/trains-$1/connector.wasm" "$1/connector.wasm"; fi
}
keep go main.go
keep rust src/main.rs
keep c connector.c
keep assemblyscript assembly/index.ts
sha256sum ./*/connector.wasm > SHA256SUMS
