package dev.airlock.sandbox.host;

import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.recording.Answer;
import dev.airlock.sandbox.recording.Octets;
import dev.airlock.sandbox.recording.Question;
import dev.airlock.sandbox.recording.Question.StateUse;
import dev.airlock.sandbox.recording.Tape;
import dev.airlock.sandbox.state.CallState;
import java.util.Optional;
import java.util.function.Supplier;

/** The state of a connector, behind a recorder or replayer. Belongs to the call's own thread. */
final class TapedState {
    private final CallScope scope;
    private final CallState state;
    private final Tape tape;

    TapedState(CallScope scope, CallState state, Tape tape) {
        this.scope = scope;
        this.state = state;
        this.tape = tape;
    }

    Optional<byte[]> get(byte[] key) {
        return ask(
                        StateUse.GET,
                        key,
                        Optional.empty(),
                        0,
                        Answer.Bytes.class,
                        () -> new Answer.Bytes(state.get(key).map(Octets::new)))
                .value()
                .map(Octets::bytes);
    }

    void put(byte[] key, byte[] value, long ttlMillis) {
        ask(StateUse.PUT, key, Optional.of(new Octets(value)), ttlMillis, Answer.Done.class, () -> {
            state.put(key, value, ttlMillis);
            return new Answer.Done();
        });
    }

    void delete(byte[] key) {
        ask(StateUse.DELETE, key, Optional.empty(), 0, Answer.Done.class, () -> {
            state.delete(key);
            return new Answer.Done();
        });
    }

    /** Returns the result of {@code once}: 0 for new, 1 for done, 2 for in doubt. */
    long once(byte[] key, long ttlMillis) {
        return ask(
                        StateUse.ONCE,
                        key,
                        Optional.empty(),
                        ttlMillis,
                        Answer.Whole.class,
                        () -> new Answer.Whole(
                                switch (state.once(key, ttlMillis)) {
                                    case NEW -> 0;
                                    case DONE -> 1;
                                    case IN_DOUBT -> 2;
                                }))
                .value();
    }

    private <A extends Answer> A ask(
            StateUse use, byte[] key, Optional<Octets> value, long ttlMillis, Class<A> kind, Supplier<A> world) {
        return tape.answer(scope, () -> new Question.State(use, new Octets(key), value, ttlMillis), kind, world);
    }
}
