package dev.airlock.sandbox.recording;

import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallMemory;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Records every answer of the world. Its size is bounded: a recording of {@value #MOST_BYTES} bytes or
 * {@value #MOST_EVENTS} events stops there and says so. Another thread reads it once the call is over.
 */
public final class Recorder implements HostInterceptor {
    /** The most bytes that are kept of one call, approximately. */
    public static final long MOST_BYTES = 64 << 20;

    /** The most events of one call. */
    public static final int MOST_EVENTS = 250_000;

    private final List<HostEvent> events = new ArrayList<>();
    private long bytes;
    private boolean isFull;

    @Override
    public <A extends HostAnswer> A answer(
            CallScope scope, Supplier<HostQuery> asked, Class<A> kind, Supplier<A> world) {
        long fuel = scope.fuel().used();
        long micros = TimeUnit.NANOSECONDS.toMicros(scope.elapsedNanos());
        HostQuery question = asked.get();
        ObservedTraffic before =
                question instanceof HostQuery.Http ? ObservedTraffic.by(scope) : ObservedTraffic.NOTHING;
        try {
            A answer = world.get();
            HostEvent event = new HostEvent(fuel, micros, question, answer, seen(scope, question, before));
            hold(scope, event);
            note(event);
            return answer;
        } catch (CallEnded ended) {
            if (scope.hostTermination().isPresent()) {
                HostAnswer.Ended answer =
                        new HostAnswer.Ended(scope.hostTermination().get());
                note(new HostEvent(fuel, micros, question, answer, seen(scope, question, before)));
            }
            throw ended;
        } catch (RuntimeException fault) {
            HostAnswer.Ended answer = new HostAnswer.Ended(new Termination.HostFault(fault));
            note(new HostEvent(fuel, micros, question, answer, seen(scope, question, before)));
            throw fault;
        }
    }

    private static ObservedTraffic seen(CallScope scope, HostQuery question, ObservedTraffic before) {
        return question instanceof HostQuery.Http ? ObservedTraffic.by(scope).since(before) : ObservedTraffic.NOTHING;
    }

    /** Counts the recording as the call's memory. A small event that ends the call is not counted. */
    private void hold(CallScope scope, HostEvent event) {
        if (!isFull()) {
            scope.memory().add(CallMemory.Use.RECORDING, event.bytes());
        }
    }

    private synchronized void note(HostEvent event) {
        bytes += event.bytes();
        isFull = isFull || bytes > MOST_BYTES || events.size() >= MOST_EVENTS;
        if (!isFull) {
            events.add(event);
        }
    }

    @Override
    public synchronized List<HostEvent> events() {
        return List.copyOf(events);
    }

    /** Whether events are missing because there were too many. */
    public synchronized boolean isFull() {
        return isFull;
    }
}
