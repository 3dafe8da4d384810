#!/usr/bin/env bash
# Builds Airlock and its peers, measures them side by side, and prints the tables.
set -euo pipefail

usage() {
  cat <<'END'
usage: benchmarks/peers.sh [--quick | --smoke] [--only NAME]... [--connector DIR]... [--out DIR]
       benchmarks/peers.sh --help

Measures the same calls of the same connectors on Airlock, wazero, wasmtime, Node's WASI and plain Chicory: loading, first
answers, the first hundred calls, calls on one and two threads, allocation, memory of a loaded connector; and what only Airlock does:
calls while a connector is compiled, audited calls, commands that call nothing, a process without calls. A peer whose toolchain (go, cargo, node) is
missing is reported as not measured.

  --quick           measure less, in fewer processes: some twenty minutes instead of about an hour
  --smoke           do everything once, for a moment: shows that it runs, and measures nothing
  --only NAME       only this connector or runtime; may be repeated, for several of them
  --connector DIR   measure this connector too, a folder with manifest.toml and connector.wasm that answers the
                    operation "no_such_operation" with an error that names it; may be repeated
  --out DIR         where report.md, report.json, report.svg, logs and caches go; default benchmarks/target/peers
  --help            this text

Run it on an idle machine. JAVA_HOME says which JDK to use. Progress goes to standard error, the tables to standard output.
Ends with 0 if everything was measured for which there are tools, whatever the targets; 1 if something failed; 2 if it could not
run.
END
}

# Paths that the user gives are meant from where the user is.
arguments=()
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --out | --connector)
      [ $# -gt 1 ] || { echo "peers.sh: $1 needs a value; see --help" >&2; exit 2; }
      case $2 in
        /*) arguments+=("$1" "$2") ;;
        *) arguments+=("$1" "$PWD/$2") ;;
      esac
      shift 2
      ;;
    *) arguments+=("$1"); shift ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
echo "building" >&2
# the launcher builds itself, and would do so while it is measured
./airlock --version >/dev/null || exit 2
./mvnw -q -B -Pbenchmarks -Dquickly -DskipTests -pl benchmarks -am package >&2 || exit 2
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "benchmarks/target/classes:$(cat benchmarks/target/classpath)" \
  dev.airlock.benchmarks.peers.PeerReport ${arguments[@]+"${arguments[@]}"}
