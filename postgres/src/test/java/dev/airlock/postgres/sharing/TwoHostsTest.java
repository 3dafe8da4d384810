package dev.airlock.postgres.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.postgres.recovery.SharedServer;
import dev.airlock.runtime.CallRequest;
import dev.airlock.runtime.CallResult;
import dev.airlock.runtime.audit.store.RecordFilter;
import dev.airlock.runtime.database.SharingNotice;
import dev.airlock.runtime.recovery.keys.CallKeys;
import dev.airlock.testkit.PostgresIsInstalled;
import dev.airlock.upstreams.RecordedRequest;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Two hosts as on two machines: each has its own home, and both have one audit key and one database. A service counts what was done. */
@ExtendWith(PostgresIsInstalled.class)
class TwoHostsTest {
    private static final int KEYS = 20;
    private static final int RACES = Boolean.getBoolean("airlock.full") ? 1_000 : 5;

    @SuppressWarnings("NullAway.Init")
    private static SharedServer server;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @SuppressWarnings("NullAway.Init")
    private ScriptedUpstream upstream;

    @BeforeAll
    static void start() {
        server = new SharedServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void serve() throws IOException {
        server.empty();
        upstream = ScriptedUpstream.start(script(), List.of("api.example.com:443"));
    }

    private static UpstreamScript script() {
        ScriptReading script =
                UpstreamScript.parse("upstream.toml", "[[exchange]]\nrespond = { status = 200, body = '{}' }\n");
        return ((ScriptReading.Valid) script).script();
    }

    @AfterEach
    void endService() {
        upstream.close();
    }

    @Test
    void aKeyThatOneHostUsedIsAnsweredByTheOtherFromTheDatabase() throws IOException {
        try (Host first = sharing("first");
                Host second = sharing("second")) {
            for (int i = 0; i < KEYS; i++) {
                assertThat(Host.describe(first.run("POST /orders", "order-number-" + i)))
                        .isEqualTo("done");
                assertThat(Host.describe(second.run("POST /orders", "order-number-" + i)))
                        .isEqualTo("recorded");
            }
            assertThat(effects()).hasSize(KEYS);
            assertThat(first.airlock().audit().archive().calls(RecordFilter.ALL))
                    .hasSize(2 * KEYS);
        }
    }

    @Test
    void ofCallsUnderOneKeyAtOnceOneIsMade() throws IOException {
        try (Host first = sharing("first");
                Host second = sharing("second")) {
            List<Host> hosts = List.of(first, second, first, second);
            for (int i = 0; i < RACES; i++) {
                String key = "order-at-once-" + i;
                List<String> ends = together(hosts, host -> Host.describe(host.run("POST /orders", key)));
                assertThat(ends).containsExactlyInAnyOrder("done", "recorded", "recorded", "recorded");
                assertThat(Host.describe(second.run("POST /others", key))).contains("key_state=other_arguments");
            }
            assertThat(effects()).hasSize(RACES);
        }
    }

    @Test
    void anOutcomeThatTheDatabaseCouldNotTakeIsThereOnceItIsBack() throws Exception {
        try (Host first = sharing("first");
                Host second = sharing("second")) {
            CountDownLatch arrived = new CountDownLatch(1);
            CountDownLatch away = new CountDownLatch(1);
            upstream.play(script(), (request, usual) -> {
                arrived.countDown();
                await(away);
                return usual;
            });
            CompletableFuture<CallResult> running =
                    CompletableFuture.supplyAsync(() -> first.run("POST /orders", "order-number-1"));
            await(arrived);
            server.server().crash();
            away.countDown();

            CallResult made = running.join();
            assertThat(Host.describe(made)).as("what the service said").isEqualTo("done");
            assertThat(made.isUnrecorded()).isTrue();
            assertThat(Host.describe(second.run("POST /orders", "order-number-2")))
                    .contains("audit_unavailable");
            assertThat(upstream.requests()).hasSize(1);
            server.server().begin();

            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> Host.describe(first.run("GET /orders", "another-key"))
                            .equals("done"));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> Host.describe(second.run("POST /orders", "order-number-1"))
                            .equals("recorded"));
            assertThat(upstream.requests().stream().filter(sent -> sent.method().equals("POST")))
                    .hasSize(1);
        }
    }

    @Test
    void aCallThatRunsSendsNothingMoreOnceTheDatabaseIsAway() throws Exception {
        try (Host host = sharing("first")) {
            upstream.play(script(), (request, usual) -> {
                if (request.path().equals("/before")) {
                    server.server().crash();
                }
                return usual;
            });

            String end = Host.describe(host.run("GET /before, POST /after", "order-number-1"));

            assertThat(end).contains("reason=store_unavailable", "request_sent=true");
            assertThat(upstream.requests().stream().map(RecordedRequest::path)).containsExactly("/before");
            server.server().begin();
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> Host.describe(host.run("POST /later", "another-key"))
                            .equals("done"));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(5, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aConnectorsStateIsOneAndAnotherContentInTheSameFolderSeesNothingOfIt() throws IOException {
        Path folder = Files.createDirectory(temp.resolve("counts"));
        Path counts = Host.ERRANDS.resolveSibling("counts");
        Files.copy(counts.resolve("connector.wasm"), folder.resolve("connector.wasm"));
        String manifest = Files.readString(counts.resolve("manifest.toml"));
        Files.writeString(folder.resolve("manifest.toml"), manifest);
        try (Host first = sharing("first");
                Host second = sharing("second")) {
            assertThat(count(first, folder)).isEqualTo(1);
            assertThat(count(second, folder)).isEqualTo(2);
            Files.writeString(folder.resolve("manifest.toml"), manifest + "\n# changed on one machine\n");
            assertThat(count(second, folder)).isEqualTo(1);
        }
    }

    @Test
    void oneWithAnotherSecretForToolCallsKeysIsRefused() throws IOException {
        try (Host first = sharing("first")) {
            assertThat(first.airlock()).isNotNull();
            Path other = Files.createDirectories(temp.resolve("other")).resolve("calls.key");
            String unused = CallKeys.at(other).fingerprint();
            assertThatThrownBy(() -> sharing("other"))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "This home has another calls.key than the other hosts of the database, so a tool call"
                                    + " that is repeated here would be made again. Copy calls.key from the home of one of them.");
        }
    }

    private static int count(Host host, Path folder) throws IOException {
        return host.airlock()
                .call(
                        host.airlock().load(folder).orThrow(),
                        CallRequest.of("count", JsonNodeFactory.instance.objectNode()))
                .output()
                .orElseThrow()
                .path("calls")
                .asInt();
    }

    @Test
    void oneThatSharesOnlyTheLogIsToldThatItsKeysAreItsOwn() throws IOException {
        List<String> said = new ArrayList<>();
        Logger log = Logger.getLogger("dev.airlock.runtime");
        Handler listening = new Listening(said);
        log.addHandler(listening);
        log.setUseParentHandlers(false);
        try (Host first = sharingTheLog("first");
                Host second = sharingTheLog("second")) {
            for (Host host : List.of(first, second)) {
                assertThat(Host.describe(host.run("POST /orders", "order-number-1")))
                        .isEqualTo("done");
            }
            assertThat(effects()).as("which is why it is told").hasSize(2);
            assertThat(said).containsExactly(SharingNotice.TEXT);
        } finally {
            log.removeHandler(listening);
            log.setUseParentHandlers(true);
        }
    }

    private static List<String> together(List<Host> hosts, Function<Host, String> call) {
        return hosts.stream().map(host -> CompletableFuture.supplyAsync(() -> call.apply(host))).toList().stream()
                .map(CompletableFuture::join)
                .toList();
    }

    private List<String> effects() {
        return upstream.requests().stream()
                .filter(RecordedRequest::effect)
                .map(RecordedRequest::path)
                .toList();
    }

    private Host sharing(String home) throws IOException {
        return Host.sharing(server.url(), temp.resolve(home), temp.resolve("audit.key"), port());
    }

    private Host sharingTheLog(String home) throws IOException {
        return Host.sharingTheLog(server.url(), temp.resolve(home), temp.resolve("audit.key"), port());
    }

    private int port() throws IOException {
        return upstream.dial("api.example.com", 443, true).getPort();
    }

    private static final class Listening extends Handler {
        private final List<String> said;

        Listening(List<String> said) {
            this.said = said;
        }

        @Override
        public void publish(LogRecord each) {
            said.add(each.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
