package dev.airlock.upstreams.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** One request and the ways to answer it, proper and improper, on whichever HTTP version it came by. */
public interface WireExchange {
    /** The request's head. */
    WireRequest request();

    /** The request's body, read whole at the first call. */
    byte[] body() throws IOException;

    /** Sends an interim response. */
    void interim(int status) throws IOException;

    /** Sends a whole response. */
    void respond(int status, Map<String, List<String>> headers, byte[] body) throws IOException;

    /** Sends status and headers and hands out the body. Closing the stream ends the response. */
    OutputStream begin(int status, Map<String, List<String>> headers) throws IOException;

    /** The same for a body of known length, which may be left short. */
    OutputStream begin(int status, Map<String, List<String>> headers, long length) throws IOException;

    /** Sends headers for as long as {@code more} says so, and never the end of them. */
    void endlessHeaders(int status, Map<String, List<String>> headers, BooleanSupplier more) throws IOException;

    /** Sends a response and these first bytes of its body, then breaks the body's framing. */
    void brokenBody(int status, Map<String, List<String>> headers, byte[] start) throws IOException;

    /** Sends something that is not a response. */
    void malformed() throws IOException;

    /** Ends the TCP connection with a reset, for all exchanges on it. */
    void resetConnection() throws IOException;

    /** Ends this side of the TCP connection, for all exchanges on it; what the client sends is still taken. */
    void closeOutput() throws IOException;

    /** Resets the HTTP/2 stream; over HTTP/1.1 the connection. */
    void resetStream() throws IOException;

    /** Says by GOAWAY that this request was not processed; over HTTP/1.1 resets the connection. */
    void goAway() throws IOException;

    /** Waits, and says whether the time passed; false if the server closed meanwhile. */
    boolean pause(Duration time);

    /** Waits until the client gives the exchange up or the server closes. */
    void awaitGone() throws IOException;
}
