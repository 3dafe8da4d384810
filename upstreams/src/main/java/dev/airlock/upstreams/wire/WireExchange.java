package dev.airlock.upstreams.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** One request and the valid and invalid ways to answer it, over any HTTP version. */
public interface WireExchange {
    /** Returns the request's head. */
    WireRequest request();

    /** Returns the request's body. The first call reads the whole body. */
    byte[] body() throws IOException;

    /** Sends an interim response. */
    void interim(int status) throws IOException;

    /** Sends a whole response. */
    void respond(int status, Map<String, List<String>> headers, byte[] body) throws IOException;

    /** Sends status and headers and returns a stream for the body. Closing the stream ends the response. */
    OutputStream begin(int status, Map<String, List<String>> headers) throws IOException;

    /** Does the same for a body of known length, which may end early. */
    OutputStream begin(int status, Map<String, List<String>> headers, long length) throws IOException;

    /** Sends headers while {@code more} is true, and never ends them. */
    void endlessHeaders(int status, Map<String, List<String>> headers, BooleanSupplier more) throws IOException;

    /** Sends a response and these first bytes of its body, then breaks the body's framing. */
    void brokenBody(int status, Map<String, List<String>> headers, byte[] start) throws IOException;

    /** Sends something that is not a response. */
    void malformed() throws IOException;

    /** Ends the TCP connection with a reset, for all exchanges on it. */
    void resetConnection() throws IOException;

    /** Ends this side of the TCP connection, for all exchanges on it; continues to read. */
    void closeOutput() throws IOException;

    /** Resets the HTTP/2 stream, or the connection over HTTP/1.1. */
    void resetStream() throws IOException;

    /** Sends GOAWAY, which says that this request was not processed; over HTTP/1.1 resets the connection. */
    void goAway() throws IOException;

    /** Waits for that time. Returns false if the server closes before it has passed. */
    boolean pause(Duration time);

    /** Waits until the client gives up the exchange or the server closes. */
    void awaitGone() throws IOException;
}
