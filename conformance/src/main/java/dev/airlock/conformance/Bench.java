package dev.airlock.conformance;

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
final class Bench {
    private final Subject subject;
    private final List<Failure> obstacles;
    private Optional<Rehearsals> rehearsals = Optional.empty();

    private Bench(Subject subject, List<Failure> obstacles) {
        this.subject = subject;
        this.obstacles = List.copyOf(obstacles);
    }

    static Bench of(Subject subject) throws IOException {
        try (Sandbox sandbox = subject.sandbox().build()) {
            List<Failure> problems = sandbox.check(subject.manifest(), subject.module());
            if (!problems.isEmpty()) {
                return new Bench(subject, problems);
            }
        }
        try (Session session = Session.open(subject, Setup.STANDARD)) {
            List<Failure> refusals = session.loaded()
                    .match(loaded -> List.of(), refused -> List.of(refused.failure()), cancelled -> {
                        throw new CancellationException("the load was interrupted");
                    });
            return new Bench(subject, refusals);
        }
    }

    /** Returns the failures that keep the connector from loading. */
    List<Failure> obstacles() {
        return obstacles;
    }

    Subject subject() {
        return subject;
    }

    /** Returns the trials of its baseline calls. Runs them when the first check needs them. */
    Rehearsals rehearsals() {
        if (rehearsals.isEmpty()) {
            rehearsals = Optional.of(Rehearsals.of(subject));
        }
        return rehearsals.get();
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
