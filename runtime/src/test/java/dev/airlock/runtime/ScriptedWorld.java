package dev.airlock.runtime;

import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.upstreams.ScriptedUpstream;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** A scripted service that replaces every host. */
public final class ScriptedWorld {
    private ScriptedWorld() {}

    /** Returns a dialer that reaches only that service, and trusts only its certificates. */
    static ScriptedDialer dialer(ScriptedUpstream upstream) {
        return new ScriptedDialer((scheme, target) -> dial(upstream, scheme, target), upstream.trustManager());
    }

    /** Returns the service's address in place of a host; empty if it does not replace it. */
    public static Optional<InetSocketAddress> dial(ScriptedUpstream upstream, UrlScheme scheme, HostPort target) {
        try {
            return Optional.of(upstream.dial(target.host().toString(), target.port(), scheme == UrlScheme.HTTPS));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
