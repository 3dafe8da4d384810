package dev.airlock.sandbox.host.net;

import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.call.CallScope;
import java.net.InetSocketAddress;
import java.util.Optional;
import javax.net.ssl.X509TrustManager;

/**
 * How a granted host becomes socket addresses. The addresses that it gives are the ones that are dialled: nothing is looked
 * up again between the check and the connection.
 *
 * <p>{@link SystemDialer} is the one for production. {@link ScriptedDialer} leads to a scripted upstream.
 */
public interface Dialer extends AutoCloseable {
    /**
     * Where to dial. Waits at most until the call ends; runs on the call's own thread.
     *
     * @throws dev.airlock.sandbox.call.CallEnded if the call ends first
     */
    Resolution resolve(UrlScheme scheme, HostPort target, CallScope scope);

    /** The same for the calls of one connector, which gets its share and no more of what all of them wait for. */
    default Dialer forOneConnector() {
        return this;
    }

    /** The proxy that every connection goes through, by CONNECT to the address that was checked; empty for none. */
    default Optional<InetSocketAddress> proxy() {
        return Optional.empty();
    }

    /** Whom to trust in TLS handshakes; empty for the JVM's own trust store. */
    Optional<X509TrustManager> trust();

    /** Ends what the dialer started; a look-up that cannot be interrupted ends when the system lets go of it. */
    @Override
    void close();
}
