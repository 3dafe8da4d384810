package dev.airlock.upstreams.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GoodScriptsTest {
    static List<Path> goodScripts() {
        return Fixtures.in("good");
    }

    @ParameterizedTest
    @MethodSource("goodScripts")
    void readsWithoutProblems(Path file) {
        assertThat(UpstreamScript.read(file)).isInstanceOf(ScriptReading.Valid.class);
    }

    @Test
    void readsEveryKey() {
        UpstreamScript script = Fixtures.good(Fixtures.ROOT.resolve("testdata/upstreams/good/chat.toml"));
        assertThat(script.bindings()).isEqualTo(Map.of("api_key", "test-secret-1234", "bearer", "test-token-12345"));
        assertThat(script.exchanges()).hasSize(6);
        assertThat(script.exchanges().get(0))
                .isEqualTo(new ScriptedExchange(
                        1,
                        6,
                        new RequestMatch(
                                Optional.of("POST"),
                                HostPattern.parse("slack.com:443"),
                                Optional.of("/api/chat.postMessage"),
                                Optional.of("hello")),
                        new RuleAnswer.Respond(new ScriptedResponse(
                                200,
                                Map.of(
                                        "Content-Type", List.of("application/json"),
                                        "Set-Cookie", List.of("a=1", "b=2")),
                                Body.of("{\"ok\":true}"))),
                        OptionalInt.of(1),
                        Duration.ofMillis(200)));
        assertThat(script.exchanges().get(2).answer())
                .isEqualTo(new RuleAnswer.Respond(
                        new ScriptedResponse(200, Map.of(), Body.of(new byte[] {0, 1, 2, (byte) 0xff}))));
        assertThat(script.exchanges().get(3).answer())
                .isEqualTo(new RuleAnswer.Break(
                        Fault.REDIRECT,
                        Optional.of(new ScriptedResponse(
                                302, Map.of("Location", List.of("https://slack.com/new")), Body.EMPTY))));
    }

    @Test
    void theDefaultsAreEveryRequestStatus200NoDelayAndNoLimit() {
        ScriptReading reading = UpstreamScript.parse("u.toml", "[[exchange]]\nrespond = {}");
        assertThat(reading)
                .isEqualTo(new ScriptReading.Valid(new UpstreamScript(
                        "u.toml",
                        Map.of(),
                        List.of(new ScriptedExchange(
                                1,
                                1,
                                RequestMatch.ANY,
                                new RuleAnswer.Respond(new ScriptedResponse(200, Map.of(), Body.EMPTY)),
                                OptionalInt.empty(),
                                Duration.ZERO)))));
    }

    @Test
    void aRuleDescribesItselfInOneLine() {
        UpstreamScript script = Fixtures.good(Fixtures.ROOT.resolve("testdata/upstreams/good/chat.toml"));
        assertThat(script.exchanges())
                .map(ScriptedExchange::describe)
                .containsExactly(
                        "rule 1 (line 6): POST slack.com:443 /api/chat.postMessage body contains \"hello\" -> status 200",
                        "rule 2 (line 12): /slow -> fault stall",
                        "rule 3 (line 16): /binary -> status 200",
                        "rule 4 (line 20): /old -> fault redirect",
                        "rule 5 (line 25): down.example.com:443 -> fault connect_refused",
                        "rule 6 (line 30): any request -> status 404");
    }

    @Test
    void everyFaultHasAFixtureAndALineInTheDocumentation() throws IOException {
        UpstreamScript script = Fixtures.good(Fixtures.ROOT.resolve("testdata/upstreams/good/every-fault.toml"));
        assertThat(script.exchanges())
                .map(exchange -> ((RuleAnswer.Break) exchange.answer()).fault())
                .containsExactlyInAnyOrder(Fault.values());
        String page = Files.readString(Fixtures.ROOT.resolve("src/site/markdown/scripted-upstreams.md"));
        Arrays.stream(Fault.values())
                .forEach(fault -> assertThat(page).contains("| `" + fault.code() + "` | " + fault.seen() + " |"));
    }

    @Test
    void aScriptNeverPrintsItsSecrets() {
        UpstreamScript script = Fixtures.good(Fixtures.ROOT.resolve("testdata/upstreams/good/chat.toml"));
        assertThat(script.toString()).contains("api_key").doesNotContain("test-secret-1234");
    }

    @Test
    void hostsMatchInAnyCaseWithOrWithoutATrailingDot() {
        HostPattern host = HostPattern.parse("Slack.com.:443").orElseThrow();
        assertThat(host).hasToString("slack.com:443");
        assertThat(host.matches("SLACK.COM.", 443)).isTrue();
        assertThat(host.matches("slack.com", 8443)).isFalse();
        assertThat(HostPattern.parse("slack.com").orElseThrow().matches("slack.com", 8443))
                .isTrue();
        assertThat(HostPattern.parse("[2001:DB8::1]:80").orElseThrow().matches("2001:db8:0::0:1", 80))
                .isTrue();
        assertThat(HostPattern.parse("[::1]:80").orElseThrow().matches("::1", 80))
                .isTrue();
    }

    @Test
    void blankLinesAndCommentsTakeNoTime() {
        String blank = "\n# a comment\n".repeat(20_000);
        ScriptReading reading = assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> UpstreamScript.parse(
                        "u.toml",
                        blank + "[[exchange]]\n" + blank + "respond = { body = \"\"\"a\n\n# b\n\"\"\" }" + blank));

        assertThat(reading).isInstanceOf(ScriptReading.Valid.class);
        UpstreamScript script = ((ScriptReading.Valid) reading).script();
        assertThat(script.exchanges().get(0).line()).isEqualTo(40_001);
        assertThat(script.exchanges().get(0).answer().toString()).contains("body=7 bytes");
    }
}
