package dev.airlock.sandbox.host.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.host.net.message.Timeouts;
import dev.airlock.upstreams.script.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every fault of a scripted upstream, over real sockets, reported as the table says and never after the deadline. */
class FaultsOnTheWireTest {
    private static final long PHASE_MILLIS = 700;
    private static final long OVERRUN_MILLIS = 1_000;
    private static final long DEADLINE_MILLIS = 1_000;
    private static final String WALL_TIME = "limit wall_time";

    /** A line of the table. */
    record Row(String fault, boolean secure, String kind, String words, boolean sent) {
        static Row parse(String line) {
            String[] cells = line.split(" *\\| *");
            return new Row(
                    cells[0],
                    cells[1].equals("tls"),
                    cells[2],
                    cells[3],
                    cells[4].strip().equals("sent"));
        }

        String url() {
            return (secure ? Wire.SECURE : Wire.PLAIN) + "/";
        }

        String host() {
            return Wire.target(url()).address().toString();
        }

        /** Only the timeout of the fault's phase is short, so that a busy machine exceeds no other one. */
        Timeouts timeouts() {
            Timeouts standard = Timeouts.standard();
            Duration brief = Duration.ofMillis(PHASE_MILLIS);
            return new Timeouts(
                    standard.connect(),
                    standard.tls(),
                    words.startsWith("waiting for its answer") ? brief : standard.headers(),
                    words.startsWith("waiting for more") ? brief : standard.idleBody());
        }

        Wire wire(Timeouts timeouts) {
            String location = fault.equals("redirect") ? "location = '/elsewhere'\n" : "";
            return Wire.to(
                    "[[exchange]]\nfault = '" + fault + "'\n" + location + "[[exchange]]\nrespond = { status = 200 }\n",
                    timeouts);
        }

        @Override
        public String toString() {
            return fault + (secure ? " over TLS and HTTP/2" : " in the clear");
        }
    }

    static Stream<Row> rows() {
        Path table = Path.of(System.getProperty("airlock.root"), "testdata/faults/faults.txt");
        try {
            return Files.readString(table)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Row::parse);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theTableKnowsEveryFaultTwice() {
        assertThat(rows().map(row -> row.fault() + row.secure()))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Fault.values())
                        .flatMap(fault -> Stream.of(fault.code() + true, fault.code() + false))
                        .toList());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void isToldAsTheTableSays(Row row) {
        try (Wire wire = row.wire(row.timeouts())) {
            CallScope scope = Wire.call(20_000);
            Object outcome = outcome(wire, scope, row);
            assertThat(outcome).isEqualTo(row.kind() + " " + expectedWords(row));
            assertThat(scope.evidence().requestSent()).isEqualTo(row.sent());
            assertThat(scope.evidence().all()).singleElement().satisfies(exchange -> {
                assertThat(exchange.method()).isEqualTo("POST");
                assertThat(exchange.host()).isEqualTo(row.host());
                assertThat(exchange.delivery().sent()).isEqualTo(row.sent());
            });
            assertThat(wire.transport.exchangesUnderWay()).isZero();
            assertThat(wire.upstream.requests()).hasSizeLessThanOrEqualTo(1);
            assertThat(wire.transport.openSockets()).isEqualTo(row.kind().equals("-") ? 1 : 0);
        }
    }

    /**
     * The phases may take longer than the call, so that the call's own deadline applies. A fault that fails by itself
     * may do so before.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void neverOutlivesTheDeadline(Row row) {
        try (Wire wire = row.wire(Wire.PATIENT)) {
            CallScope scope = Wire.call(DEADLINE_MILLIS);
            String outcome = outcome(wire, scope, row);
            assertThat(TimeUnit.NANOSECONDS.toMillis(scope.elapsedNanos()))
                    .isLessThanOrEqualTo(DEADLINE_MILLIS + OVERRUN_MILLIS);
            if (row.kind().equals("timeout")) {
                assertThat(outcome).isEqualTo(WALL_TIME);
            } else {
                assertThat(outcome).isIn(WALL_TIME, row.kind() + " " + expectedWords(row));
            }
        }
    }

    @Test
    void connectsAfreshAfterAReset() {
        try (Wire wire = Wire.to("""
                [[exchange]]
                match = { path = "/reset" }
                fault = "reset"
                [[exchange]]
                respond = { status = 200, body = 'ok' }
                """)) {
            assertThat(wire.response(Wire.get(Wire.PLAIN + "/")).status()).isEqualTo(200);
            assertThat(wire.failure(Wire.get(Wire.PLAIN + "/reset")).kind()).isEqualTo(NetworkFailureKind.RESET);
            int before = wire.dials.get();
            assertThat(wire.response(Wire.get(Wire.PLAIN + "/")).status()).isEqualTo(200);
            assertThat(wire.dials.get()).isEqualTo(before + 1);
        }
    }

    private static String expectedWords(Row row) {
        return row.kind().equals("-") || row.kind().equals("limit") ? row.words() : row.host() + ": " + row.words();
    }

    private static String outcome(Wire wire, CallScope scope, Row row) {
        HttpResult[] result = new HttpResult[1];
        CallEnded ended = catchThrowableOfType(
                CallEnded.class, () -> result[0] = wire.transport.exchange(scope, Wire.post(row.url(), "x")));
        if (ended != null) {
            LimitName limit = ((Termination.LimitReached) ended.termination()).limit();
            return "limit " + limit.wireName();
        }
        if (result[0] instanceof HttpResult.Failed failed) {
            Exchange.Broken broken = failed.broken();
            return broken.kind().wireName() + " " + broken.message();
        }
        return "- " + ((HttpResult.Response) result[0]).status();
    }
}
