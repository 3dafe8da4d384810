package dev.airlock.conformance.scenarios;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The scenarios of a connector: the files {@code tests/*.toml} in its folder. */
public final class ScenarioSuite {
    /** The folder of the scenarios in the connector's folder. */
    public static final String FOLDER = "tests";
    /** The extension of scenario files. */
    public static final String ENDING = ".toml";

    private ScenarioSuite() {}

    /**
     * Returns the scenario files of a connector in the order of their names; empty if there is no such folder.
     *
     * @throws IOException if the folder cannot be read
     */
    public static List<Path> files(Path connector) throws IOException {
        Path folder = connector.resolve(FOLDER);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ENDING) && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        }
    }

    /**
     * Runs scenarios, several at a time; the first one alone if its compiled code is kept for the others.
     *
     * @param atATime the number of scenarios that run at the same time, at least 1
     * @param after transforms each result
     * @return the results in the order of the scenarios
     * @throws InterruptedException if the thread is interrupted; the running scenarios are interrupted too
     */
    public static List<ScenarioResult> run(
            List<Scenario> scenarios, ScenarioRunner runner, int atATime, UnaryOperator<ScenarioResult> after)
            throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, Math.min(atATime, scenarios.size())));
        try {
            List<Future<ScenarioResult>> running = new ArrayList<>();
            for (Scenario scenario : scenarios) {
                running.add(pool.submit(() -> after.apply(runner.run(scenario))));
                if (runner.keepsCode()) {
                    running.get(0).get();
                }
            }
            List<ScenarioResult> results = new ArrayList<>();
            for (Future<ScenarioResult> one : running) {
                results.add(one.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a scenario could not be run", e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }
}
