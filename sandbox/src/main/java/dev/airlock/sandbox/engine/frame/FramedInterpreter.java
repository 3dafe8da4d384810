package dev.airlock.sandbox.engine.frame;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.ChicoryException;
import dev.airlock.sandbox.engine.interpreter.GuestInterpreter;
import dev.airlock.sandbox.engine.interpreter.UsedFunctions;

/** The interpreter of a whole instance, which records the guest's frames as a trap passes through them. */
public final class FramedInterpreter extends GuestInterpreter {
    private final GuestFrames frames;
    private final UsedFunctions used;

    /** @param used records the functions that it runs */
    public FramedInterpreter(Instance instance, GuestFrames frames, UsedFunctions used) {
        super(instance);
        this.frames = frames;
        this.used = used;
    }

    @Override
    protected void enter(int callee) {
        used.add(callee);
        frames.profile().ifPresent(profile -> profile.enter(callee));
    }

    @Override
    protected void leave(int callee) {
        frames.profile().ifPresent(GuestFrames.Profiling::leave);
    }

    @Override
    protected void note(int callee, ChicoryException trap) {
        frames.leave(callee, FramePosition.of(instance(), callee, latestFrame()));
    }

    @Override
    protected boolean runsElsewhere(Instance instance, int callee) {
        return false;
    }
}
