package dev.airlock.sandbox.engine.frame;

import dev.airlock.sandbox.call.FuelProfile;
import dev.airlock.sandbox.engine.bytecode.DirectEntry;
import dev.airlock.sandbox.engine.pass.EngineMethods;
import dev.airlock.sandbox.engine.pass.GuestName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The functions of the guest that were running when something was thrown, by index, innermost first. */
public final class GuestFrames {
    /** The most frames that are shown. */
    static final int MAX = 16;

    private final List<Integer> interpreted = new ArrayList<>();
    private final List<OptionalInt> positions = new ArrayList<>();

    /**
     * A profile in progress.
     *
     * @param used units that the call has used so far
     */
    public record Profiling(FuelProfile profile, LongSupplier used) {
        void enter(int function) {
            profile.enter(function, used.getAsLong());
        }

        void leave() {
            profile.leave(used.getAsLong());
        }
    }

    private final Optional<Profiling> profile;

    /** The frames of a call without a profile. */
    public GuestFrames() {
        this.profile = Optional.empty();
    }

    /** The frames of a call with a profile. */
    public GuestFrames(Profiling profile) {
        this.profile = Optional.of(profile);
    }

    /** The profile in progress, if there is one. */
    Optional<Profiling> profile() {
        return profile;
    }

    /** Records a frame of the interpreter that a throwable leaves, and its position. */
    void leave(int functionIndex, OptionalInt position) {
        if (interpreted.size() < MAX) {
            interpreted.add(functionIndex);
            positions.add(position);
        }
    }

    /** Returns the position of each of those frames in its metered code, in bytes, as far as it is known. */
    public List<OptionalInt> positions(List<Integer> frames) {
        return frames.equals(interpreted) ? positions : Collections.nCopies(frames.size(), OptionalInt.empty());
    }

    /** Returns the frames of a throwable: those of the compiled classes if there are any, else the interpreter's. */
    public List<Integer> of(Throwable thrown) {
        List<Integer> compiled = compiledFramesOf(thrown);
        if (compiled.isEmpty() && thrown.getCause() != null) {
            compiled = compiledFramesOf(thrown.getCause()); // the engine wraps what a start section throws
        }
        if (compiled.isEmpty()) {
            compiled = InterpretedFrame.in(thrown); // the function that was called from outside is interpreted
        }
        return compiled.isEmpty() ? List.copyOf(interpreted) : compiled;
    }

    /** A function's two entries, one right above the other, are one call of it. */
    private static List<Integer> compiledFramesOf(Throwable thrown) {
        List<Integer> compiled = new ArrayList<>();
        @Nullable Entry latest = null;
        for (StackTraceElement element : thrown.getStackTrace()) {
            Entry entry = Entry.of(element);
            if (entry == null) {
                continue;
            }
            if (latest != null && latest.isOtherOf(entry)) {
                latest = null;
                continue;
            }
            if (compiled.size() == MAX) {
                break;
            }
            compiled.add(entry.function);
            latest = entry;
        }
        return compiled;
    }

    /** A method through which a compiled function is entered. */
    private record Entry(int function, String prefix) {
        static @Nullable Entry of(StackTraceElement element) {
            if (!element.getClassName().startsWith(GuestName.PREFIX)) {
                return null;
            }
            String method = element.getMethodName();
            for (String prefix : List.of(EngineMethods.FUNCTION_PREFIX, DirectEntry.PREFIX)) {
                if (method.startsWith(prefix)) {
                    return of(method, prefix);
                }
            }
            return null;
        }

        private static @Nullable Entry of(String method, String prefix) {
            try {
                return new Entry(Integer.parseInt(method.substring(prefix.length())), prefix);
            } catch (NumberFormatException e) {
                return null;
            }
        }

        boolean isOtherOf(Entry other) {
            return function == other.function && !prefix.equals(other.prefix);
        }
    }
}
