package dev.airlock.sandbox.host.net.dial;

import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.budget.Deadline;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import javax.net.ssl.X509TrustManager;

/**
 * Leads every granted name to a scripted upstream on the loopback interface. It alone is exempt from the address rules, so it
 * refuses to lead anywhere else.
 */
public final class ScriptedDialer implements Dialer {
    private final BiFunction<UrlScheme, HostPort, Optional<InetSocketAddress>> listeners;
    private final X509TrustManager trust;

    /**
     * A dialer for a running upstream.
     *
     * @param listeners the upstream's listener for a host; empty if the script says that the name does not resolve
     * @param trust trusts the upstream's own certificates and nothing else
     */
    public ScriptedDialer(
            BiFunction<UrlScheme, HostPort, Optional<InetSocketAddress>> listeners, X509TrustManager trust) {
        this.listeners = listeners;
        this.trust = trust;
    }

    @Override
    public Resolution resolve(UrlScheme scheme, HostPort target, Deadline call) {
        return listeners
                .apply(scheme, target)
                .map(ScriptedDialer::onLoopback)
                .<Resolution>map(address -> new Resolution.Reachable(List.of(address)))
                .orElseGet(Resolution.Unknown::new);
    }

    @Override
    public Optional<X509TrustManager> trust() {
        return Optional.of(trust);
    }

    /** Does nothing: the upstream belongs to the code that started it. */
    @Override
    public void close() {}

    private static InetSocketAddress onLoopback(InetSocketAddress address) {
        if (address.isUnresolved() || !address.getAddress().isLoopbackAddress()) {
            throw new IllegalStateException("a scripted upstream listens on the loopback interface only");
        }
        return address;
    }
}
