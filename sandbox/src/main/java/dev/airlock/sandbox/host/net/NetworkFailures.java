package dev.airlock.sandbox.host.net;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.sandbox.call.Exchange;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import okhttp3.internal.http2.ErrorCode;
import okhttp3.internal.http2.StreamResetException;

/** Says in our words how an exchange failed: nothing of an exception's own text, and no address. */
final class NetworkFailures {
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

    static Exchange.Broken endedWithItsCall(HostPort host) {
        return broken(NetworkFailureKind.RESET, host, "the call ended before the answer was complete");
    }

    /** Made of what the client threw and when. */
    static Exchange.Broken of(HostPort host, Phase phase, IOException thrown) {
        if (thrown instanceof UnknownHostException) {
            return broken(NetworkFailureKind.DNS, host, "the name does not resolve");
        }
        return switch (phase) {
            case LOOK_UP, CONNECT -> connecting(host, thrown);
            case TLS -> thrown instanceof ConnectException ? connecting(host, thrown) : handshake(host, thrown);
            case SEND, HEADERS, BODY -> talking(host, phase, thrown);
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

    /** Only the system's own words tell the ways apart in which it did not connect. */
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

    private static Exchange.Broken talking(HostPort host, Phase phase, IOException thrown) {
        if (isBrokenOff(thrown)) {
            return reset(host, phase);
        }
        return thrown instanceof ProtocolException || isProtocolError(thrown)
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

    /** A body that ends too early is a broken connection to us, a protocol error to the client. */
    private static boolean isBrokenOff(IOException thrown) {
        return thrown instanceof EOFException
                || (thrown instanceof ProtocolException && "unexpected end of stream".equals(thrown.getMessage()));
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
