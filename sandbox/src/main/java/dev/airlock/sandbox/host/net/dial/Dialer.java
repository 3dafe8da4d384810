package dev.airlock.sandbox.host.net.dial;

import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.budget.Deadline;
import java.net.InetSocketAddress;
import java.util.Optional;
import javax.net.ssl.X509TrustManager;

/**
 * Turns a granted host into socket addresses. These are the addresses that are dialled: nothing is looked up again
 * between the check and the connection.
 *
 * <p>Use {@link SystemDialer} in production. {@link ScriptedDialer} leads to a scripted upstream.
 */
public interface Dialer extends AutoCloseable {
    /**
     * Returns where to dial. Waits at most until the call ends, whose exception it lets through then; runs on the call's
     * own thread.
     *
     * @param call the end of the call that asks
     * @throws InterruptedException if that thread is interrupted
     */
    Resolution resolve(UrlScheme scheme, HostPort target, Deadline call) throws InterruptedException;

    /** Returns a dialer for the calls of one connector, which gets a limited share of what all connectors wait for. */
    default Dialer forOneConnector() {
        return this;
    }

    /** The proxy that every connection goes through, by CONNECT to the address that was checked; empty for none. */
    default Optional<InetSocketAddress> proxy() {
        return Optional.empty();
    }

    /** The trust manager for TLS handshakes; empty for the JVM's own trust store. */
    Optional<X509TrustManager> trust();

    /** Ends what the dialer started. A look-up that cannot be interrupted ends when the system returns. */
    @Override
    void close();
}
