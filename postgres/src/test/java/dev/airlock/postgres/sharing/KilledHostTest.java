package dev.airlock.postgres.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.postgres.recovery.SharedServer;
import dev.airlock.testkit.PostgresIsInstalled;
import dev.airlock.upstreams.Disturbance;
import dev.airlock.upstreams.RecordedRequest;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A host is killed in the middle of a call, and another one, with another home, gets the same call. The service accepts the first request
 * and never answers.
 */
@ExtendWith(PostgresIsInstalled.class)
class KilledHostTest {
    private static final int KILLS = 20;

    @SuppressWarnings("NullAway.Init")
    private static SharedServer server;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @BeforeAll
    static void start() {
        server = new SharedServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void empty() {
        server.empty();
    }

    /** A kill: what the call does, and how long after its request arrived, or after it was asked for, the host dies. */
    private record Kill(String errand, boolean onceItArrived, Duration after) {
        boolean bearsTheKey() {
            return errand.contains("+header");
        }
    }

    static Stream<Kill> kills() {
        Stream<Kill> sample = Stream.of(
                new Kill("POST+header /orders", true, Duration.ZERO), new Kill("POST /orders", true, Duration.ZERO));
        return Boolean.getBoolean("airlock.full") ? Stream.concat(sample, somewhere()) : sample;
    }

    private static Stream<Kill> somewhere() {
        SplittableRandom random = new SplittableRandom(7);
        return Stream.generate(() -> new Kill(
                        random.nextBoolean() ? "POST+header /orders" : "POST /orders",
                        random.nextBoolean(),
                        Duration.ofMillis(random.nextInt(120))))
                .limit(KILLS);
    }

    @ParameterizedTest
    @MethodSource("kills")
    void theNextHostGoesOnOnlyIfTheEvidenceAllowsIt(Kill kill) throws Exception {
        try (ScriptedUpstream upstream = service();
                Host other = Host.sharing(server.url(), temp.resolve("other"), key(), port(upstream))) {
            killed(kill, upstream);
            boolean hasArrived = !upstream.requests().isEmpty();
            upstream.play(script("[[exchange]]\nrespond = { status = 200, body = '{}' }\n"), Disturbance.NONE);
            server.loseLeases();

            String end = Host.describe(other.run(kill.errand(), "order-number-1"));

            List<RecordedRequest> repeated = upstream.requests();
            if (!end.equals("done")) {
                assertThat(kill.bearsTheKey()).as(end).isFalse();
                assertThat(end).contains("key_state=in_doubt", "review=review-1");
                assertThat(repeated).isEmpty();
                assertThat(other.airlock().reviews().list(false)).hasSize(1);
            } else if (kill.bearsTheKey()) {
                assertThat(repeated)
                        .as("a service that knows the key does it once")
                        .isNotEmpty()
                        .allSatisfy(request ->
                                assertThat(request.header("idempotency-key")).contains("order-number-1"));
            } else {
                assertThat(hasArrived).isFalse();
                assertThat(repeated).hasSize(1);
            }
        }
    }

    /** Starts a host in a process of its own, has it make the call, and kills it. */
    private void killed(Kill kill, ScriptedUpstream upstream) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dairlock.root=" + System.getProperty("airlock.root"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Host.class.getName(),
                        server.url(),
                        temp.resolve("killed").toString(),
                        key().toString(),
                        String.valueOf(port(upstream)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
                Writer told = process.outputWriter(StandardCharsets.UTF_8)) {
            assertThat(said.readLine()).isEqualTo("ready");
            told.write(kill.errand() + "\torder-number-1\n");
            told.flush();
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .pollDelay(kill.after())
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> !kill.onceItArrived() || !upstream.requests().isEmpty());
        } finally {
            process.destroyForcibly().waitFor(); // SIGKILL
        }
    }

    private static ScriptedUpstream service() throws IOException {
        return ScriptedUpstream.start(
                script("[[exchange]]\nfault = \"stall_after_headers\"\n"), List.of("api.example.com:443"));
    }

    private static UpstreamScript script(String toml) {
        return ((ScriptReading.Valid) UpstreamScript.parse("upstream.toml", toml)).script();
    }

    private static int port(ScriptedUpstream upstream) throws IOException {
        return upstream.dial("api.example.com", 443, true).getPort();
    }

    private Path key() {
        return temp.resolve("audit.key");
    }
}
