package dev.airlock.conformance.checks;

import dev.airlock.conformance.session.ConnectorUnderTest;
import dev.airlock.conformance.session.Observation;
import dev.airlock.conformance.session.SampleArguments;
import dev.airlock.conformance.session.Session;
import dev.airlock.conformance.session.Setup;
import dev.airlock.conformance.trial.Baselines;
import dev.airlock.conformance.trial.Trials;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.Operation;
import dev.airlock.sandbox.Sandbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/** The fixture in which checks try a connector. */
public final class Bench {
    private final ConnectorUnderTest subject;
    private final List<Failure> obstacles;
    private Optional<Baselines> baselines = Optional.empty();
    private Optional<Trials> trials = Optional.empty();

    private Bench(ConnectorUnderTest subject, List<Failure> obstacles) {
        this.subject = subject;
        this.obstacles = List.copyOf(obstacles);
    }

    public static Bench of(ConnectorUnderTest subject) throws IOException {
        try (Sandbox sandbox = subject.sandbox().build()) {
            List<Failure> problems = sandbox.check(subject.manifest(), subject.module());
            if (!problems.isEmpty()) {
                return new Bench(subject, problems);
            }
        }
        try (Session session = Session.open(subject, Setup.standard(subject))) {
            List<Failure> refusals = session.loaded()
                    .match(loaded -> List.of(), refused -> List.of(refused.failure()), cancelled -> {
                        throw new CancellationException("the load was interrupted");
                    });
            return new Bench(subject, refusals);
        }
    }

    /** Returns the failures that keep the connector from loading. */
    public List<Failure> obstacles() {
        return obstacles;
    }

    public ConnectorUnderTest subject() {
        return subject;
    }

    /** Returns the calls that are expected to work. Makes them when they are first needed. */
    public Baselines baselines() {
        if (baselines.isEmpty()) {
            baselines = Optional.of(Baselines.of(subject));
        }
        return baselines.get();
    }

    /** Returns the trials of its baseline calls. Runs them when the first check needs them. */
    public Trials trials() {
        if (trials.isEmpty()) {
            trials = Optional.of(Trials.of(subject, baselines()));
        }
        return trials.get();
    }

    /** Returns the usual settings. */
    Setup standard() {
        return Setup.standard(subject);
    }

    List<Operation> operations() {
        return subject.manifest().operations();
    }

    /** Loads the connector, does the work with it and closes it. */
    <T> T with(Setup setup, Function<Session, T> work) {
        try (Session session = Session.open(subject, setup)) {
            return work.apply(session);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Calls each operation once with valid arguments and returns the observations. */
    List<Observation> callEach(Setup setup) {
        return with(
                setup,
                session -> operations().stream()
                        .map(operation -> session.call(operation.name(), SampleArguments.of(operation)))
                        .toList());
    }
}
