#!/usr/bin/env bash
# Builds the benchmarks, runs them, and prints their tables. Results of JMH go to benchmarks/target/results.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'END'
usage: benchmarks/run.sh [--quick]    run everything: about 35 minutes, or with --quick about seven, in fewer JVMs
       benchmarks/run.sh --smoke      run everything once, in a minute: shows that it runs, and measures nothing
       benchmarks/run.sh --report     print the tables of the latest run
       benchmarks/run.sh --help

Run it on an idle machine. JAVA_HOME says which JDK to use.
END
}

readonly RESULTS=benchmarks/target/results

java_with_benchmarks() {
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "benchmarks/target/classes:$(cat benchmarks/target/classpath)" "$@"
}

smoke=

# jmh RESULT FORKS WARM_UPS BENCHMARK [OPTION...], where no number of warm-ups is what the benchmark itself says
jmh() {
  local result=$1 forks=$2 warm=$3 benchmark=$4
  shift 4
  if [ "$smoke" ]; then set -- "$@" -wi 0 -i 1 -r 1ms; elif [ "$warm" ]; then set -- "$@" -wi "$warm"; fi
  java_with_benchmarks org.openjdk.jmh.Main "$benchmark" -f "$forks" "$@" -foe true -v SILENT \
    -rf json -rff "$RESULTS/$result.json"
}

# 32 callers in two heaps, the larger one first
callers() {
  local seconds=20 heap
  if [ "$smoke" ]; then seconds=1; fi
  echo "| heap | callers | calls a second | failed |"
  echo "|---|---|---|---|"
  for heap in 4g 512m; do
    java_with_benchmarks "-Xmx$heap" dev.airlock.benchmarks.ManyCallers 32 "$seconds" 50
  done
}

# run FORKS FEW [CALLS]
run() {
  local forks=$1 few=$2
  shift 2
  ./mvnw -q -B -Pbenchmarks -Dquickly -DskipTests -pl benchmarks -am package
  mkdir -p "$RESULTS"
  jmh compiled "$forks" "" ProgramBenchmark -p form=CHICORY,AIRLOCK
  jmh without-pass "$few" "" ProgramBenchmark -p form=AIRLOCK_WITHOUT_PASS
  jmh interpreted "$few" 1 ProgramBenchmark -p form=CHICORY_INTERPRETED,AIRLOCK_INTERPRETED
  jmh calls "$forks" "" CallBenchmark -p sample=CHAT_POST_RUST,PAYMENT_RAIL_C,LOOKUP_ASSEMBLYSCRIPT
  # the JIT is not done with a module of this size before
  jmh calls-large "$forks" 24 CallBenchmark -p sample=ISSUE_TRACKER_GO
  jmh integrity "$few" "" IntegrityBenchmark
  java_with_benchmarks dev.airlock.benchmarks.DeadlineLatency "$@" > "$RESULTS/deadline.md"
  callers > "$RESULTS/callers.md"
}

report() {
  java_with_benchmarks dev.airlock.benchmarks.BenchmarkReport "$RESULTS"/*.json
  echo
  cat "$RESULTS/deadline.md"
  echo
  cat "$RESULTS/callers.md"
}

case "${1:-}" in
  "") run 10 2; report ;;
  --quick) run 2 1; report ;;
  --smoke) smoke=yes; run 0 0 5; report ;;
  --report) report ;;
  --help | -h) usage ;;
  *) usage >&2; exit 2 ;;
esac
