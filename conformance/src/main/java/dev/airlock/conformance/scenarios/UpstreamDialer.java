package dev.airlock.conformance.scenarios;

import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.upstreams.ScriptedUpstream;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** Directs a sandbox's exchanges to a running scripted upstream. */
public final class UpstreamDialer {
    private UpstreamDialer() {}

    /** Returns a dialer that connects only to that upstream and trusts only its certificates. */
    public static ScriptedDialer to(ScriptedUpstream upstream) {
        return new ScriptedDialer((scheme, target) -> dial(upstream, scheme, target), upstream.trustManager());
    }

    private static Optional<InetSocketAddress> dial(ScriptedUpstream upstream, UrlScheme scheme, HostPort target) {
        try {
            return Optional.of(upstream.dial(target.host().toString(), target.port(), scheme == UrlScheme.HTTPS));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
