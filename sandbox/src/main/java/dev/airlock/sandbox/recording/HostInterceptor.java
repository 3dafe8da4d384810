package dev.airlock.sandbox.recording;

import dev.airlock.sandbox.call.CallScope;
import java.util.List;
import java.util.function.Supplier;

/**
 * Stands between a guest's questions and the world: passes them on, records the answers, or replays recorded ones.
 * Belongs to one call, and to its own thread.
 */
public interface HostInterceptor {
    /** Passes questions on. */
    HostInterceptor NONE = new HostInterceptor() {
        @Override
        public <A extends HostAnswer> A answer(
                CallScope scope, Supplier<HostQuery> question, Class<A> kind, Supplier<A> world) {
            return world.get();
        }
    };

    /**
     * Answers a question.
     *
     * @param question the question
     * @param kind the type of its answers
     * @param world gives the real answer, or throws the exception that ends the call
     * @throws dev.airlock.sandbox.call.CallEnded if the call ends instead
     */
    <A extends HostAnswer> A answer(CallScope scope, Supplier<HostQuery> question, Class<A> kind, Supplier<A> world);

    /** The events recorded so far, in order; empty if it does not record. */
    default List<HostEvent> events() {
        return List.of();
    }
}
