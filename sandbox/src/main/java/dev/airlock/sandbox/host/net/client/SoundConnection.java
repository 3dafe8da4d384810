package dev.airlock.sandbox.host.net.client;

import dev.airlock.sandbox.host.net.answer.AnswerHead;
import dev.airlock.sandbox.host.net.answer.BadAnswerException;
import dev.airlock.sandbox.host.net.dial.DialedSocket;
import dev.airlock.sandbox.host.net.dial.OpenSockets;
import dev.airlock.sandbox.time.Clock;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import kotlin.Pair;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Response;
import okhttp3.internal.connection.BufferedSocket;
import okhttp3.internal.connection.RealConnection;
import okhttp3.internal.http.RealInterceptorChain;
import okio.BufferedSource;

/**
 * Enforces rules of a connection that the client leaves to the service. A kept HTTP/1 connection is not used again if
 * something came after the last answer, or its service closed it: the client would take those bytes for the next answer
 * (RFC 9112, 9.2). The head of an answer is repaired before the client reads it ({@link AnswerHead}). An HTTP/2 answer
 * with a header that is not one is refused (RFC 9113, 8.2.1).
 *
 * <p>It reaches the connection through members that are public in the class file.
 */
final class SoundConnection implements Interceptor {
    /** The idle time from which checking whether the service closed the connection costs little in comparison. */
    private static final long LONG_IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern BAD_VALUE = Pattern.compile("[\0\r\n]");

    private final OkHttpClient client;
    private final ExchangeListener events;
    private final OpenSockets sockets;

    SoundConnection(OkHttpClient client, ExchangeListener events, OpenSockets sockets) {
        this.client = client;
        this.events = events;
        this.sockets = sockets;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        if (!(chain instanceof RealInterceptorChain real)
                || !(chain.connection() instanceof RealConnection connection)) {
            throw new IllegalStateException("the HTTP client has other classes");
        }
        return connection.protocol() == Protocol.HTTP_2 ? checked(real) : overHttp1(real, connection);
    }

    private Response overHttp1(RealInterceptorChain chain, RealConnection connection) throws IOException {
        BufferedSocket socket =
                (BufferedSocket) connection.newCodec$okhttp(client, chain).getSocket();
        DialedSocket beneath = sockets.find(connection.socket()).orElseThrow(StaleConnectionException::new);
        if (beneath.used() && !isQuiet(beneath, connection, socket.getSource())) {
            throw new StaleConnectionException();
        }
        events.talksOver(socket);
        Response response = checked(chain);
        Optional<BadAnswerException> bad = events.badAnswer();
        if (bad.isPresent()) {
            throw bad.get();
        }
        return response;
    }

    private static Response checked(RealInterceptorChain chain) throws IOException {
        Response response = chain.proceed(chain.request());
        for (Pair<? extends String, ? extends String> header : response.headers()) {
            if (!NAME.matcher(header.getFirst()).matches()
                    || BAD_VALUE.matcher(header.getSecond()).find()) {
                throw new BadAnswerException("one of its header lines is not a header");
            }
        }
        return response;
    }

    /** Whether nothing came since the last answer, not even an end. */
    private static boolean isQuiet(DialedSocket beneath, RealConnection connection, BufferedSource incoming)
            throws IOException {
        if (incoming.getBuffer().size() > 0
                || beneath.hasIncoming()
                || connection.socket().getInputStream().available()
                        > 0) { // TLS holds the rest of a record that it decrypted
            return false;
        }
        long idleNanos = Clock.SYSTEM.monotonicNanos() + Clock.START - connection.getIdleAtNs();
        return idleNanos < LONG_IDLE_NANOS || waits(connection.socket(), incoming);
    }

    /** Whether a read finds neither bytes nor the end. */
    private static boolean waits(Socket socket, BufferedSource incoming) {
        try {
            socket.setSoTimeout(1);
            boolean unused = incoming.exhausted();
            return false;
        } catch (SocketTimeoutException nothingCame) {
            return resumed(socket);
        } catch (IOException broken) {
            return false;
        }
    }

    private static boolean resumed(Socket socket) {
        try {
            socket.setSoTimeout(0);
            return true;
        } catch (IOException broken) {
            return false;
        }
    }
}
