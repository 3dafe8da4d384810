#!/bin/sh
# Fetches the official WebAssembly core test suite (spec 2.0) and converts it for the parity test:
#
#   testdata/spec-sample/fetch-suite.sh DIR
#   ./mvnw verify -Dwasm.spec=DIR
#
# Needs git and wast2json (wabt 1.0.32 or newer). SUITE_REPOSITORY names another clone to take it from.
set -eu

dir=${1:?usage: fetch-suite.sh DIR}
repository=${SUITE_REPOSITORY:-https://github.com/WebAssembly/testsuite}
revision=3a04b2c # 2022-11-09, spec 2.0

command -v wast2json > /dev/null || { echo "wast2json not found: install wabt" >&2; exit 2; }
mkdir -p "$dir"
sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
git clone --quiet --no-checkout "$repository" "$sources/suite"
git -C "$sources/suite" checkout --quiet "$revision"

converted=0
for script in "$sources"/suite/*.wast; do
    name=$(basename "$script" .wast)
    mkdir -p "$dir/$name"
    (cd "$dir/$name" && wast2json "$script" -o "$name.json")
    converted=$((converted + 1))
done
echo "$converted scripts converted to $dir"
