package dev.airlock.upstreams.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/** HTTP/1.1 on one connection: one exchange after the other. */
final class Http1Connection {
    private final WireConnection connection;
    private final Http1Reader reader;
    private final OutputStream out;
    private final boolean tls;

    Http1Connection(WireConnection connection, InputStream in, OutputStream out, boolean tls) {
        this.connection = connection;
        this.reader = new Http1Reader(in);
        this.out = out;
        this.tls = tls;
    }

    void serve() throws IOException {
        boolean more = true;
        while (more) {
            Optional<WireRequest> request = reader.head(tls);
            if (request.isEmpty()) {
                return;
            }
            Http1Exchange exchange = new Http1Exchange(connection, request.get(), reader, out);
            connection.server().handle(exchange);
            more = exchange.finish();
        }
    }
}
