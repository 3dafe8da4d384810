package dev.airlock.sandbox.recording;

import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Ending;
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
public final class LoosePlayback implements Tape {
    private static final long STEP_NANOS = 1_000_000;

    private final Deque<HostEvent> effects = new ArrayDeque<>();
    private final Deque<Long> realtime = new ArrayDeque<>();
    private final Deque<Long> monotonic = new ArrayDeque<>();
    private final Deque<Octets> random = new ArrayDeque<>();
    private final int effectCount;
    private long lastRealtime = STEP_NANOS;
    private long lastMonotonic = STEP_NANOS;
    private long noise = 1;
    private @Nullable Divergence divergence;

    /** Replays those events. */
    public LoosePlayback(List<HostEvent> events) {
        for (HostEvent event : events) {
            if (isEffect(event.question())) {
                effects.add(event);
            } else if (event.question() instanceof Question.Time time && event.answer() instanceof Answer.Whole now) {
                (time.clock() == Question.Clock.REALTIME ? realtime : monotonic).add(now.value());
            } else if (event.answer() instanceof Answer.Bytes bytes) {
                bytes.value().ifPresent(random::add);
            }
        }
        this.effectCount = effects.size();
    }

    @Override
    public synchronized <A extends Answer> A answer(
            CallScope scope, Supplier<Question> asked, Class<A> kind, Supplier<A> world) {
        Question question = asked.get();
        Answer answer = isEffect(question) ? effect(scope, question) : other(question);
        if (answer instanceof Answer.Ended ended) {
            throw scope.end(ended.ending());
        }
        if (!kind.isInstance(answer)) {
            throw left(scope, question, Optional.empty());
        }
        return kind.cast(answer);
    }

    private static boolean isEffect(Question question) {
        return question instanceof Question.Http || question instanceof Question.State;
    }

    private Answer effect(CallScope scope, Question question) {
        HostEvent recorded = effects.peek();
        if (recorded == null || !recorded.question().equals(question)) {
            throw left(scope, question, Optional.ofNullable(recorded));
        }
        effects.remove();
        recorded.observed().replayIn(scope);
        return recorded.answer();
    }

    private Answer other(Question question) {
        if (question instanceof Question.Time time) {
            return new Answer.Whole(now(time.clock()));
        }
        if (question instanceof Question.RandomBytes bytes) {
            return new Answer.Bytes(Optional.of(new Octets(random(bytes.count()))));
        }
        if (question instanceof Question.Sleep sleep) {
            lastRealtime += sleep.nanos();
            lastMonotonic += sleep.nanos();
        }
        return new Answer.Done();
    }

    private long now(Question.Clock clock) {
        if (clock == Question.Clock.REALTIME) {
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

    private CallEnded left(CallScope scope, Question question, Optional<HostEvent> recorded) {
        if (divergence == null) {
            int event = effectCount - effects.size() + 1;
            divergence = new Divergence(event, question, recorded, scope.fuel().used());
        }
        return scope.end(new Ending.Cancelled());
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
