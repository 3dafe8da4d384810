package dev.airlock.sandbox.recording;

import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Replays a recording that another build of the connector made. Requests and uses of state have to be the recorded
 * ones, in their order. Clocks and random numbers come from the recording while it has some, and continue from there.
 * Nothing waits. Log lines are not compared. Another thread reads it once the call is over.
 */
public final class LenientReplayer implements HostInterceptor {
    private static final long STEP_NANOS = 1_000_000;

    private final Deque<HostEvent> effects = new ArrayDeque<>();
    private final Deque<Long> realtime = new ArrayDeque<>();
    private final Deque<Long> monotonic = new ArrayDeque<>();
    private final Deque<ByteString> random = new ArrayDeque<>();
    private final int effectCount;
    private long lastRealtime = STEP_NANOS;
    private long lastMonotonic = STEP_NANOS;
    private long noise = 1;
    private @Nullable Divergence divergence;

    /** Replays those events. */
    public LenientReplayer(List<HostEvent> events) {
        for (HostEvent event : events) {
            if (isEffect(event.question())) {
                effects.add(event);
            } else if (event.question() instanceof HostQuery.Time time
                    && event.answer() instanceof HostAnswer.Whole now) {
                (time.clock() == HostQuery.Clock.REALTIME ? realtime : monotonic).add(now.value());
            } else if (event.answer() instanceof HostAnswer.Bytes bytes) {
                bytes.value().ifPresent(random::add);
            }
        }
        this.effectCount = effects.size();
    }

    @Override
    public synchronized <A extends HostAnswer> A answer(
            CallScope scope, Supplier<HostQuery> asked, Class<A> kind, Supplier<A> world) {
        HostQuery question = asked.get();
        HostAnswer answer = isEffect(question) ? effect(scope, question) : other(question);
        if (answer instanceof HostAnswer.Ended ended) {
            throw scope.end(ended.termination());
        }
        if (!kind.isInstance(answer)) {
            throw left(scope, question, Optional.empty());
        }
        return kind.cast(answer);
    }

    private static boolean isEffect(HostQuery question) {
        return question instanceof HostQuery.Http || question instanceof HostQuery.State;
    }

    private HostAnswer effect(CallScope scope, HostQuery question) {
        HostEvent recorded = effects.peek();
        if (recorded == null || !recorded.question().equals(question)) {
            throw left(scope, question, Optional.ofNullable(recorded));
        }
        effects.remove();
        recorded.observed().replayIn(scope);
        return recorded.answer();
    }

    private HostAnswer other(HostQuery question) {
        if (question instanceof HostQuery.Time time) {
            return new HostAnswer.Whole(now(time.clock()));
        }
        if (question instanceof HostQuery.RandomBytes bytes) {
            return new HostAnswer.Bytes(Optional.of(new ByteString(random(bytes.count()))));
        }
        if (question instanceof HostQuery.Sleep sleep) {
            lastRealtime += sleep.nanos();
            lastMonotonic += sleep.nanos();
        }
        return new HostAnswer.Done();
    }

    private long now(HostQuery.Clock clock) {
        if (clock == HostQuery.Clock.REALTIME) {
            lastRealtime = realtime.isEmpty() ? lastRealtime + STEP_NANOS : realtime.remove();
            return lastRealtime;
        }
        lastMonotonic = monotonic.isEmpty() ? lastMonotonic + STEP_NANOS : monotonic.remove();
        return lastMonotonic;
    }

    private byte[] random(int count) {
        if (!random.isEmpty() && random.element().size() == count) {
            return random.remove().bytes();
        }
        byte[] made = new byte[count];
        for (int i = 0; i < count; i++) {
            noise = noise * 6364136223846793005L + 1442695040888963407L;
            made[i] = (byte) (noise >>> 56);
        }
        return made;
    }

    private CallEnded left(CallScope scope, HostQuery question, Optional<HostEvent> recorded) {
        if (divergence == null) {
            int event = effectCount - effects.size() + 1;
            divergence = new Divergence(event, question, recorded, scope.fuel().used());
        }
        return scope.end(new Termination.Cancelled());
    }

    /** The point of divergence from the recording, if there is one; its events are requests and uses of state. */
    public synchronized Optional<Divergence> divergence() {
        return Optional.ofNullable(divergence);
    }

    /** The first recorded request or use of state that the guest never asked for, if there is one. */
    public synchronized Optional<HostEvent> unplayed() {
        return Optional.ofNullable(effects.peek());
    }
}
