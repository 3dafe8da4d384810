package dev.airlock.sandbox.host.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.host.net.client.Phase;
import dev.airlock.sandbox.host.net.dial.SystemDialer;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.host.net.message.Timeouts;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A call ends on time whatever its exchange waits for: at the deadline, at a cancellation, and by a phase's own limit.
 */
class DeadlineTest {
    private static final long WALL_MILLIS = 400;
    private static final long OVERRUN_MILLIS = 250;
    private static final String LARGE = "x".repeat(48 << 20);

    /** The state in which an exchange waits. */
    enum Wait {
        LOOK_UP(Phase.LOOK_UP),
        CONNECT(Phase.CONNECT),
        TLS(Phase.TLS),
        SEND(Phase.SEND),
        SEND_OVER_TLS(Phase.SEND),
        SEND_OVER_HTTP2(Phase.SEND),
        HEADERS(Phase.HEADERS),
        HEADERS_OVER_HTTP2(Phase.HEADERS),
        INTERIM_RESPONSES(Phase.HEADERS),
        FIRST_BODY_BYTE(Phase.BODY),
        FIRST_BODY_BYTE_OVER_HTTP2(Phase.BODY),
        EVERY_BODY_BYTE(Phase.BODY),
        EVERY_BODY_BYTE_OVER_HTTP2(Phase.BODY);

        private final Phase phase;

        Wait(Phase phase) {
            this.phase = phase;
        }

        HttpRequest request() {
            return switch (this) {
                case TLS, HEADERS_OVER_HTTP2, FIRST_BODY_BYTE_OVER_HTTP2, EVERY_BODY_BYTE_OVER_HTTP2 ->
                    Wire.get(Wire.SECURE + "/");
                case SEND -> Wire.post(Wire.PLAIN + "/", LARGE);
                case SEND_OVER_TLS, SEND_OVER_HTTP2 -> Wire.post(Wire.SECURE + "/", LARGE);
                case LOOK_UP, CONNECT, HEADERS, INTERIM_RESPONSES, FIRST_BODY_BYTE, EVERY_BODY_BYTE ->
                    Wire.get(Wire.PLAIN + "/");
            };
        }

        Stage stage(Timeouts timeouts) {
            return switch (this) {
                case LOOK_UP -> Stage.lookingUp(timeouts);
                case CONNECT -> Stage.of(SilentServer.full(), timeouts);
                case TLS, SEND, HEADERS -> Stage.of(SilentServer.accepting(), timeouts);
                case SEND_OVER_TLS -> Stage.of(SilentServer.handshaking(), timeouts);
                case SEND_OVER_HTTP2 -> Stage.of(SilentServer.openingHttp2(), timeouts);
                case HEADERS_OVER_HTTP2 -> Stage.of("stall", timeouts);
                case INTERIM_RESPONSES -> Stage.of("1xx_storm", timeouts);
                case FIRST_BODY_BYTE, FIRST_BODY_BYTE_OVER_HTTP2 -> Stage.of("stall_after_headers", timeouts);
                case EVERY_BODY_BYTE, EVERY_BODY_BYTE_OVER_HTTP2 -> Stage.of("drip", timeouts);
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsAtTheDeadline(Wait wait) {
        HttpRequest request = wait.request();
        try (Stage stage = wait.stage(Wire.PATIENT)) {
            CallScope scope = Wire.call(WALL_MILLIS);
            CallEnded ended = catchThrowableOfType(
                    CallEnded.class, () -> stage.transport().exchange(scope, request));
            assertEndedOnTime(scope, stage, WALL_MILLIS);
            assertThat(ended.termination())
                    .isInstanceOfSatisfying(
                            Termination.LimitReached.class,
                            reached -> assertThat(reached.limit()).isEqualTo(LimitName.WALL_TIME));
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsWhenItIsCancelled(Wait wait) {
        HttpRequest request = wait.request();
        ScheduledExecutorService canceller = Executors.newSingleThreadScheduledExecutor();
        try (Stage stage = wait.stage(Wire.PATIENT)) {
            CallScope scope = Wire.call(20_000);
            Future<?> unused = canceller.schedule(scope::cancel, WALL_MILLIS, TimeUnit.MILLISECONDS);
            CallEnded ended = catchThrowableOfType(
                    CallEnded.class, () -> stage.transport().exchange(scope, request));
            assertEndedOnTime(scope, stage, WALL_MILLIS);
            assertThat(ended.termination()).isEqualTo(new Termination.Cancelled());
        } finally {
            canceller.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource("waitsWithALimit")
    void failsAtTheLimitOfThePhase(Wait wait) {
        try (Stage stage = wait.stage(Wire.each(WALL_MILLIS))) {
            CallScope scope = Wire.call(20_000);
            HttpResult result = stage.transport().exchange(scope, wait.request());
            Exchange.Broken broken = ((HttpResult.Failed) result).broken();
            assertThat(broken.kind())
                    .isEqualTo(wait == Wait.CONNECT ? NetworkFailureKind.CONNECT_TIMEOUT : NetworkFailureKind.TIMEOUT);
            assertThat(broken.message()).contains(wait.phase.activity() + " took longer than 400 ms");
            assertThat(scope.hostTermination()).isEmpty();
            assertThat(scope.evidence().all()).hasSize(1);
            assertThat(stage.transport().openSockets()).isZero();
        }
    }

    static Stream<Wait> waitsWithALimit() {
        return Stream.of(Wait.values()).filter(wait -> wait != Wait.LOOK_UP);
    }

    private static void assertEndedOnTime(CallScope scope, Stage stage, long millis) {
        assertThat(TimeUnit.NANOSECONDS.toMillis(scope.elapsedNanos())).isBetween(millis, millis + OVERRUN_MILLIS);
        assertThat(scope.evidence().all()).hasSize(1);
        assertThat(stage.transport().exchangesUnderWay()).isZero();
        assertThat(stage.transport().openSockets()).isZero();
    }

    /** A transport and its peer. */
    record Stage(HttpTransport transport, AutoCloseable peer) implements AutoCloseable {
        static Stage of(SilentServer server, Timeouts timeouts) {
            return new Stage(new HttpTransport(server.dialer(), timeouts), server);
        }

        static Stage of(String fault, Timeouts timeouts) {
            Wire wire = Wire.to("[[exchange]]\nfault = \"" + fault + "\"\n", timeouts);
            return new Stage(wire.transport, wire);
        }

        static Stage lookingUp(Timeouts timeouts) {
            CountDownLatch never = new CountDownLatch(1);
            SystemDialer dialer = new SystemDialer(AddressRules.publicOnly(), Duration.ofSeconds(20), name -> {
                try {
                    never.await();
                } catch (InterruptedException closed) {
                    Thread.currentThread().interrupt();
                }
                return new InetAddress[0];
            });
            return new Stage(new HttpTransport(dialer, timeouts), dialer);
        }

        @Override
        public void close() {
            transport.close();
            try {
                peer.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
