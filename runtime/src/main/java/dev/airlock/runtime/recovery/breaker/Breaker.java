package dev.airlock.runtime.recovery.breaker;

import dev.airlock.failures.Failure;
import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.runtime.recovery.store.CircuitStore;
import dev.airlock.runtime.recovery.store.CircuitStore.Circuit;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.evidence.IdempotencyKey;
import dev.airlock.sandbox.host.CircuitGate;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The circuit of one connector and host. {@link RecentExchanges} decides when it opens, because the library counts exchanges and does not
 * know their calls. The library keeps the states, the time in each, and the probe. Thread-safe.
 */
final class Breaker {
    private static final int TOO_MANY_REQUESTS = 429;

    private final Time time;
    private final BreakerRules rules;
    private final CircuitStore store;
    private final String connector;
    private final String host;
    private final CircuitBreaker circuit;
    private final RecentExchanges recent;
    private volatile Exchange.Result last = new Exchange.Broken(NetworkFailureKind.CIRCUIT_OPEN, "");
    private volatile Instant retryAt;

    Breaker(Time time, BreakerRules rules, CircuitStore store, String connector, String host) {
        this.time = time;
        this.rules = rules;
        this.store = store;
        this.connector = connector;
        this.host = host;
        this.retryAt = time.now();
        this.recent = new RecentExchanges(rules);
        this.circuit = CircuitBreaker.of(connector + " " + host, config());
        takeOver();
        circuit.getEventPublisher()
                .onStateTransition(event -> changed(event.getStateTransition().getToState()));
    }

    private CircuitBreakerConfig config() {
        return CircuitBreakerConfig.custom()
                .slidingWindowType(SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(1)
                .minimumNumberOfCalls(1)
                .failureRateThreshold(100)
                .recordException(failure -> failure instanceof ProbeFailed)
                .waitDurationInOpenState(untilJustBefore(rules.open()))
                .permittedNumberOfCallsInHalfOpenState(1)
                .clock(new TimeClock(time))
                .build();
    }

    /**
     * Returns a slightly shorter time. The library lets a probe through only after its time has passed; this circuit does so as soon as the
     * time has come.
     */
    private static Duration untilJustBefore(Duration length) {
        return length.minusMillis(1);
    }

    /** Takes over a circuit that another process left open, never for longer than the rules say, whatever the other clock showed. */
    private void takeOver() {
        Instant latest = time.now().plus(rules.open());
        Optional<Circuit> left = found().filter(found -> found.state().equals(word(State.OPEN)));
        left.filter(found -> found.retryAt().isAfter(time.now().plusMillis(1))).ifPresent(found -> {
            last = result(found);
            retryAt = found.retryAt().isAfter(latest) ? latest : found.retryAt();
            circuit.transitionToOpenStateFor(untilJustBefore(Duration.between(time.now(), retryAt)));
        });
    }

    /** Returns the stored circuit. A store that cannot be read must not stop a call, so the circuit then counts as unknown. */
    private Optional<Circuit> found() {
        try {
            return store.find(connector, host);
        } catch (StoreUnavailableException nothingIsKnown) {
            return Optional.empty();
        }
    }

    CircuitGate.Answer ask(IdempotencyKey call) {
        return circuit.tryAcquirePermission() ? new Passage(call) : refusal();
    }

    Optional<CircuitGate.Refusal> certainRefusal() {
        boolean isOpen = circuit.getState() == State.OPEN && time.now().isBefore(retryAt);
        return isOpen ? Optional.of(refusal()) : Optional.empty();
    }

    private CircuitGate.Refusal refusal() {
        return new CircuitGate.Refusal(new Exchange.CircuitOpen(last, retryAt));
    }

    /** Stores a transition. It runs on the thread of the exchange that caused it, after {@link #last} was set. */
    private void changed(State state) {
        Instant now = time.now();
        if (state == State.OPEN) {
            retryAt = now.plus(rules.open());
        } else if (state == State.CLOSED) {
            recent.clear();
        }
        try {
            store.put(new Circuit(
                    connector,
                    host,
                    word(state),
                    last instanceof Exchange.Answered answered ? answered.status() : 0,
                    last instanceof Exchange.Broken broken ? broken.kind().wireName() : "",
                    now,
                    retryAt));
        } catch (StoreUnavailableException onlyOthersMissIt) {
            // this process knows its circuits without the store
        }
    }

    private static String word(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static Exchange.Result result(Circuit found) {
        if (found.lastStatus() > 0) {
            return new Exchange.Answered(found.lastStatus(), "", "");
        }
        NetworkFailureKind kind = Arrays.stream(NetworkFailureKind.values())
                .filter(known -> known.wireName().equals(found.lastKind()))
                .findFirst()
                .orElse(NetworkFailureKind.CIRCUIT_OPEN);
        return new Exchange.Broken(kind, "");
    }

    /** Returns whether the host failed: it broke the connection or reported an error of its own. A rate limit is no failure. */
    private static boolean isFailure(Exchange.Result result) {
        return !(result instanceof Exchange.Answered answered)
                || (Failure.isTransient(answered.status()) && answered.status() != TOO_MANY_REQUESTS);
    }

    /** One exchange that was let through. */
    private final class Passage implements CircuitGate.Passage {
        private final Instant start = time.now();
        private final IdempotencyKey call;

        Passage(IdempotencyKey call) {
            this.call = call;
        }

        @Override
        public void ended(Exchange.Result result) {
            long millis = Duration.between(start, time.now()).toMillis();
            if (!isFailure(result)) {
                recent.succeeded();
                circuit.onSuccess(millis, TimeUnit.MILLISECONDS);
                return;
            }
            last = result;
            if (circuit.getState() == State.HALF_OPEN) {
                circuit.onError(millis, TimeUnit.MILLISECONDS, new ProbeFailed());
                return;
            }
            circuit.releasePermission();
            if (recent.failedTooOften(call) && circuit.getState() == State.CLOSED) {
                circuit.transitionToOpenState();
            }
        }

        @Override
        public void abandoned() {
            circuit.releasePermission();
        }
    }

    /** A failed probe, for the library, which counts exceptions. */
    private static final class ProbeFailed extends Exception {
        private static final long serialVersionUID = 1L;

        ProbeFailed() {
            super(null, null, false, false);
        }
    }
}
