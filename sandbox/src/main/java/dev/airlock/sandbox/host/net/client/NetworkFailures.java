package dev.airlock.sandbox.host.net.client;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.host.net.answer.BadAnswerException;
import dev.airlock.sandbox.host.net.dial.Resolution;
import dev.airlock.sandbox.host.net.message.Timeouts;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import okhttp3.internal.http2.ConnectionShutdownException;
import okhttp3.internal.http2.ErrorCode;
import okhttp3.internal.http2.StreamResetException;

/**
 * Describes in Airlock's words how an exchange failed, without any of an exception's own text, and without an address.
 */
final class NetworkFailures {
    /** A little less than the client accepts, since it stops within a line. */
    private static final long MOST_HEADER_BYTES = 250_000;

    private static final Pattern BAD_FRAME =
            Pattern.compile("[A-Z][A-Z_]{3,}|Expected a |Header index |Invalid dynamic table |Unexpected frame ");

    private NetworkFailures() {}

    static Exchange.Broken timedOut(HostPort host, Phase phase, Timeouts timeouts) {
        String limit = phase.limit(timeouts).map(NetworkFailures::text).orElse("it may");
        NetworkFailureKind kind =
                phase == Phase.CONNECT ? NetworkFailureKind.CONNECT_TIMEOUT : NetworkFailureKind.TIMEOUT;
        return broken(kind, host, phase.activity() + " took longer than " + limit);
    }

    static Exchange.Broken notResolved(HostPort host, Resolution resolution) {
        return resolution instanceof Resolution.TimedOut
                ? broken(NetworkFailureKind.TIMEOUT, host, Phase.LOOK_UP.activity() + " took too long")
                : broken(NetworkFailureKind.DNS, host, "the name does not resolve");
    }

    /**
     * Returns the failure for what the client threw, and when.
     *
     * @param received the bytes that came on the connection since the exchange began
     */
    static Exchange.Broken of(HostPort host, Phase phase, IOException thrown, long received) {
        if (thrown instanceof UnknownHostException) {
            return broken(NetworkFailureKind.DNS, host, "the name does not resolve");
        }
        return switch (phase) {
            case LOOK_UP, CONNECT -> connecting(host, thrown);
            case TLS -> thrown instanceof ConnectException ? connecting(host, thrown) : handshake(host, thrown);
            case SEND, HEADERS, BODY -> talking(host, phase, ofTheAnswer(thrown), received);
        };
    }

    private static Exchange.Broken connecting(HostPort host, IOException thrown) {
        if (thrown instanceof SSLException) {
            return handshake(host, thrown);
        }
        if (saysOnConnecting(thrown, "timed out")) {
            return broken(NetworkFailureKind.CONNECT_TIMEOUT, host, "it did not answer the attempt to connect");
        }
        boolean refused = saysOnConnecting(thrown, "refused");
        return broken(
                NetworkFailureKind.CONNECT_REFUSED,
                host,
                refused ? "it refused the connection" : "no connection could be made");
    }

    /** Only the system's own text distinguishes the reasons why it did not connect. */
    private static boolean saysOnConnecting(IOException thrown, String words) {
        return thrown instanceof ConnectException
                && rootOf(thrown) instanceof ConnectException root
                && Optional.ofNullable(root.getMessage())
                        .map(text -> text.toLowerCase(Locale.ROOT))
                        .filter(text -> text.contains(words))
                        .isPresent();
    }

    private static Exchange.Broken handshake(HostPort host, IOException thrown) {
        return broken(NetworkFailureKind.TLS, host, "the TLS handshake failed: " + reason(thrown));
    }

    private static String reason(IOException thrown) {
        if (thrown instanceof SSLPeerUnverifiedException) {
            return "its certificate is for another name";
        }
        if (hasCause(thrown, CertificateExpiredException.class)) {
            return "its certificate has expired";
        }
        return hasCause(thrown, CertificateException.class)
                ? "its certificate is not trusted"
                : "it did not complete it";
    }

    /** If the request could not be sent whole and the answer not be read, the answer's failure says more. */
    private static IOException ofTheAnswer(IOException thrown) {
        return Arrays.stream(thrown.getSuppressed())
                .filter(IOException.class::isInstance)
                .map(IOException.class::cast)
                .findFirst()
                .orElse(thrown);
    }

    private static Exchange.Broken talking(HostPort host, Phase phase, IOException thrown, long received) {
        if (isTooManyHeaders(phase, thrown, received)) {
            return broken(NetworkFailureKind.PROTOCOL, host, "the headers of its answer are too large");
        }
        if (thrown instanceof BadAnswerException bad) {
            return broken(NetworkFailureKind.PROTOCOL, host, bad.what());
        }
        if (phase != Phase.BODY && isUnprocessed(thrown)) {
            return broken(NetworkFailureKind.UNPROCESSED, host, "it said that it did not process the request");
        }
        if (isBrokenOff(thrown)) {
            return reset(host, phase);
        }
        return thrown instanceof ProtocolException || isProtocolError(thrown) || isBadFrame(thrown)
                ? broken(NetworkFailureKind.PROTOCOL, host, "what it answered is not valid HTTP, or does not decode")
                : reset(host, phase);
    }

    private static Exchange.Broken reset(HostPort host, Phase phase) {
        return broken(
                NetworkFailureKind.RESET,
                host,
                phase == Phase.BODY
                        ? "the connection broke off in the middle of its answer"
                        : "the connection broke off before it answered");
    }

    /**
     * The client accepts 256 KiB of headers. Over HTTP/2 it reports that limit; over HTTP/1.1 it reports the end of the
     * stream, which is not the reason if that much came.
     */
    private static boolean isTooManyHeaders(Phase phase, IOException thrown, long received) {
        return says(thrown, "header byte count limit")
                || (phase == Phase.HEADERS
                        && received >= MOST_HEADER_BYTES
                        && says(thrown, "unexpected end of stream"));
    }

    /** The client reports a malformed frame as an exception without a class of its own, with the error's name first. */
    private static boolean isBadFrame(IOException thrown) {
        return thrown.getClass() == IOException.class
                && thrown.getCause() == null
                && BAD_FRAME
                        .matcher(Optional.ofNullable(thrown.getMessage()).orElse(""))
                        .lookingAt();
    }

    private static boolean says(IOException thrown, String words) {
        return Optional.ofNullable(thrown.getMessage()).orElse("").startsWith(words);
    }

    /** A body that ends too early is a broken connection to us, a protocol error to the client. */
    private static boolean isBrokenOff(IOException thrown) {
        return thrown instanceof EOFException
                || (thrown instanceof ProtocolException && "unexpected end of stream".equals(thrown.getMessage()));
    }

    /**
     * A stream that was refused, or that a GOAWAY excludes, which the client reports in the same way; or a connection
     * on which the client began no stream, since a GOAWAY had come (RFC 9113, 8.7).
     */
    private static boolean isUnprocessed(IOException thrown) {
        return thrown instanceof ConnectionShutdownException
                || (thrown instanceof StreamResetException reset && reset.errorCode == ErrorCode.REFUSED_STREAM);
    }

    private static boolean isProtocolError(IOException thrown) {
        return thrown instanceof StreamResetException reset
                && reset.errorCode != ErrorCode.CANCEL
                && reset.errorCode != ErrorCode.REFUSED_STREAM
                && reset.errorCode != ErrorCode.INTERNAL_ERROR
                && reset.errorCode != ErrorCode.NO_ERROR;
    }

    private static boolean hasCause(Throwable thrown, Class<? extends Throwable> type) {
        Throwable at = thrown;
        for (int depth = 0; at != null && depth < 16; depth++) {
            if (type.isInstance(at)) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    private static Throwable rootOf(Throwable thrown) {
        Throwable at = thrown;
        for (int depth = 0; at.getCause() != null && depth < 16; depth++) {
            at = at.getCause();
        }
        return at;
    }

    private static String text(Duration limit) {
        long millis = limit.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
    }

    private static Exchange.Broken broken(NetworkFailureKind kind, HostPort host, String what) {
        return new Exchange.Broken(kind, host + ": " + what);
    }
}
