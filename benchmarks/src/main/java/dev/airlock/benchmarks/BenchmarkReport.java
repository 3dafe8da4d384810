package dev.airlock.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.airlock.benchmarks.CallBenchmark.Host;
import dev.airlock.sandbox.engine.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Prints JMH's results as Markdown tables, with a comparison to the targets. */
public final class BenchmarkReport {
    private static final double MEAN_TARGET = 1.10;
    private static final double LOOP_TARGET = 1.25;
    private static final double CALL_TARGET = 1.8;

    private static final double LOOK_TARGET = 5;

    private final Map<List<String>, Forks> results = new HashMap<>();
    private Optional<Forks> look = Optional.empty();

    private BenchmarkReport() {}

    /**
     * Prints the tables.
     *
     * @param arguments files with JMH's results in JSON; if two have the same benchmark, the later one counts
     */
    public static void main(String[] arguments) throws IOException {
        BenchmarkReport report = new BenchmarkReport();
        for (String file : arguments) {
            report.read(Path.of(file));
        }
        report.printPrograms();
        report.printInterpreters();
        report.printCalls();
        report.printLook();
    }

    private void read(Path file) throws IOException {
        for (JsonNode entry : new ObjectMapper().readTree(Files.readAllBytes(file))) {
            if (entry.path("benchmark").asText().startsWith(IntegrityBenchmark.class.getName())) {
                look = Optional.of(Forks.of(entry));
                continue;
            }
            JsonNode parameters = entry.path("params");
            List<String> key = parameters.has("program")
                    ? List.of(
                            parameters.path("program").asText(),
                            parameters.path("form").asText())
                    : List.of(
                            parameters.path("sample").asText(),
                            parameters.path("host").asText());
            results.put(key, Forks.of(entry));
        }
    }

    private Optional<Forks> find(Enum<?> what, Enum<?> how) {
        return Optional.ofNullable(results.get(List.of(what.name(), how.name())));
    }

    private Optional<Double> ratio(Enum<?> what, Enum<?> how, Enum<?> reference) {
        return find(what, how).flatMap(time -> find(what, reference).map(other -> time.median() / other.median()));
    }

    private void printPrograms() {
        row("program", "calls in 100", "Chicory µs", "Airlock µs", "Airlock / Chicory", "target", "without the pass");
        row("---", "---:", "---:", "---:", "---:", "---:", "---:");
        for (BenchmarkProgram program : BenchmarkProgram.values()) {
            if (ratio(program, Form.AIRLOCK, Form.CHICORY).isPresent()) {
                printProgram(program);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%nGeometric mean: %.2f, target %.2f; without the pass %.2f.%n%n",
                mean(Form.AIRLOCK, Form.CHICORY),
                MEAN_TARGET,
                mean(Form.AIRLOCK_WITHOUT_PASS, Form.CHICORY));
    }

    private void printProgram(BenchmarkProgram program) {
        Facts facts = Facts.of(program);
        double ratio = ratio(program, Form.AIRLOCK, Form.CHICORY).orElseThrow();
        double target = facts.isCallBound() ? CALL_TARGET : LOOP_TARGET;
        row(
                program.fileName(),
                String.format(Locale.ROOT, "%.2f", facts.callsPer100()),
                cell(find(program, Form.CHICORY)),
                cell(find(program, Form.AIRLOCK)),
                String.format(Locale.ROOT, ratio <= target ? "%.2f" : "**%.2f**", ratio),
                String.format(Locale.ROOT, "%.2f", target),
                times(ratio(program, Form.AIRLOCK_WITHOUT_PASS, Form.CHICORY)));
    }

    private void printInterpreters() {
        row("program, interpreted", "Chicory with a listener µs", "Airlock µs", "Airlock / Chicory");
        row("---", "---:", "---:", "---:");
        for (BenchmarkProgram program : BenchmarkProgram.values()) {
            if (find(program, Form.AIRLOCK_INTERPRETED).isPresent()) {
                row(
                        program.fileName(),
                        cell(find(program, Form.CHICORY_INTERPRETED)),
                        cell(find(program, Form.AIRLOCK_INTERPRETED)),
                        times(ratio(program, Form.AIRLOCK_INTERPRETED, Form.CHICORY_INTERPRETED)));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%nGeometric mean: %.2f; Airlock compiled against Chicory's interpreter with a listener: %.4f.%n%n",
                mean(Form.AIRLOCK_INTERPRETED, Form.CHICORY_INTERPRETED),
                mean(Form.AIRLOCK, Form.CHICORY_INTERPRETED));
    }

    private void printCalls() {
        row("whole call", "Chicory µs", "Airlock µs", "Airlock / Chicory");
        row("---", "---:", "---:", "---:");
        for (Sample sample : Sample.values()) {
            if (find(sample, Host.AIRLOCK).isPresent()) {
                row(
                        sample.folderName(),
                        cell(find(sample, Host.CHICORY)),
                        cell(find(sample, Host.AIRLOCK)),
                        times(ratio(sample, Host.AIRLOCK, Host.CHICORY)));
            }
        }
    }

    private void printLook() {
        look.ifPresent(time -> System.out.printf(
                Locale.ROOT,
                "%nThe look at an installed connector before an attempt takes %.1f µs, target %.0f.%n",
                time.median(),
                LOOK_TARGET));
    }

    /** Returns the geometric mean over the programs with both results. */
    private double mean(Form form, Form reference) {
        double logarithm = Stream.of(BenchmarkProgram.values())
                .flatMap(program -> ratio(program, form, reference).stream())
                .mapToDouble(Math::log)
                .average()
                .orElse(Double.NaN);
        return Math.exp(logarithm);
    }

    private static String cell(Optional<Forks> time) {
        return time.map(Forks::toString).orElse("");
    }

    private static String times(Optional<Double> ratio) {
        return ratio.map(value -> String.format(Locale.ROOT, "%.2f", value)).orElse("");
    }

    private static void row(String... cells) {
        System.out.println("| " + String.join(" | ", cells) + " |");
    }
}
