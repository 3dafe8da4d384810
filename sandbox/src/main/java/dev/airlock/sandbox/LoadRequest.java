package dev.airlock.sandbox;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.sandbox.call.FuelProfile;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.recording.CallRecorder;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.Playback;
import dev.airlock.sandbox.recording.Recorder;
import dev.airlock.sandbox.recording.Tape;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What is to be loaded and how.
 *
 * @param limits those that hold for it, whoever set them
 * @param tier how its functions are to be executed; empty: interpreted until they are compiled in the background
 * @param identity who it is; empty: nobody verified its name
 * @param credentials where its secrets come from
 * @param recorder is given recordings of its calls
 * @param captured what its initialization is told; empty: what the machine says
 * @param profiler is given profiles of its calls
 */
record LoadRequest(
        ConnectorManifest manifest,
        Limits limits,
        Optional<Tier> tier,
        Optional<ConnectorIdentity> identity,
        CredentialSource credentials,
        CallRecorder recorder,
        Optional<List<HostEvent>> captured,
        Optional<Consumer<FuelProfile>> profiler) {
    /** The connector's name, as messages show it. */
    String name() {
        return manifest.connector().name().toString();
    }

    /** Name and version, for a person who looks at what is kept of it. */
    String label() {
        return name() + "@" + manifest.connector().version();
    }

    /** What the questions of its initialization go through. */
    Tape captureTape() {
        if (captured.isPresent()) {
            return new Playback(captured.get());
        }
        return recorder == CallRecorder.NONE ? Tape.NONE : new Recorder();
    }

    /** What its state is kept under. A name that nobody verified never leads to the state of one that somebody did. */
    String stateKey() {
        return identity.map(ConnectorIdentity::key).orElseGet(() -> "unverified " + name());
    }

    boolean wants(Tier one) {
        return tier.isPresent() && tier.get() == one;
    }
}
