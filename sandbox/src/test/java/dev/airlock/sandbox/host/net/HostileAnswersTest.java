package dev.airlock.sandbox.host.net;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.host.net.dial.DaemonThreads;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.host.net.message.Timeouts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import okhttp3.tls.HandshakeCertificates;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Answers that no server would give by mistake: none takes more memory than the limit on answers, none passes for
 * complete.
 */
class HostileAnswersTest {
    private static final int LIMIT = 2 << 20;
    /** More than any buffer on the way holds, so that a reader that takes this in would take anything in. */
    private static final int ENDLESS = 96 << 20;

    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";
    private static final String GZIP = "Content-Encoding: gzip\r\nConnection: close\r\n";
    private static final String GZIP_WITH_NAME = "\u001f\u008b\u0008\u0008\0\0\0\0\0\u0003";
    private static final String GZIP_PLAIN = "\u001f\u008b\u0008\0\0\0\0\0\0\u0003";

    @ParameterizedTest
    @ValueSource(strings = {"5;", "5;name=\"", "0", "00000000000000000"})
    void aChunkThatNeverBeginsIsNotHeldInMemory(String start) {
        try (Server server = new Server(CHUNKED + "\r\n" + start, start.startsWith("0") ? "0" : "x", ENDLESS)) {
            assertThat(server.failure()).isEqualTo(NetworkFailureKind.PROTOCOL);
            assertThat(server.written.get()).isLessThan(ENDLESS);
        }
    }

    @Test
    void aChunkThatNeverBeginsIsNotHeldInMemoryAfterManyThatDid() {
        String many = "1\r\na\r\n".repeat(100_000);
        try (Server server = new Server(CHUNKED + "\r\n" + many + "5;", "x", ENDLESS)) {
            assertThat(server.failure()).isEqualTo(NetworkFailureKind.PROTOCOL);
            assertThat(server.written.get()).isLessThan(ENDLESS);
        }
    }

    @Test
    void manySmallChunksAreAnAnswerLikeAnyOther() {
        String body = "1\r\na\r\n".repeat(500_000) + "0\r\n\r\n";
        try (Server server = new Server(CHUNKED + "\r\n" + body, "", 0)) {
            assertThat(server.response().body()).hasSize(500_000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {GZIP_WITH_NAME, GZIP_PLAIN})
    void compressedBytesThatComeToNothingCount(String start) {
        String endless = start.equals(GZIP_PLAIN) ? "\0\0\0\u00ff\u00ff" : "x";
        try (Server server = new Server(GZIP + "\r\n" + start, endless, ENDLESS)) {
            Termination termination =
                    catchThrowableOfType(CallEnded.class, server::response).termination();
            assertThat(termination).isEqualTo(new Termination.LimitReached(LimitName.HTTP_RESPONSE, LIMIT, LIMIT + 1));
            assertThat(server.written.get()).isLessThan(ENDLESS);
        }
    }

    @Test
    void compressedBytesThatComeSlowlyAreNoPause() throws IOException {
        byte[] answer = (CHUNKED + "Content-Encoding: gzip\r\n\r\n").getBytes(ISO_8859_1);
        try (Server server = new Server(Wire.each(1_500)) {
            @Override
            void answer(OutputStream out) throws IOException {
                out.write(answer);
                for (byte piece : gzip("slow")) {
                    out.write(("1\r\n" + (char) (piece & 0xff) + "\r\n").getBytes(ISO_8859_1));
                    pause(100);
                }
                out.write("0\r\n\r\n".getBytes(ISO_8859_1));
            }
        }) {
            assertThat(new String(server.response().body(), ISO_8859_1)).isEqualTo("slow");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: -2",
                "Content-Length: +2",
                "Content-Length: 2, 2",
                "Content-Length: 0x2",
                "Content-Length: 2 2",
                "Content-Length: ",
                "Content-Length: 99999999999999999999",
                "Content-Length: 2\r\nContent-Length: 1",
                "Content-Length: 1\r\nContent-Length: 2",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: chunked, identity",
                "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: "
            })
    void anAnswerWithoutAClearEndIsNone(String header) {
        try (Server server = new Server(header + "\r\n\r\n2\r\nok\r\n0\r\n\r\n", "", 0)) {
            assertThat(server.failure()).isEqualTo(NetworkFailureKind.PROTOCOL);
            assertThat(server.transport.openSockets()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 2\r\n\r\nok",
                "Content-Length: 2\r\nContent-Length: 2\r\n\r\nok",
                "Content-Length: 002\r\n\r\nok",
                "Transfer-Encoding: Chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "Connection: close\r\n\r\nok"
            })
    void anAnswerWithAClearEndIsOne(String answer) {
        try (Server server = new Server(answer, "", 0)) {
            assertThat(new String(server.response().body(), ISO_8859_1)).isEqualTo("ok");
        }
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(text.getBytes(ISO_8859_1));
        }
        return out.toByteArray();
    }

    private static void pause(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Answers each request with the given bytes, and with more of them until no one reads any more. */
    private static class Server implements AutoCloseable {
        final HttpTransport transport;
        final AtomicLong written = new AtomicLong();
        private final ServerSocket listener;
        private final String answer;
        private final String more;
        private final int howMuchMore;

        Server(String answer, String more, int howMuchMore) {
            this(Timeouts.standard(), answer, more, howMuchMore);
        }

        Server(Timeouts timeouts) {
            this(timeouts, "", "", 0);
        }

        private Server(Timeouts timeouts, String answer, String more, int howMuchMore) {
            this.answer = answer;
            this.more = more;
            this.howMuchMore = howMuchMore;
            try {
                listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            transport = new HttpTransport(
                    new ScriptedDialer(
                            (scheme, host) -> Optional.of((InetSocketAddress) listener.getLocalSocketAddress()),
                            new HandshakeCertificates.Builder().build().trustManager()),
                    timeouts);
            DaemonThreads.named("hostile-server").newThread(this::serve).start();
        }

        HttpResult.Response response() {
            return (HttpResult.Response) exchange();
        }

        NetworkFailureKind failure() {
            return ((HttpResult.Failed) exchange()).broken().kind();
        }

        private HttpResult exchange() {
            CallScope scope = Wire.call(Duration.ofMinutes(1).toMillis());
            return transport.exchange(
                    scope,
                    new HttpRequest("GET", Wire.target(Wire.PLAIN + "/"), List.of(), Optional.empty(), LIMIT, false));
        }

        private void serve() {
            while (!listener.isClosed()) {
                try (Socket socket = listener.accept()) {
                    byte[] request = new byte[8192];
                    if (socket.getInputStream().read(request) > 0) {
                        socket.getOutputStream().write("HTTP/1.1 200 OK\r\n".getBytes(ISO_8859_1));
                        answer(socket.getOutputStream());
                        socket.shutdownOutput();
                        socket.getInputStream().read(request);
                    }
                } catch (IOException whoeverAskedIsGone) {
                    // which is what the tests wait for
                }
            }
        }

        void answer(OutputStream out) throws IOException {
            out.write(answer.getBytes(ISO_8859_1));
            byte[] piece = more.repeat(100_000).getBytes(ISO_8859_1);
            while (written.get() < howMuchMore) {
                out.write(piece);
                written.addAndGet(piece.length);
            }
        }

        @Override
        public void close() {
            transport.close();
            try {
                listener.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
