#!/usr/bin/env bash
# Holds the engine against V8 and a third validator: fresh generated modules for as long as asked, or the corpus of every build anew.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

usage() {
  cat <<'END'
usage: benchmarks/oracle/run.sh fresh MINUTES [FIRST_SEED]   run fresh modules of all profiles until the time is over
       benchmarks/oracle/run.sh verdicts COUNT               compare verdicts on COUNT mutants of each module of the corpus
       benchmarks/oracle/run.sh smaller MODULE               make a module small that differs
       benchmarks/oracle/run.sh corpus                       write testdata/engine/corpus and testdata/engine/tables anew
       benchmarks/oracle/run.sh --help

Needs cargo and npm, which fetch wasm-smith and Node 24. What differs is kept, with its smaller form, in benchmarks/target/oracle/found.
END
}

readonly WORK=$PWD/benchmarks/target/oracle
readonly PROFILES=(base exceptions imports large)
readonly BATCH=500
readonly REPORT=sandbox/target/surefire-reports/TEST-dev.airlock.sandbox.engine

prepare() {
  mkdir -p "$WORK"
  (cd benchmarks/oracle/generator && cargo build --quiet --release --target-dir "$WORK/generator")
  [[ -x $WORK/node_modules/.bin/node ]] || npm install --silent --prefix "$WORK" node@24
}

generate() { "$WORK/generator/release/airlock-oracle" "$@"; }
v8() { "$WORK/node_modules/.bin/node" --experimental-wasm-exnref benchmarks/oracle/v8.mjs "$@"; }

# holds TEST COUNT LOG [OPTION...]: whether a test of the sandbox passes; the script ends if it did not run so many cases
holds() {
  local test=$1 count=$2 log=$3 status=0 ran
  shift 3
  rm -f "$REPORT.$test.xml"
  ./mvnw -q -B -o -Dquickly -pl sandbox -am test -Dtest="$test" -Dsurefire.failIfNoSpecifiedTests=false "$@" > "$log" 2>&1 || status=$?
  ran=$(grep -c '<testcase ' "$REPORT.$test.xml" 2> /dev/null || true)
  if (( ${ran:-0} != count )); then
    echo "$test ran ${ran:-0} cases of $count; see $log" >&2
    exit 1
  fi
  return "$status"
}

# airlock DIR: whether the modules of a directory do as its v8.tsv says
airlock() {
  holds ForeignOracleTest "$(grep -c $'\tvalid\t' "$1/v8.tsv")" "$1/airlock.log" -Dairlock.oracle="$1"
}

# differing DIR: the modules whose cases a run named as failed, by their numbers
differing() {
  sed -n 's/.*doesAsV8Does(Expected)\[\([0-9]*\)\].*/\1/p' "$1/airlock.log" | sort -nu \
    | while read -r number; do grep $'\tvalid\t' "$1/v8.tsv" | sed -n "${number}s/\t.*//p"; done
}

fresh() {
  local end=$(( $(date +%s) + $1 * 60 )) seed=${2:-$(date +%s)} modules=0 events=0
  prepare
  mkdir -p "$WORK/found"
  while (( $(date +%s) < end )); do
    local dir=$WORK/fresh
    rm -rf "$dir"
    for profile in "${PROFILES[@]}"; do
      generate modules "$profile" "$seed" "$BATCH" "$dir"
    done
    v8 modules "$dir"
    if ! airlock "$dir"; then
      for module in $(differing "$dir"); do
        cp "$dir/$module" "$WORK/found/"
        echo "differs: $WORK/found/$module"
      done
    fi
    modules=$(( modules + $(grep -c $'\tvalid\ttrue' "$dir/v8.tsv") ))
    events=$(( events + $(grep -vc $'\tvalid\t' "$dir/v8.tsv") ))
    seed=$(( seed + BATCH ))
    echo "$modules modules, $events calls, $(find "$WORK/found" -name '*.wasm' | wc -l) found"
  done
}

verdicts() {
  prepare
  local dir=$WORK/mutants
  rm -rf "$dir"
  for module in testdata/engine/corpus/*.wasm; do
    generate mutants "$module" 1 "$1" "$dir"
  done
  if holds VerdictsTest 1 "$WORK/verdicts.log" -Dairlock.verdicts="$dir"; then
    echo "$(wc -l < "$dir/verdicts.tsv") verdicts are the same"
  else
    echo "verdicts differ; see $WORK/verdicts.log" >&2
    return 1
  fi
}

smaller() {
  prepare
  local module=$1 round=0 found=1
  while (( found )); do
    local dir=$WORK/smaller
    rm -rf "$dir"
    generate smaller "$module" $(( round++ * 200 )) 200 "$dir"
    v8 modules "$dir"
    found=0
    if ! airlock "$dir"; then
      local next
      next=$(differing "$dir" | head -n 1)
      if [[ -n $next ]]; then
        cp "$dir/$next" "$WORK/smallest.wasm"
        module=$WORK/smallest.wasm
        found=1
      fi
    fi
  done
  generate text "$module"
}

# Of each profile the first seeds whose module has at most 2 KB and ends everywhere
corpus() {
  prepare
  local dir=$WORK/corpus target=testdata/engine/corpus
  rm -rf "$dir" && mkdir -p "$dir"
  for profile in base exceptions imports; do
    generate modules "$profile" 1 2000 "$dir"
  done
  find "$dir" -name '*.wasm' -size +2k -delete
  v8 modules "$dir"
  rm -f "$target"/*
  for profile in base exceptions imports; do
    local some=0
    for module in "$dir/$profile"-*.wasm; do
      local name=${module##*/}
      if (( some < 100 )) && ! grep -q "^$name"$'\t[^\t]*\t\(timeout\|stack\)' "$dir/v8.tsv" \
          && (( $(grep -c "^$name"$'\t[^\t]*\tok' "$dir/v8.tsv") > 3 )); then
        cp "$module" "$target/"
        some=$(( some + 1 ))
      fi
    done
  done
  v8 modules "$target"
  "$WORK/node_modules/.bin/node" benchmarks/oracle/tables.mjs testdata/engine/tables
  for table in numbers memory; do
    generate binary "testdata/engine/tables/$table.wat" "testdata/engine/tables/$table.wasm"
  done
  v8 tables testdata/engine/tables
}

case "${1:-}" in
  fresh) fresh "${2:?how many minutes}" "${3:-}" ;;
  verdicts) verdicts "${2:?how many of each}" ;;
  smaller) smaller "${2:?which module}" ;;
  corpus) corpus ;;
  --help) usage ;;
  *) usage >&2; exit 2 ;;
esac
