package dev.airlock.sandbox.host.net;

import dev.airlock.failures.limit.WallTimeIn;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.host.net.client.ExchangeAttempt;
import dev.airlock.sandbox.host.net.client.HttpClient;
import dev.airlock.sandbox.host.net.client.PooledBuffers;
import dev.airlock.sandbox.host.net.dial.DialPlan;
import dev.airlock.sandbox.host.net.dial.Dialer;
import dev.airlock.sandbox.host.net.dial.OpenSockets;
import dev.airlock.sandbox.host.net.message.BodyWatcher;
import dev.airlock.sandbox.host.net.message.ExchangeRecord;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.host.net.message.Timeouts;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Carries out HTTP exchanges for the calls of one connector: real TLS, HTTP/1.1 and HTTP/2, each request sent exactly
 * once. Redirects are returned as they are. Connections are kept for the next exchange with the same host, and none of
 * them carries anything that identifies a credential. Nothing is shared with another transport.
 *
 * <p>Everything that the client would do by itself is off: retries, resends, redirects, authenticators, cookies,
 * caches, proxies of the environment. Its own timeouts are off too; {@link Timeouts} and the deadline of the call
 * replace them.
 *
 * <p>Thread-safe; 6 exchanges at a time with one host. After {@link #close} no thread and no socket is left, and no
 * buffer with data that went through it.
 */
public final class HttpTransport implements AutoCloseable {
    private final Dialer dialer;
    private final Timeouts timeouts;
    private final OpenSockets sockets = new OpenSockets();
    private final HostGate gate = new HostGate(Limits.EXCHANGES_AT_A_TIME);
    private final Set<ExchangeAttempt> running = ConcurrentHashMap.newKeySet();
    private final Object clientLock = new Object();
    private @Nullable HttpClient client;
    private volatile boolean closed;

    /** A transport with the contract's timeouts. You close the dialer. */
    public HttpTransport(Dialer dialer) {
        this(dialer, Timeouts.standard());
    }

    /** A transport with other timeouts. */
    public HttpTransport(Dialer dialer, Timeouts timeouts) {
        this.dialer = dialer.forOneConnector();
        this.timeouts = timeouts;
    }

    /**
     * Carries out one exchange and records it as evidence.
     *
     * @throws dev.airlock.sandbox.call.CallEnded if the call ends, for example at its deadline, or because the answer
     *     is larger than the request allows, or the rules refuse an address of the host
     * @throws IllegalStateException if the transport is closed
     */
    public HttpResult exchange(CallScope scope, HttpRequest request) {
        return exchange(scope, request, BodyWatcher.NONE);
    }

    /**
     * Carries out one exchange in the same way, with a watcher of the body.
     *
     * @param watcher is called by this thread
     */
    public HttpResult exchange(CallScope scope, HttpRequest request, BodyWatcher watcher) {
        before(scope, request, () -> gate.enter(scope, request.url().address()));
        try {
            before(scope, request, new ExchangeRecord(scope, request)::keepAhead);
            return timed(scope, request, watcher);
        } finally {
            gate.leave(request.url().address());
        }
    }

    private HttpResult timed(CallScope scope, HttpRequest request, BodyWatcher watcher) {
        Runnable answered = scope.time().in(WallTimeIn.SERVICE);
        try {
            return attempt(scope, request, watcher);
        } finally {
            answered.run();
        }
    }

    /** Takes a step before an exchange. If it ends the call, nothing of the exchange was sent, and the evidence says so. */
    private static void before(CallScope scope, HttpRequest request, Runnable step) {
        boolean taken = false;
        try {
            step.run();
            taken = true;
        } finally {
            if (!taken) {
                new ExchangeRecord(scope, request).add(new Exchange.BrokenOff());
            }
        }
    }

    private HttpResult attempt(CallScope scope, HttpRequest request, BodyWatcher watcher) {
        HttpClient used = client();
        DialPlan plan = new DialPlan(this, sockets, dialer, request.url(), scope);
        ExchangeAttempt attempt = new ExchangeAttempt(scope, request, timeouts, plan, sockets, used.timer(), watcher);
        running.add(attempt);
        boolean whole = false;
        try {
            if (closed) {
                throw new IllegalStateException("the transport is closed");
            }
            HttpResult result = attempt.run(used.client());
            whole = result instanceof HttpResult.Response;
            return result;
        } finally {
            running.remove(attempt);
            if (!whole) {
                attempt.drop();
                closeIdle(used); // the next attempt connects afresh
            }
        }
    }

    @Override
    public void close() {
        HttpClient used;
        synchronized (clientLock) {
            closed = true;
            used = client;
        }
        running.forEach(ExchangeAttempt::breakOff);
        sockets.abortAll();
        if (used != null) {
            used.evictAll();
            used.close();
            PooledBuffers.overwrite();
        }
    }

    /** Closes the connections that wait for another exchange; running exchanges go on. */
    public void closeIdle() {
        synchronized (clientLock) {
            if (client != null) {
                closeIdle(client);
            }
        }
    }

    private void closeIdle(HttpClient used) {
        sockets.abortIdle();
        used.evictAll();
    }

    /**
     * The client. The first exchange makes it, since that takes a while and most calls of a short-lived process have no
     * exchange.
     */
    private HttpClient client() {
        synchronized (clientLock) {
            if (closed) {
                throw new IllegalStateException("the transport is closed");
            }
            if (client == null) {
                client = new HttpClient(dialer);
            }
            return client;
        }
    }

    /** The number of exchanges under way. */
    public int exchangesUnderWay() {
        return gate.occupied();
    }

    /** The number of open sockets, idle ones included. */
    public int openSockets() {
        return sockets.count();
    }
}
