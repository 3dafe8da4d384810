package dev.airlock.conformance.scenarios;

import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.host.net.ScriptedDialer;
import dev.airlock.upstreams.ScriptedUpstream;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** Leads a sandbox's exchanges to a scripted upstream that runs. */
public final class UpstreamDialer {
    private UpstreamDialer() {}

    /** A dialer that leads to that upstream only, and trusts its certificates only. */
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
