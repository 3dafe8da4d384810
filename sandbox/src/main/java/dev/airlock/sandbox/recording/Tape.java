package dev.airlock.sandbox.recording;

import dev.airlock.sandbox.call.CallScope;
import java.util.List;
import java.util.function.Supplier;

/**
 * Stands between what a guest asks and the world that answers: passes on, notes, or answers from what was noted. Belongs to one
 * call, and to its own thread.
 */
public interface Tape {
    /** Passes on. */
    Tape NONE = new Tape() {
        @Override
        public <A extends Answer> A answer(
                CallScope scope, Supplier<Question> question, Class<A> kind, Supplier<A> world) {
            return world.get();
        }
    };

    /**
     * The answer to a question.
     *
     * @param question what is asked
     * @param kind which answers it has
     * @param world what answers in earnest, or throws what ends the call
     * @throws dev.airlock.sandbox.call.CallEnded if the call ends instead
     */
    <A extends Answer> A answer(CallScope scope, Supplier<Question> question, Class<A> kind, Supplier<A> world);

    /** What was noted so far, in order; nothing if nothing is noted. */
    default List<HostEvent> noted() {
        return List.of();
    }
}
