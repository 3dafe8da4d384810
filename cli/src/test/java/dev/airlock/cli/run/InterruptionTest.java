package dev.airlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Schemas;
import dev.airlock.cli.binding.QuickVault;
import dev.airlock.cli.install.EchoPublisher;
import dev.airlock.cli.install.PackageServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends Ctrl-C to a real process at a moment that its own progress line shows. */
@Execution(ExecutionMode.CONCURRENT)
class InterruptionTest {
    private static final String WAITS = "WAITS";

    private static final String NOTHING_SENT = "\"effect\":\"none\",\"request_sent\":false";

    /** The members of a cancellation after which the service may or may not have been asked. */
    private static final String ASKED = "\"effect\":\"repeatable\",\"request_sent\":true";

    @TempDir
    Path temp;

    @ParameterizedTest
    @CsvSource({
        "run loop x, running x",
        "run loop x --engine interpreted, running x",
        "run sleep x, running x",
        "run fetch x --upstream fetch/stall.toml, running x"
    })
    void endsAGuestAtOnceWithTheCancelledDocument(String line, String moment) throws Exception {
        ChildCommand child = start(line + " --json --wall 5min", CommandRun.cache());
        child.awaitOnStandardError(moment);

        ChildCommand.Ended ended = child.interrupt();

        assertCancelled(ended);
        assertThat(Schemas.problems("outcome.schema.json", ended.out())).isEmpty();
        assertThat(ended.out())
                .containsPattern(
                        "^\\{\"cancelled\":true,(" + NOTHING_SENT + (line.contains("fetch") ? "|" + ASKED : "") + "),")
                .contains("\"usage\":{\"fuel\":");
        assertThat(ended.out()).doesNotContain("\"wall_ms\":0,");
    }

    @Test
    void saysSoInWords() throws Exception {
        ChildCommand child = start("run sleep x --wall 5min", CommandRun.cache());
        child.awaitOnStandardError("running x");

        ChildCommand.Ended ended = child.interrupt();

        assertCancelled(ended);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .containsSubsequence(
                        "cancelled",
                        "effect",
                        "none",
                        "request_sent",
                        "false",
                        "idempotency_key",
                        "audit_id",
                        "used: fuel ");
    }

    @Test
    void endsAnActionWithinAStep() throws Exception {
        ChildCommand child = start("action run actions/sleeps.md --json", CommandRun.cache());
        child.awaitOnStandardError("running x");

        ChildCommand.Ended ended = child.interrupt();

        assertCancelled(ended);
        assertThat(Schemas.problems("outcome.schema.json", ended.out())).isEmpty();
        assertThat(ended.out()).contains("\"id\":\"say\"", "\"status\":\"succeeded\"", "\"status\":\"cancelled\"");
    }

    @Test
    void endsALoad() throws Exception {
        ChildCommand child = start(
                "run " + CommandRun.ROOT.resolve("sample-connectors/issue-tracker-go")
                        + " list_issues --arg project=lighthouse --json",
                temp.resolve("empty-cache"));
        child.awaitOnStandardError(" issue-tracker (");

        ChildCommand.Ended ended = child.interrupt();

        assertCancelled(ended);
        assertThat(Schemas.problems("outcome.schema.json", ended.out())).isEmpty();
        assertThat(ended.out()).startsWith("{\"cancelled\":true,").contains("\"fuel\":0,");
    }

    @Test
    void endsADownloadOfWhichNothingIsLeft() throws Exception {
        try (PackageServer server = new PackageServer()) {
            server.stall();
            CommandRun user = server.trustedBy(CommandRun.standard(), temp).home(temp.resolve("home"));
            ChildCommand child = start(
                    "install github://acme/echo@1.0.0 --yes --json --allow-private localhost",
                    CommandRun.cache(),
                    user.environment());
            server.awaitRequest();

            ChildCommand.Ended ended = child.interrupt();

            assertCancelled(ended);
            assertThat(ended.out()).startsWith("{\"cancelled\":true,");
            assertThat(temp.resolve("home/store")).doesNotExist();
        }
    }

    @Test
    void endsAPublicationBeforeItsTag() throws Exception {
        try (PackageServer server = new PackageServer()) {
            CommandRun user = server.trustedBy(CommandRun.standard(), temp).home(temp.resolve("home"));
            new EchoPublisher(temp).packed(EchoPublisher.NAME, "1.0.0", "");
            server.stall();
            ChildCommand child = start(
                    "publish " + temp.resolve("airlock.tar.gz") + " --to "
                            + server.url().replace("https", "oci") + "/acme/echo --json --allow-private localhost",
                    CommandRun.cache(),
                    user.environment());
            server.awaitRequest();

            ChildCommand.Ended ended = child.interrupt();

            assertCancelled(ended);
            assertThat(ended.out()).startsWith("{\"cancelled\":true,");
            assertThat(server.asked()).noneMatch(path -> path.contains("uploads"));
        }
    }

    @Test
    void endsTheWaitForAPersonWhoEntersACode() throws Exception {
        HttpServer provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        String url = "http://127.0.0.1:" + provider.getAddress().getPort();
        provider.createContext("/device", exchange -> {
            byte[] body = ("{\"device_code\":\"d\",\"user_code\":\"AB\",\"verification_uri\":\"" + url
                            + "\",\"expires_in\":900,\"interval\":300}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        provider.start();
        try {
            Path connector = keyed("kind = \"oauth2\"\n[capabilities.credential.oauth2]\ndevice_authorization_url = \""
                    + url + "/device\"\ntoken_url = \"" + url + "/token\"\nclient_id = \"c\"\nscopes = [\"s\"]\n");
            ChildCommand child = start(
                    "binding setup " + connector + " --allow-private 127.0.0.1",
                    CommandRun.cache(),
                    withVault().environment());
            child.awaitOnStandardError("Waiting for your consent");

            ChildCommand.Ended ended = child.interrupt();

            assertCancelled(ended);
            assertThat(ended.err()).contains("cancelled");
        } finally {
            provider.stop(0);
        }
    }

    /** Returns a connector that needs a credential. */
    private Path keyed(String credential) throws IOException {
        Path connector = Files.createDirectories(temp.resolve("keyed"));
        Files.copy(CommandRun.CONNECTORS.resolve("echo/connector.wasm"), connector.resolve("connector.wasm"));
        Files.writeString(
                connector.resolve("manifest.toml"),
                "[connector]\nname = \"local://tests/keyed\"\nversion = \"1.0.0\"\n[capabilities.network]\nhosts ="
                        + " [\"example.com:443\"]\n[capabilities.credential]\n" + credential);
        return connector;
    }

    private CommandRun withVault() throws IOException {
        Path passphrase = Files.writeString(temp.resolve("passphrase"), "a passphrase\n");
        CommandRun user = CommandRun.standard()
                .home(temp.resolve("home"))
                .environment("AIRLOCK_PASSPHRASE_FILE", passphrase.toString());
        QuickVault.in(temp.resolve("home"));
        return user;
    }

    @Test
    void endsTheCommandThatASecretComesFromWithWhateverItStarted() throws Exception {
        Path connector = keyed("kind = \"api_key\"\n");
        Path script = Files.writeString(
                temp.resolve("script"), "sleep 600 & echo $$ $! > \"$1.part\"; mv \"$1.part\" \"$1\"; wait\n");
        Path started = temp.resolve("started");
        ChildCommand child = start(
                "binding setup " + connector + " --from-command sh " + script + " " + started,
                CommandRun.cache(),
                withVault().environment());
        while (!Files.exists(started)) {
            Thread.onSpinWait();
        }

        ChildCommand.Ended ended = child.interrupt();

        assertThat(ended.exitCode()).isEqualTo(130);
        assertThat(ended.err()).contains("cancelled").doesNotContain("Exception");
        for (String process : Files.readString(started).strip().split(" ")) {
            ProcessHandle.of(Long.parseLong(process))
                    .ifPresent(running -> assertThat(running.onExit()).succeedsWithin(Duration.ofMinutes(1)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "conform " + WAITS + ", checking ",
        "test " + WAITS + ", testing: 0 of 1 done",
    })
    void endsWhatTriesAConnector(String line, String moment) throws Exception {
        waitingConnector();
        ChildCommand child = start(line.replace(WAITS, temp.toString()), CommandRun.cache());
        child.awaitOnStandardError(moment);

        ChildCommand.Ended ended = child.interrupt();

        assertThat(ended.exitCode()).isEqualTo(130);
        assertThat(ended.out() + ended.err()).contains("cancelled").doesNotContain("Exception", " checks of list");
    }

    /** Creates a connector whose only scenario waits for an answer that does not come. */
    private void waitingConnector() throws IOException {
        for (String file : new String[] {"manifest.toml", "connector.wasm"}) {
            Files.copy(
                    CommandRun.ROOT.resolve("testdata/connectors/unused-host").resolve(file), temp.resolve(file));
        }
        Files.createDirectory(temp.resolve("tests"));
        Files.writeString(temp.resolve("tests/waits.toml"), """
                op = "make"
                [[exchange]]
                match = { host = "things.example.com" }
                respond = { status = 200 }
                delay = "14s"
                [expect]
                output = {}
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--json", "--quiet"})
    void endsTheWaitForArguments(String flag) throws Exception {
        Path pipe = temp.resolve("args.json");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        ChildCommand child = start("run echo echo --args @" + pipe + " " + flag, CommandRun.cache());
        CompletableFuture<OutputStream> opened =
                CompletableFuture.supplyAsync(() -> write(pipe), ChildCommand::onAThread);
        ChildCommand.Ended ended;
        try (OutputStream whoeverReads = opened.get(5, TimeUnit.MINUTES)) {
            ended = child.interrupt();
            assertThat(whoeverReads).isNotNull();
        }
        assertCancelled(ended);
        assertThat(flag.equals("--json") ? ended.out() : ended.err()).contains("cancelled");
        assertThat(flag.equals("--json") ? ended.err() : ended.out()).isEmpty();
    }

    private static OutputStream write(Path pipe) {
        try {
            return Files.newOutputStream(pipe);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertCancelled(ChildCommand.Ended ended) {
        assertThat(ended.exitCode()).isEqualTo(130);
        assertThat(ended.err()).doesNotContain("Exception", "\tat ");
    }

    private static ChildCommand start(String line, Path cache) throws IOException {
        return start(line, cache, Map.of());
    }

    private static ChildCommand start(String line, Path cache, Map<String, String> more) throws IOException {
        Map<String, String> environment = new HashMap<>(Map.of(
                "AIRLOCK_CACHE",
                cache.toString(),
                "AIRLOCK_HOME",
                CommandRun.data().toString()));
        environment.putAll(more);
        return ChildCommand.start(CommandRun.CONNECTORS, environment, List.of(line.split(" ")));
    }
}
