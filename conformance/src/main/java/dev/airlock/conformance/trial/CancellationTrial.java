package dev.airlock.conformance.trial;

import dev.airlock.conformance.session.Observation;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.upstreams.Disturbance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A call that its caller cancelled.
 *
 * @param call the call
 * @param when the moment of the cancellation, in words
 * @param took the time from the cancellation to the end of the call; zero if the call ended before
 * @param seen the observation of the call
 */
public record CancellationTrial(BaselineCall call, String when, Duration took, Observation seen) {
    /** The longest time that a call may continue after its cancellation, on a busy machine. */
    static final Duration BOUND = Duration.ofSeconds(3);
    /** A call that ends within this time counts as already over when it was cancelled. */
    private static final Duration CLOSE = Duration.ofMillis(300);

    static List<CancellationTrial> all(TrialFixture stage, BaselineCall call, Observation usual, List<Long> exchanges) {
        List<CancellationTrial> all = new ArrayList<>();
        all.add(before(stage, call));
        for (long number : exchanges) {
            all.add(during(stage, call, number));
        }
        for (int quarter : new int[] {1, 3}) {
            all.add(after(stage, call, Duration.ofMillis(usual.outcome().usage().wallMillis() * quarter / 4)));
        }
        return all;
    }

    private static CancellationTrial before(TrialFixture stage, BaselineCall call) {
        Moment moment = new Moment();
        moment.cancel();
        return moment.of(
                call, "before it began", stage.call(call, call.script(), Disturbance.NONE, moment.cancellation));
    }

    /** Cancels a call while the service has the request and does not answer. */
    private static CancellationTrial during(TrialFixture stage, BaselineCall call, long number) {
        Moment moment = new Moment();
        Disturbance stalls = (request, usual) -> {
            if (request.number() != number) {
                return usual;
            }
            moment.cancel();
            return TrialFault.STALL.instead().of(usual);
        };
        return moment.of(
                call, "during exchange " + number, stage.call(call, call.script(), stalls, moment.cancellation));
    }

    private static CancellationTrial after(TrialFixture stage, BaselineCall call, Duration delay) {
        Moment moment = new Moment();
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        try {
            Future<?> unused = timer.schedule(moment::cancel, delay.toNanos(), TimeUnit.NANOSECONDS);
            return moment.of(
                    call,
                    delay.toMillis() + " ms after it began",
                    stage.call(call, call.script(), Disturbance.NONE, moment.cancellation));
        } finally {
            timer.shutdownNow();
        }
    }

    /** Returns the problem with its end as a sentence; empty if there is none. */
    public List<String> findings() {
        String begin = call.name() + ", cancelled " + when + ", ";
        if (took.compareTo(BOUND) > 0) {
            return List.of(begin + "went on for " + took.toMillis() + " ms.");
        }
        boolean isCancelled = seen.outcome() instanceof Outcome.Cancelled;
        boolean wasOver = took.compareTo(CLOSE) <= 0 && !when.startsWith("before");
        return isCancelled || wasOver
                ? List.of()
                : List.of(begin + "ended with " + seen.end() + (seen.succeeded() ? "." : ""));
    }

    /** The moment of a cancellation. */
    private static final class Moment {
        private final Cancellation cancellation = new Cancellation();
        private final AtomicLong at = new AtomicLong();

        void cancel() {
            at.compareAndSet(0, Clock.SYSTEM.monotonicNanos());
            cancellation.cancel();
        }

        CancellationTrial of(BaselineCall call, String when, Observation seen) {
            long cancelled = at.get();
            return new CancellationTrial(
                    call,
                    when,
                    cancelled == 0 ? Duration.ZERO : Duration.ofNanos(Clock.SYSTEM.monotonicNanos() - cancelled),
                    seen);
        }
    }
}
