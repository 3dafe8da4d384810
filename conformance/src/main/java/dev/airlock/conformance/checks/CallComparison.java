package dev.airlock.conformance.checks;

import dev.airlock.conformance.session.Observation;
import dev.airlock.failures.FailureClass;
import dev.airlock.sandbox.api.Outcome;
import java.util.List;
import java.util.Optional;

/** Compares two calls. */
final class CallComparison {
    private CallComparison() {}

    /** Returns the difference between two calls, as the end of a sentence; empty if there is none that counts. */
    static Optional<String> difference(Observation one, Observation other) {
        if (!result(one).equals(result(other))) {
            return Optional.of("the result: one ended with " + one.end() + ", the other with " + other.end());
        }
        if (!requests(one).equals(requests(other))) {
            return Optional.of("the requests that were sent");
        }
        long fuel = one.outcome().usage().fuel();
        long otherFuel = other.outcome().usage().fuel();
        return fuel == otherFuel || !isExact(one)
                ? Optional.empty()
                : Optional.of("fuel: " + fuel + " and " + otherFuel);
    }

    /** Returns whether fuel is exact. It is not if the guest trapped or reached a limit. */
    private static boolean isExact(Observation observation) {
        return !observation.broke()
                && observation
                        .failure()
                        .filter(failure -> failure.failureClass() == FailureClass.RESOURCE_LIMIT_EXCEEDED)
                        .isEmpty();
    }

    private static List<Object> result(Observation observation) {
        if (observation.outcome() instanceof Outcome.Succeeded succeeded) {
            return List.of(succeeded.output(), succeeded.errors());
        }
        return observation
                .failure()
                .map(failure -> List.<Object>of(failure.failureClass(), observation.reason(), observation.limit()))
                .orElse(List.of());
    }

    private static List<List<String>> requests(Observation observation) {
        return observation.requests().stream()
                .map(request -> List.of(
                        request.method(),
                        request.host(),
                        request.target(),
                        request.body().text()))
                .toList();
    }
}
