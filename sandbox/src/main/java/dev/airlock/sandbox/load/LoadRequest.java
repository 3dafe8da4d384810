package dev.airlock.sandbox.load;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.sandbox.call.FuelProfile;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.recording.CallRecorder;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.HostInterceptor;
import dev.airlock.sandbox.recording.Recorder;
import dev.airlock.sandbox.recording.Replayer;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A connector to load, and its options.
 *
 * @param limits the limits that apply to it, whoever set them
 * @param tier how its functions are to be executed; empty: interpreted until they are compiled in the background
 * @param identity its verified identity; empty: its name is not verified
 * @param credentials the source of its secrets
 * @param recorder receives recordings of its calls
 * @param captured the answers for its initialization; empty: the machine's own
 * @param profiler receives profiles of its calls
 */
public record LoadRequest(
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

    /** Name and version, for a person who reads a list of what is kept. */
    String label() {
        return name() + "@" + manifest.connector().version();
    }

    /** The recorder or replayer of its initialization. */
    HostInterceptor captureInterceptor() {
        if (captured.isPresent()) {
            return new Replayer(captured.get());
        }
        return recorder == CallRecorder.NONE ? HostInterceptor.NONE : new Recorder();
    }

    /** The key of its state. An unverified name never leads to the state of a verified one. */
    String stateKey() {
        return identity.map(ConnectorIdentity::key).orElseGet(() -> "unverified " + name());
    }

    boolean wants(Tier one) {
        return tier.isPresent() && tier.get() == one;
    }
}
