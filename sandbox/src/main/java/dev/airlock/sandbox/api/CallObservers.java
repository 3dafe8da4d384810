package dev.airlock.sandbox.api;

import dev.airlock.sandbox.call.FuelProfile;
import dev.airlock.sandbox.recording.CallRecorder;
import dev.airlock.sandbox.recording.HostEvent;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Who observes the calls of a connector, or answers its initialization. {@link LoadObservation} sets and reads it. Immutable. */
public final class CallObservers {
    static final CallObservers NONE = new CallObservers(CallRecorder.NONE, Optional.empty(), Optional.empty());

    final CallRecorder recorder;
    final Optional<List<HostEvent>> captured;
    final Optional<Consumer<FuelProfile>> profiler;

    CallObservers(CallRecorder recorder, Optional<List<HostEvent>> captured, Optional<Consumer<FuelProfile>> profiler) {
        this.recorder = recorder;
        this.captured = captured;
        this.profiler = profiler;
    }
}
