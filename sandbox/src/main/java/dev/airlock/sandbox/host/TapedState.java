package dev.airlock.sandbox.host;

import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.recording.ByteString;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostInterceptor;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.recording.HostQuery.StateUse;
import dev.airlock.sandbox.state.CallState;
import java.util.Optional;
import java.util.function.Supplier;

/** The state of a connector, behind a recorder or replayer. Belongs to the call's own thread. */
final class TapedState {
    private final CallScope scope;
    private final CallState state;
    private final HostInterceptor interceptor;

    TapedState(CallScope scope, CallState state, HostInterceptor interceptor) {
        this.scope = scope;
        this.state = state;
        this.interceptor = interceptor;
    }

    Optional<byte[]> get(byte[] key) {
        return ask(
                        StateUse.GET,
                        key,
                        Optional.empty(),
                        0,
                        HostAnswer.Bytes.class,
                        () -> new HostAnswer.Bytes(state.get(key).map(ByteString::new)))
                .value()
                .map(ByteString::bytes);
    }

    void put(byte[] key, byte[] value, long ttlMillis) {
        ask(StateUse.PUT, key, Optional.of(new ByteString(value)), ttlMillis, HostAnswer.Done.class, () -> {
            state.put(key, value, ttlMillis);
            return new HostAnswer.Done();
        });
    }

    void delete(byte[] key) {
        ask(StateUse.DELETE, key, Optional.empty(), 0, HostAnswer.Done.class, () -> {
            state.delete(key);
            return new HostAnswer.Done();
        });
    }

    /** Returns the result of {@code once}: 0 for new, 1 for done, 2 for in doubt. */
    long once(byte[] key, long ttlMillis) {
        return ask(
                        StateUse.ONCE,
                        key,
                        Optional.empty(),
                        ttlMillis,
                        HostAnswer.Whole.class,
                        () -> new HostAnswer.Whole(
                                switch (state.once(key, ttlMillis)) {
                                    case NEW -> 0;
                                    case DONE -> 1;
                                    case IN_DOUBT -> 2;
                                }))
                .value();
    }

    private <A extends HostAnswer> A ask(
            StateUse use, byte[] key, Optional<ByteString> value, long ttlMillis, Class<A> kind, Supplier<A> world) {
        return interceptor.answer(
                scope, () -> new HostQuery.State(use, new ByteString(key), value, ttlMillis), kind, world);
    }
}
