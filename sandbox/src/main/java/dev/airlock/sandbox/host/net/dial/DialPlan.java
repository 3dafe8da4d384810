package dev.airlock.sandbox.host.net.dial;

import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.url.TargetUrl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.Dns;
import org.jspecify.annotations.Nullable;

/**
 * The destinations of one exchange. It asks the dialer once, when a connection is needed, and lets sockets connect only
 * to the addresses that the dialer gave. Plans of one transport are equal to each other, so that their connections are
 * shared.
 */
public final class DialPlan implements Dns {
    private final Object transport;
    private final OpenSockets sockets;
    private final Dialer dialer;
    private final TargetUrl url;
    private final CallScope scope;
    private final Set<DialedSocket> connecting = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Resolution resolution;
    private volatile boolean brokenOff;

    public DialPlan(Object transport, OpenSockets sockets, Dialer dialer, TargetUrl url, CallScope scope) {
        this.transport = transport;
        this.sockets = sockets;
        this.dialer = dialer;
        this.url = url;
        this.scope = scope;
    }

    /** The dialer's answer, if it was asked. */
    @Nullable
    public Resolution resolution() {
        return resolution;
    }

    /** A host that is an address is never looked up, but is checked and mapped like any other. */
    public void resolveLiteral() throws UnknownHostException {
        if (isLiteral()) {
            lookup(url.httpUrl().host());
        }
    }

    @Override
    public List<InetAddress> lookup(String hostname) throws UnknownHostException {
        if (!hostname.equals(url.httpUrl().host())) {
            throw new UnknownHostException("not the host that was authorised");
        }
        Resolution answer = ask();
        resolution = answer;
        if (!(answer instanceof Resolution.Reachable reachable)) {
            throw new UnknownHostException("not reachable");
        }
        List<InetAddress> named = new ArrayList<>();
        for (InetSocketAddress address : reachable.addresses()) {
            named.add(InetAddress.getByAddress(hostname, address.getAddress().getAddress()));
        }
        return named;
    }

    private Resolution ask() throws UnknownHostException {
        try {
            return dialer.resolve(url.scheme(), url.address(), scope);
        } catch (CallEnded ended) {
            throw new UnknownHostException("the call ended"); // the scope keeps the reason
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            CallEnded unused = scope.end(new Termination.Cancelled());
            throw new UnknownHostException("the call was interrupted");
        }
    }

    /** Returns the address to connect to for one that the client asks for. */
    InetSocketAddress mapped(@Nullable InetSocketAddress asked) throws SocketException {
        if (!brokenOff && asked != null && resolution instanceof Resolution.Reachable reachable) {
            for (InetSocketAddress address : reachable.addresses()) {
                if (isLiteral() || address.getAddress().equals(asked.getAddress())) {
                    return address;
                }
            }
        }
        throw new SocketException("an address that was not authorised");
    }

    /** The proxy in between, if there is one. */
    Optional<InetSocketAddress> proxy() {
        return dialer.proxy();
    }

    /** Makes a socket that connects only as planned. */
    DialedSocket socket() {
        DialedSocket socket = new DialedSocket(this, sockets);
        connecting.add(socket);
        return socket;
    }

    void settled(DialedSocket socket) {
        connecting.remove(socket);
    }

    /** Lets no socket connect from now on. */
    public void breakOff() {
        brokenOff = true;
        connecting.forEach(OpenSockets::close);
    }

    private boolean isLiteral() {
        return address().host().address().isPresent();
    }

    private HostPort address() {
        return url.address();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DialPlan plan && plan.transport == transport;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(transport);
    }
}
