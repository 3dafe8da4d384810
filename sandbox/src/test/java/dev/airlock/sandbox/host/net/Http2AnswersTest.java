package dev.airlock.sandbox.host.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.host.net.message.Timeouts;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An HTTP/2 service's messages about a stream and about the whole connection (RFC 9113), and those that it may not send
 * without end.
 */
class Http2AnswersTest {
    /** More than an exchange accepts without an answer, so that a reader that takes this in would take anything in. */
    private static final long ENDLESS = 96 << 20;

    private static final String HEADERS = "01";
    private static final String REFUSED_STREAM = "00000007";
    /** {@code :status: 200} (RFC 7541, appendix A). */
    private static final String STATUS_200 = "88";

    @ParameterizedTest
    @CsvSource({"GET", "POST", "DELETE"})
    void aGoawayThatLeavesTheRequestOutSaysThatItWasNotDone(String method) {
        try (Service service = new Service(stream -> frame("07", "00", 0, "00000000" + "00000000"))) {
            assertThat(service.failure(method).kind()).isEqualTo(NetworkFailureKind.UNPROCESSED);
        }
    }

    @ParameterizedTest
    @CsvSource({"GET", "POST", "DELETE"})
    void aRefusedStreamSaysThatItWasNotDone(String method) {
        try (Service service = new Service(stream -> frame("03", "00", stream, REFUSED_STREAM))) {
            Exchange.Broken broken = service.failure(method);
            assertThat(broken.kind()).isEqualTo(NetworkFailureKind.UNPROCESSED);
            assertThat(broken.message()).isEqualTo("api.example.com:443: it said that it did not process the request");
            assertThat(broken.saysNotDone()).isTrue();
        }
    }

    @Test
    void aStreamThatIsRefusedAfterItsAnswerBeganIsABrokenAnswer() {
        try (Service service = new Service(
                stream -> frame(HEADERS, "04", stream, STATUS_200) + frame("03", "00", stream, REFUSED_STREAM))) {
            Exchange.Broken broken = service.failure("POST");
            assertThat(broken.saysNotDone()).isFalse();
            assertThat(broken.kind()).isEqualTo(NetworkFailureKind.RESET);
        }
    }

    @Test
    void aGoawayThatCountsTheRequestLeavesItToItsAnswer() {
        try (Service service = new Service(stream -> frame("07", "00", 0, word(stream) + "00000000")
                + frame(HEADERS, "04", stream, STATUS_200)
                + frame("00", "01", stream, "6f6b"))) {
            HttpResult.Response response = (HttpResult.Response) service.exchange("POST");
            assertThat(response.body()).containsExactly('o', 'k');
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ordinary,61,31,true",
        "empty value,61,'',true",
        "upper case name,41,31,false",
        "empty name,'',31,false",
        "NUL in a value,61,310032,false",
        "CR in a value,61,310d32,false",
        "LF in a value,61,310a32,false",
        "space in a name,612061,31,false"
    })
    void anAnswerWithAHeaderThatCannotBeOneIsNone(String what, String name, String value, boolean is) {
        String field = "00" + length(name) + name + length(value) + value;
        try (Service service = new Service(stream -> frame(HEADERS, "05", stream, STATUS_200 + field))) {
            HttpResult result = service.exchange("GET");
            assertThat(result instanceof HttpResult.Response).as(what).isEqualTo(is);
            if (result instanceof HttpResult.Failed failed) {
                assertThat(failed.broken().kind()).isEqualTo(NetworkFailureKind.PROTOCOL);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "pings,000008060000000000" + "0000000000000000",
        "pings answered,000008060100000000" + "0000000000000000",
        "settings,000006040000000000" + "000400000400",
        "settings acknowledged,000000040100000000",
        "windows,000004080000000000" + "00000001",
        "priorities,000005020000000001" + "0000000000",
        "frames that nobody knows,000008fe0000000000" + "0000000000000000"
    })
    void whatSaysNothingOfTheRequestMayNotComeWithoutEnd(String what, String frame) {
        try (Service service = new Service(stream -> "", frame, Wire.PATIENT)) {
            HttpResult.Failed failed = (HttpResult.Failed) service.exchange("GET");
            assertThat(failed.broken().kind()).as(what).isEqualTo(NetworkFailureKind.PROTOCOL);
            assertThat(service.written.get()).as(what).isLessThan(ENDLESS);
        }
    }

    @Test
    void resetsOfPushedStreamsEndAtTheBoundOrWhereTheClientIsSlowerAtTheTimeForHeaders() {
        try (Service service = new Service(stream -> "", "000004030000000002" + "00000008", Wire.PATIENT)) {
            HttpResult.Failed failed = (HttpResult.Failed) service.exchange("GET");
            assertThat(failed.broken().kind()).isIn(NetworkFailureKind.PROTOCOL, NetworkFailureKind.TIMEOUT);
            assertThat(service.written.get()).isLessThan(ENDLESS);
        }
    }

    @Test
    void headersMayNotGoOnWithoutEnd() {
        String field = "00" + "01" + "61" + "7f" + "00" + "61".repeat(127);
        try (Service service = new Service(
                stream -> frame(HEADERS, "00", stream, STATUS_200), frame("09", "00", 1, field.repeat(60)))) {
            HttpResult.Failed failed = (HttpResult.Failed) service.exchange("GET");
            assertThat(failed.broken().kind()).isEqualTo(NetworkFailureKind.PROTOCOL);
            assertThat(service.written.get()).isLessThan(ENDLESS);
        }
    }

    /** Each reference to an entry of 4,000 bytes takes one, so that each head becomes 256 KiB. */
    @ParameterizedTest
    @CsvSource({"small,'',20000", "large,be,1000"})
    void headsThatComeAgainAndAgainAreNotHeldInMemory(String what, String reference, int times) {
        String value = "20" + "61".repeat(3_998) + "20";
        String entry = "40" + "01" + "61" + "7fa11e" + value;
        String again = "88" + reference.repeat(60);
        try (Service service = new Service(stream -> frame(HEADERS, "04", stream, STATUS_200 + entry)
                + frame(HEADERS, "04", stream, again).repeat(times)
                + frame("00", "01", stream, "6f6b"))) {
            assertThat(service.failure("GET").kind()).as(what).isEqualTo(NetworkFailureKind.PROTOCOL);
            assertThat(service.transport.openSockets()).isZero();
        }
    }

    @Test
    void someInterimAnswersAreNoFlood() {
        String interim = "0803313033";
        try (Service service =
                new Service(stream -> frame(HEADERS, "04", stream, interim).repeat(50)
                        + frame(HEADERS, "04", stream, STATUS_200)
                        + frame("00", "01", stream, "6f6b"))) {
            assertThat(service.exchange("GET")).isInstanceOf(HttpResult.Response.class);
        }
    }

    @Test
    void afterAFloodTheNextExchangeHasAConnectionOfItsOwn() {
        try (Service service = new Service(stream -> "", "000008060000000000" + "0000000000000000")) {
            assertThat(service.exchange("GET")).isInstanceOf(HttpResult.Failed.class);
            assertThat(service.transport.openSockets()).isZero();
            assertThat(service.exchange("GET")).isInstanceOf(HttpResult.Failed.class);
        }
    }

    @Test
    void aServiceThatCeasesToReadHoldsUpNeitherTheExchangeNorItsEnd() {
        String settings = "000000040000000000";
        try (Service service = new Service(stream -> settings.repeat(4_000), "", Wire.each(2_000))) {
            assertThat(service.failure("GET").kind()).isEqualTo(NetworkFailureKind.TIMEOUT);
            assertThat(service.transport.openSockets()).isZero();
        }
    }

    private static String frame(String type, String flags, int stream, String payload) {
        return word(payload.length() / 2).substring(2) + type + flags + word(stream) + payload;
    }

    private static String word(int number) {
        return HexFormat.of().toHexDigits(number);
    }

    private static String length(String hex) {
        return HexFormat.of().toHexDigits((byte) (hex.length() / 2));
    }

    /** An answer to a stream, as bytes in hexadecimal. */
    private interface Answer {
        String to(int stream);
    }

    /** Answers each request, and repeats one frame until no one reads any more. */
    private static final class Service implements AutoCloseable {
        final AtomicLong written = new AtomicLong();
        final SilentServer server;
        final HttpTransport transport;

        Service(Answer answer) {
            this(answer, "");
        }

        Service(Answer answer, String more) {
            this(answer, more, Timeouts.standard());
        }

        Service(Answer answer, String more, Timeouts timeouts) {
            byte[] piece = HexFormat.of().parseHex(more.repeat(more.isEmpty() ? 0 : 1 + 16_384 / more.length()));
            server = SilentServer.talkingHttp2((in, out) -> {
                DataInputStream frames = new DataInputStream(in);
                frames.readFully(new byte[24]);
                for (int stream = request(frames); ; stream = request(frames)) {
                    out.write(HexFormat.of().parseHex(answer.to(stream)));
                    while (piece.length > 0 && written.get() < ENDLESS) {
                        out.write(piece);
                        written.addAndGet(piece.length);
                    }
                }
            });
            transport = new HttpTransport(server.dialer(), timeouts);
        }

        HttpResult exchange(String method) {
            CallScope scope = Wire.call(60_000);
            return transport.exchange(
                    scope,
                    new HttpRequest(
                            method,
                            Wire.target(Wire.SECURE + "/"),
                            List.of(),
                            method.equals("POST") ? Optional.of(new byte[] {'b'}) : Optional.empty(),
                            1_000,
                            false));
        }

        Exchange.Broken failure(String method) {
            return ((HttpResult.Failed) exchange(method)).broken();
        }

        /** Reads frames up to the end of the next request's headers; returns its stream. */
        private static int request(DataInputStream frames) throws IOException {
            while (true) {
                int head = frames.readInt();
                int flags = frames.readUnsignedByte();
                int stream = frames.readInt();
                skip(frames, head >>> 8);
                if ((head & 0xff) == 1 && (flags & 4) != 0) {
                    return stream;
                }
            }
        }

        private static void skip(InputStream in, int length) throws IOException {
            if (in.readNBytes(length).length < length) {
                throw new EOFException();
            }
        }

        @Override
        public void close() {
            transport.close();
            server.close();
        }
    }
}
