package dev.airlock.upstreams.script;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The faults of a scripted upstream, each with its name in a script and the stage at which it strikes. */
public enum Fault {
    /** The name does not resolve. */
    DNS("dns", Stage.RESOLVE, false, false, "the host name does not resolve"),
    /** Nothing listens at the address. */
    CONNECT_REFUSED("connect_refused", Stage.CONNECT, false, false, "the connection is refused"),
    /** The TLS handshake ends in a fatal alert. */
    TLS("tls", Stage.HANDSHAKE, false, false, "the TLS handshake ends in a fatal alert"),
    /** The certificate is from the run's authority, for the right name, and has expired. */
    CERTIFICATE_EXPIRED("certificate_expired", Stage.HANDSHAKE, false, false, "the server's certificate has expired"),
    /** The certificate is from the run's authority and for another name. */
    WRONG_HOST("wrong_host", Stage.HANDSHAKE, false, false, "the server's certificate is for another host"),
    /** The certificate is for the right name and self-signed. */
    SELF_SIGNED("self_signed", Stage.HANDSHAKE, false, false, "the server's certificate is self-signed"),
    /** The connection is reset after the request's headers have arrived. */
    RESET("reset", Stage.REQUEST, false, false, "the connection is reset; the request had no effect"),
    /** The request takes effect, then the connection is reset. */
    RESET_AFTER_REQUEST(
            "reset_after_request",
            Stage.RESPONSE,
            true,
            true,
            "the connection is reset; the request had its effect and the answer is lost"),
    /** The server ends its side of the connection and continues to read. */
    HALF_CLOSED(
            "half_closed",
            Stage.RESPONSE,
            true,
            false,
            "the server ends its side of the connection without an answer; the request had its effect"),
    /** The connection ends before the body does. */
    TRUNCATED(
            "truncated",
            Stage.RESPONSE,
            true,
            true,
            "the server ends its side of the connection before the announced end of the body"),
    /** The request is read and never answered. */
    STALL("stall", Stage.RESPONSE, false, false, "no answer ever comes"),
    /** Status and headers come, the body never does. */
    STALL_AFTER_HEADERS(
            "stall_after_headers", Stage.RESPONSE, true, true, "status and headers come, then nothing more"),
    /** The body arrives at one byte a second. */
    DRIP("drip", Stage.RESPONSE, true, true, "the body comes at one byte a second"),
    /** The body never ends. */
    OVERSIZE("oversize", Stage.RESPONSE, true, true, "the body never ends"),
    /** The answer is not HTTP. */
    MALFORMED("malformed", Stage.RESPONSE, true, false, "the answer is not valid HTTP"),
    /** The answer points elsewhere. */
    REDIRECT("redirect", Stage.RESPONSE, false, true, "the answer is a redirect to `location`"),
    /** The body's framing breaks in the middle. */
    BAD_CHUNK("bad_chunk", Stage.RESPONSE, true, true, "the framing of the body breaks after its first bytes"),
    /** The answer has 4 MiB of headers. */
    HEADER_FLOOD("header_flood", Stage.RESPONSE, true, true, "the answer has 4 MiB of headers"),
    /** The headers never end. */
    ENDLESS_HEADERS("endless_headers", Stage.RESPONSE, true, true, "the headers of the answer never end"),
    /** Endless interim responses and no final one. */
    INTERIM_STORM(
            "1xx_storm",
            Stage.RESPONSE,
            false,
            false,
            "interim responses (103) come without end, and never a final one"),
    /** The HTTP/2 stream is reset. */
    HTTP2_RESET(
            "http2_reset",
            Stage.RESPONSE,
            false,
            false,
            "the HTTP/2 stream is reset with INTERNAL_ERROR; over HTTP/1.1 the connection is reset"),
    /** The HTTP/2 connection is closed for this stream and later ones. */
    HTTP2_GOAWAY(
            "http2_goaway",
            Stage.RESPONSE,
            false,
            false,
            "the server sends GOAWAY and says that it did not process the request; over HTTP/1.1 the connection is reset");

    private final String code;
    private final Stage stage;
    private final boolean effect;
    private final boolean responds;
    private final String seen;

    Fault(String code, Stage stage, boolean effect, boolean responds, String seen) {
        this.code = code;
        this.stage = stage;
        this.effect = effect;
        this.responds = responds;
        this.seen = seen;
    }

    /** The stages at which faults strike. */
    public enum Stage {
        /** While the client looks up the host's name. */
        RESOLVE,
        /** While the client connects. */
        CONNECT,
        /** During the TLS handshake. */
        HANDSHAKE,
        /** After the request's headers have arrived. */
        REQUEST,
        /** After the whole request has arrived. */
        RESPONSE;

        /** Returns whether the stage comes before the request, so that only the host is known. */
        public boolean isBeforeRequest() {
            return this != REQUEST && this != RESPONSE;
        }
    }

    /** Returns the name in a script. */
    public String code() {
        return code;
    }

    /** Returns the stage at which it strikes. */
    public Stage stage() {
        return stage;
    }

    /** Returns whether the upstream carries out the request, whatever the client sees of it. */
    public boolean effect() {
        return effect;
    }

    /** Returns whether a rule may set, with {@code respond}, the response that is sent as far as the fault allows. */
    public boolean responds() {
        return responds;
    }

    /** Returns the client's view of the fault in a few words. */
    public String seen() {
        return seen;
    }

    /** Returns the fault of that name. */
    public static Optional<Fault> named(String code) {
        return Arrays.stream(values()).filter(fault -> fault.code.equals(code)).findFirst();
    }

    /** Returns the names of all faults. */
    static List<String> codes() {
        return Arrays.stream(values()).map(Fault::code).toList();
    }
}
