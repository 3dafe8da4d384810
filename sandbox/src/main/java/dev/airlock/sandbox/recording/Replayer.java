package dev.airlock.sandbox.recording;

import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Replays a recording without the world. A guest that asks something else, or more, than was recorded has diverged: its
 * call is cancelled, and {@link #divergence} says where. Another thread reads it once the call is over.
 */
public final class Replayer implements HostInterceptor {
    private final List<HostEvent> events;
    private int next;
    private int firstOtherFuel;
    private @Nullable Divergence divergence;

    /** Replays those events, in that order. */
    public Replayer(List<HostEvent> events) {
        this.events = List.copyOf(events);
    }

    @Override
    public synchronized <A extends HostAnswer> A answer(
            CallScope scope, Supplier<HostQuery> asked, Class<A> kind, Supplier<A> world) {
        HostQuery question = asked.get();
        Optional<HostEvent> recorded = next < events.size() ? Optional.of(events.get(next)) : Optional.empty();
        if (recorded.isEmpty() || !recorded.get().question().equals(question)) {
            throw left(scope, question, recorded);
        }
        HostEvent event = recorded.get();
        next++;
        if (firstOtherFuel == 0 && event.fuel() != scope.fuel().used()) {
            firstOtherFuel = next;
        }
        return replayed(scope, event, kind);
    }

    private <A extends HostAnswer> A replayed(CallScope scope, HostEvent event, Class<A> kind) {
        event.observed().replayIn(scope);
        if (event.answer() instanceof HostAnswer.Ended ended) {
            throw scope.end(ended.termination());
        }
        if (!kind.isInstance(event.answer())) {
            throw left(scope, event.question(), Optional.of(event));
        }
        return kind.cast(event.answer());
    }

    private CallEnded left(CallScope scope, HostQuery question, Optional<HostEvent> recorded) {
        if (divergence == null) {
            divergence =
                    new Divergence(next + 1, question, recorded, scope.fuel().used());
        }
        return scope.end(new Termination.Cancelled());
    }

    /** The point of divergence from the recording, if there is one. */
    public synchronized Optional<Divergence> divergence() {
        return Optional.ofNullable(divergence);
    }

    /** The first event, from 1, at which the call had used a different amount of fuel than recorded. */
    public synchronized OptionalInt firstOtherFuel() {
        return firstOtherFuel == 0 ? OptionalInt.empty() : OptionalInt.of(firstOtherFuel);
    }

    /** The number of events that were replayed. */
    public synchronized int played() {
        return next;
    }
}
