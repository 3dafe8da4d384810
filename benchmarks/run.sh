#!/usr/bin/env bash
# Builds the benchmarks, runs them, and prints their tables. Results of JMH go to benchmarks/target/results.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'END'
usage: benchmarks/run.sh [--quick]    run everything: about 35 minutes, or with --quick about seven, in fewer JVMs
       benchmarks/run.sh --report     print the tables of the latest run
       benchmarks/run.sh --help

Run it on an idle machine. JAVA_HOME says which JDK to use.
END
}

readonly RESULTS=benchmarks/target/results

java_with_benchmarks() {
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "benchmarks/target/classes:$(cat benchmarks/target/classpath)" "$@"
}

# jmh RESULT FORKS BENCHMARK [OPTION...]
jmh() {
  local result=$1 forks=$2 benchmark=$3
  shift 3
  java_with_benchmarks org.openjdk.jmh.Main "$benchmark" -f "$forks" "$@" -v SILENT \
    -rf json -rff "$RESULTS/$result.json"
}

run() {
  local forks=$1 few=$2
  ./mvnw -q -B -Pbenchmarks -Dquickly -DskipTests -pl benchmarks -am package
  mkdir -p "$RESULTS"
  jmh compiled "$forks" ProgramBenchmark -p form=CHICORY,AIRLOCK
  jmh without-pass "$few" ProgramBenchmark -p form=AIRLOCK_WITHOUT_PASS
  jmh interpreted "$few" ProgramBenchmark -p form=CHICORY_INTERPRETED,AIRLOCK_INTERPRETED -wi 1
  jmh calls "$forks" CallBenchmark -p sample=CHAT_POST_RUST,PAYMENT_RAIL_C,LOOKUP_ASSEMBLYSCRIPT
  # the JIT is not done with a module of this size before
  jmh calls-large "$forks" CallBenchmark -p sample=ISSUE_TRACKER_GO -wi 24
  java_with_benchmarks dev.airlock.benchmarks.DeadlineLatency > "$RESULTS/deadline.md"
}

report() {
  java_with_benchmarks dev.airlock.benchmarks.Report "$RESULTS"/*.json
  echo
  cat "$RESULTS/deadline.md"
}

case "${1:-}" in
  "") run 10 2; report ;;
  --quick) run 2 1; report ;;
  --report) report ;;
  --help | -h) usage ;;
  *) usage >&2; exit 2 ;;
esac
