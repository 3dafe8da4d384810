package dev.airlock.benchmarks;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/** The service of a sample, simulated by a server on this machine. */
record ServiceFixture(ScriptedUpstream upstream) {
    /**
     * Starts the server.
     *
     * @param delayMillis the delay of each answer
     */
    static ServiceFixture of(Sample sample, long delayMillis) throws IOException {
        ConnectorManifest manifest = sample.manifest();
        String script =
                sample.upstream().replace("[[exchange]]\n", "[[exchange]]\ndelay = \"" + delayMillis + "ms\"\n");
        if (!(UpstreamScript.parse("upstream.toml", script) instanceof ScriptReading.Valid valid)) {
            throw new IllegalStateException("the script of " + sample + " is not valid");
        }
        List<String> hosts =
                manifest.capabilities().grants().stream().map(Object::toString).toList();
        return new ServiceFixture(ScriptedUpstream.start(valid.script(), hosts));
    }

    /** Returns a dialer that directs every connection to the server. */
    ScriptedDialer dialer() {
        return new ScriptedDialer(this::dial, upstream.trustManager());
    }

    /** Returns the secrets that the server knows. */
    CredentialSource credentials() {
        return CredentialSource.of(upstream.bindings());
    }

    private Optional<InetSocketAddress> dial(UrlScheme scheme, HostPort target) {
        try {
            return Optional.of(upstream.dial(target.host().toString(), target.port(), scheme == UrlScheme.HTTPS));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
