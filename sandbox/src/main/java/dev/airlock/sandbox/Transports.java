package dev.airlock.sandbox;

import dev.airlock.sandbox.host.net.HttpTransport;
import dev.airlock.sandbox.host.net.dial.Dialer;
import dev.airlock.sandbox.host.net.message.Timeouts;
import dev.airlock.sandbox.load.Connector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.ToIntFunction;

/**
 * One transport for each loaded connector, so that no two connectors share a connection, a TLS session or a turn in a
 * queue. A transport whose connector is no longer referenced is forgotten, and its idle connections close by
 * themselves. Thread-safe.
 */
final class Transports implements AutoCloseable {
    private final Dialer dialer;
    private final Timeouts timeouts;
    private final Set<HttpTransport> made = Collections.newSetFromMap(new WeakHashMap<>());
    private boolean closed;

    Transports(Dialer dialer, Timeouts timeouts) {
        this.dialer = dialer;
        this.timeouts = timeouts;
    }

    /** Returns the connector's own transport, which the first request for it makes. */
    HttpTransport of(Connector connector) {
        return connector.transport(this::make);
    }

    /** The number of exchanges under way. */
    int exchangesUnderWay() {
        return sum(HttpTransport::exchangesUnderWay);
    }

    /** The number of open sockets, idle ones included. */
    int openSockets() {
        return sum(HttpTransport::openSockets);
    }

    @Override
    public void close() {
        all(true).forEach(HttpTransport::close);
    }

    private synchronized HttpTransport make() {
        if (closed) {
            throw new IllegalStateException("the sandbox is closed");
        }
        HttpTransport transport = new HttpTransport(dialer, timeouts);
        made.add(transport);
        return transport;
    }

    private int sum(ToIntFunction<HttpTransport> amount) {
        return all(false).stream().mapToInt(amount).sum();
    }

    private synchronized List<HttpTransport> all(boolean last) {
        closed |= last;
        return new ArrayList<>(made);
    }
}
