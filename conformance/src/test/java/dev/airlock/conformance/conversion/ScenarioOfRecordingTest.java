package dev.airlock.conformance.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.conformance.scenarios.Scenario;
import dev.airlock.conformance.scenarios.ScenarioReader;
import dev.airlock.conformance.scenarios.ScenarioResult;
import dev.airlock.conformance.scenarios.ScenarioSuite;
import dev.airlock.conformance.scenarios.expectation.TomlText;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.runtime.recordings.RecordingFile;
import dev.airlock.upstreams.script.RuleAnswer;
import dev.airlock.upstreams.script.ScriptedExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Makes and records each call, converts it to a scenario and runs the scenario, on real sockets. */
class ScenarioOfRecordingTest {
    private static final String CANARY = "canary-credential-5f1d";
    private static final String LOOKUP = "sample-connectors/lookup-assemblyscript";
    private static final String CHAT = "sample-connectors/chat-post-rust";
    private static final String RAIL = "sample-connectors/payment-rail-c";
    private static final String TRACKER = "sample-connectors/issue-tracker-go";
    private static final String FETCH = "testdata/cli/fetch";
    private static final String ERRANDS = "testdata/cli/errands";
    private static final String SHOWS = """
            [connector]
            name = "local://tests/shows"
            version = "1.0.0"
            [capabilities.network]
            hosts = ["api.example.com:443"]
            [capabilities.credential]
            kind = "api_key"
            [capabilities.runtime]
            imports = ["http_request", "http_response_status", "http_response_read", "http_response_headers", "last_error", "log"]
            """;
    private static final String FINDS = """
            op = "find_country"
            args = { code = "CI" }
            attempt = 1
            [[exchange]]
            respond = { status = 200, body = '{"code":"CI","name":"Côte d’Ivoire","capital":"Yamoussoukro","population":1}' }
            """;

    static Stream<Arguments> scenarios() throws IOException {
        List<Arguments> scenarios = new ArrayList<>();
        for (String sample : List.of(CHAT, LOOKUP, RAIL, TRACKER)) {
            for (Path file : ScenarioSuite.files(RecordedRun.ROOT.resolve(sample))) {
                scenarios.add(arguments(sample, file));
            }
        }
        assertThat(scenarios).hasSizeGreaterThan(12);
        return scenarios.stream();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void everyCallOfASampleBecomesAScenarioThatPasses(String sample, Path file) {
        passes(RecordedRun.of(sample), RecordedRun.valid(ScenarioReader.read(file, file.toString())));
    }

    private static ScenarioConversion.Told passes(RecordedRun connector, String call) {
        return passes(connector, RecordedRun.scenario(call));
    }

    private static ScenarioConversion.Told passes(RecordedRun connector, Scenario call) {
        RecordingFile recording = connector.record(call);
        ScenarioConversion.Told told = (ScenarioConversion.Told) ScenarioOfRecording.of(recording);
        Scenario retold = RecordedRun.scenario(told.text());
        ScenarioResult result = connector.run(retold);
        assertThat(result.differences()).as(told.text()).isEmpty();
        assertThat(retold.expectation().requests()).isPresent();
        assertThat(retold.expectation().looksAtOutput()
                        || retold.expectation().failure().isPresent())
                .as(told.text())
                .isTrue();
        return told;
    }

    @Test
    void namesWhatItReplacedAndReplacesAValueByTheSameEverywhere() {
        ScenarioConversion.Told told = passes(RecordedRun.of(RAIL), """
                op = "charge_card"
                args = { card_token = "tok_Visa4242", amount_minor = 1250, currency = "EUR", reference = "for tok_Visa4242" }
                [bindings]
                api_key = "sample-payment-rail-key"
                [[exchange]]
                respond = { status = 201, body = '{"id":"ch_tok_Visa4242","status":"captured","amount":1250,"currency":"EUR","client_secret":"s3cr3t"}' }
                """);

        assertThat(told.replaced())
                .containsExactly(
                        "args/card_token",
                        "args/reference",
                        "exchange 1, request body",
                        "exchange 1, response body",
                        "expect/output/charge/charge_id");
        assertThat(told.text()).doesNotContain("tok_Visa4242", "s3cr3t").contains("#   args/card_token\n");
        assertThat(told.remarks()).isEmpty();
    }

    @Test
    void holdsNoCredentialThatAServiceEchoes() {
        ScenarioConversion.Told told = passes(shows(), """
                op = "show"
                [bindings]
                api_key = "CANARY"
                [[exchange]]
                respond = { status = 200, headers = { X-Seen = "CANARY", ETag = ['"a"', '"b"'] }, body = '{"you":"CANARY","n":1}' }
                """.replace("CANARY", CANARY));

        assertThat(told.text())
                .doesNotContain(CANARY, Base64.getEncoder().encodeToString(CANARY.getBytes(StandardCharsets.UTF_8)));
        assertThat(told.replaced())
                .containsExactly(
                        "exchange 1, response header x-seen",
                        "exchange 1, response body",
                        "expect/output/body/you",
                        "expect/output/headers/x-seen/0");
        assertThat(told.text()).contains("api_key = \"made-up-api-key\"");
    }

    @Test
    void replacesACredentialThatTheCallerGaveAway() {
        ScenarioConversion.Told told = passes(RecordedRun.of(CHAT), """
                op = "post_message"
                args = { channel_id = 7, text = "my token is CANARY" }
                [bindings]
                bearer = "CANARY"
                [[exchange]]
                respond = { status = 200, body = '{"id":1}' }
                """.replace("CANARY", CANARY));

        assertThat(told.text()).doesNotContain(CANARY).contains("my token is made-up-value");
        assertThat(told.replaced()).containsExactly("args/text", "exchange 1, request body");
    }

    @Test
    void takesCookiesAndPinsForSecretsAndNoSwitches() {
        ScenarioConversion.Told told = passes(shows(), """
                op = "show"
                [bindings]
                api_key = "sample-key"
                [[exchange]]
                respond = { status = 200, headers = { Set-Cookie = "sid=abcdef; Path=/; HttpOnly" }, body = '{"pin":4711,"n":[4711,47110],"token":"on","otp":1,"m":1}' }
                """);

        assertThat(told.text())
                .contains("Path=/; HttpOnly", "\"token\":\"on\",\"otp\":1,\"m\":1}", ",47110]")
                .doesNotContain("4711,", "abcdef");
    }

    @Test
    void doesNotTakeLongOverVeryManySecrets() {
        String tokens = IntStream.range(0, 2_000)
                .mapToObj(i -> "{\"token\":\"token-number-" + i + "\",\"pin\":\"p" + i + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
        RecordingFile recording = asks().record(
                        "op = \"go\"\nargs = { url = \"https://api.example.com/\" }\n[[exchange]]\n"
                                + "respond = { status = 200, body = '" + tokens + "' }");

        ScenarioConversion.Told told = assertTimeoutPreemptively(
                Duration.ofSeconds(30), () -> (ScenarioConversion.Told) ScenarioOfRecording.of(recording));

        assertThat(told.text()).doesNotContain("token-number", "\"p1234\"");
    }

    @Test
    void saysWhereASecretStoodInAnotherForm() {
        String secret = "hunter2hunter2";
        String encoded = Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8));
        ScenarioConversion.Told told =
                passes(RecordedRun.of(CHAT), """
                op = "post_message"
                args = { channel_id = 7, text = "ENCODED" }
                [bindings]
                bearer = "sample-chat-token"
                [[exchange]]
                respond = { status = 200, body = '{"id":1,"password":"SECRET"}' }
                """.replace("ENCODED", encoded).replace("SECRET", secret));

        assertThat(told.text()).doesNotContain(secret, encoded);
        assertThat(told.remarks())
                .containsExactly(
                        "exchange 1, request body: it differs each time, so it is not compared.",
                        "args/text: a secret was there in another form, such as base64; correct its replacement.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dns",
                "connect_refused",
                "tls",
                "certificate_expired",
                "wrong_host",
                "self_signed",
                "reset",
                "reset_after_request",
                "half_closed",
                "truncated",
                "malformed",
                "bad_chunk",
                "header_flood",
                "oversize",
                "http2_goaway"
            })
    void breaksAnExchangeAsTheNetworkDid(String fault) {
        ScenarioConversion.Told told = passes(RecordedRun.of(ERRANDS), """
                op = "run"
                args = { errands = [{ method = "POST", path = "/messages?a=1", key = "header" }] }
                [[exchange]]
                match = { host = "api.example.com:443" }
                fault = "FAULT"
                """.replace("FAULT", fault));

        assertThat(rules(told))
                .singleElement()
                .extracting(ScriptedExchange::answer)
                .isInstanceOf(RuleAnswer.Break.class);
    }

    @Test
    void waitsForAServiceThatNeverAnswersNoLongerThanNeeded() {
        ScenarioConversion.Told told = passes(RecordedRun.of(LOOKUP), """
                op = "find_country"
                args = { code = "XS" }
                [limits]
                wall_time = "4s"
                [[exchange]]
                fault = "stall"
                """);

        assertThat(RecordedRun.scenario(told.text()).surroundings().limits())
                .hasEntrySatisfying(
                        LimitName.WALL_TIME, millis -> assertThat(millis).isBetween(3000L, 4000L));
        assertThat(told.remarks()).singleElement().asString().contains("less wall time");
    }

    @Test
    void followsRedirectsWhereTheyLed() {
        ScenarioConversion.Told told = passes(asks(), """
                op = "go"
                args = { url = "https://api.example.com/old?q=1", method = "POST", body = "a=b", follow_redirects = true }
                [[exchange]]
                match = { path = "/old" }
                fault = "redirect"
                respond = { status = 307 }
                location = "https://other.example.com:8443/new?token=abc"
                [[exchange]]
                match = { path = "/new" }
                fault = "redirect"
                respond = { status = 303 }
                location = "/done"
                [[exchange]]
                match = { path = "/done" }
                respond = { status = 200 }
                """);

        assertThat(rules(told)).hasSize(3);
        assertThat(told.text())
                .contains("location = \"https://other.example.com:8443/new\"")
                .doesNotContain("abc");
        assertThat(told.remarks())
                .singleElement()
                .asString()
                .startsWith("exchange 1: the redirect's URL was recorded in part");
    }

    @Test
    void leadsACallToWhereItWasDenied() {
        ScenarioConversion.Told told = passes(asks(), """
                op = "go"
                args = { url = "https://api.example.com/old", follow_redirects = true }
                [[exchange]]
                fault = "redirect"
                location = "https://evil.example.com/x"
                """);

        assertThat(failure(told)).isEqualTo(FailureClass.CAPABILITY_DENIED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":\"it's '''quoted''' \\\"twice\\\"\"}",
                "{\"a\":\"ends with '\"}",
                "{\n\n\"# no comment\":\n\"[[exchange]]\"}\n\n",
                "{\r\n\t\"a\":\"\\u0000\\u001b[31m\\u202e\\ud800\"}",
                "{\"ü😀\u2028\":\"\u202e\u200b\"}",
                "{\"n\":[123456789012345678901234567890.5,9007199254740993,1e400,-0.0,null]}"
            })
    void carriesAnAnswerOverAsItCame(String json) throws MalformedJsonException {
        ScenarioConversion.Told told = passes(
                RecordedRun.of(FETCH),
                "op = \"get\"\n[[exchange]]\nrespond = { status = 200, body_base64 = '"
                        + Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8)) + "' }");

        RuleAnswer.Respond respond = (RuleAnswer.Respond) rules(told).get(0).answer();
        assertThat(respond.response().body().text()).isEqualTo(json);
        assertThat(StrictJson.read(json).isObject()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "it's '''quoted''' \"twice\"",
                "\r\n# no comment\n\n[[exchange]]\n",
                "\u0000\u001b[31m\u202e\u200b\u2028",
                "ü😀",
                "{\"a\":[1,2.50,null]",
                "'"
            })
    void expectsARequestAsItWasSent(String body) {
        ScenarioConversion.Told told = passes(
                asks(),
                "op = \"go\"\nargs = "
                        + TomlText.json(JsonNodeFactory.instance
                                .objectNode()
                                .put("url", "https://api.example.com/%2F%3F/%C3%BC?q=%27&r=a+b")
                                .put("method", "PUT")
                                .put("body", body))
                        + "\n[[exchange]]\nrespond = { status = 200 }");

        assertThat(RecordedRun.scenario(told.text()).expectation().requests().orElseThrow())
                .singleElement()
                .satisfies(request -> {
                    assertThat(request.body()).hasValue(body);
                    assertThat(request.path()).hasValue("/%2F%3F/%C3%BC?q=%27&r=a+b");
                    assertThat(request.host()).hasValue("api.example.com");
                });
    }

    @Test
    void carriesBytesThatAreNoTextOver() {
        byte[] bytes = new byte[100_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 7);
        }
        String base64 = Base64.getEncoder().encodeToString(bytes);
        ScenarioConversion.Told told = passes(
                asks(),
                "op = \"go\"\nargs = { url = \"https://api.example.com/\", method = \"POST\", body_base64 = \"gP8=\" }\n[[exchange]]\n"
                        + "respond = { status = 200, body_base64 = '" + base64 + "' }");

        assertThat(told.text()).contains(base64);
        assertThat(told.remarks()).containsExactly("exchange 1, request body: it is not text, so it is not compared.");
    }

    @Test
    void tellsRequestsApartByWhatTheirBodiesHold() {
        ScenarioConversion.Told told = passes(RecordedRun.of(CHAT), """
                op = "post_many"
                args = { channel_id = 7, texts = ["Hello 😀", "Hello 😁", "Hello 😀"] }
                [bindings]
                bearer = "sample-chat-token"
                [[exchange]]
                respond = { status = 200, body = '{"id":1}' }
                """);

        assertThat(rules(told))
                .extracting(rule -> rule.match().bodyContains().orElseThrow())
                .doesNotHaveDuplicates()
                .allSatisfy(part -> assertThat(part).hasSizeLessThan(60).doesNotContain("\n"));
        assertThat(rules(told)).extracting(ScriptedExchange::times).containsOnly(OptionalInt.of(1));
    }

    @Test
    void setsTheLimitsThatHeld() {
        ScenarioConversion.Told fuel = passes(
                RecordedRun.of("testdata/cli/loop"),
                "op = \"go\"\n[limits]\nfuel = 100_000\nlog = { bytes = \"2KiB\" }\n");
        ScenarioConversion.Told none = passes(RecordedRun.of(LOOKUP), FINDS);

        assertThat(fuel.text()).contains("[limits]\nfuel = 100000\nlog = { bytes = \"2KiB\" }\n", "requests = []");
        assertThat(none.text()).doesNotContain("[limits]");
    }

    @Test
    void leavesACredentialOutThatTheCallDidNotHave() {
        ScenarioConversion.Told told =
                passes(RecordedRun.of(CHAT), "op = \"post_message\"\nargs = { channel_id = 7, text = \"hi\" }");

        assertThat(failure(told)).isEqualTo(FailureClass.BINDING_REQUIRED);
        assertThat(told.text()).doesNotContain("[bindings]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fetch-other-host", "divides", "traps", "counts", "nasty-error"})
    void tellsCallsThatFailByThemselves(String connector) {
        passes(RecordedRun.of("testdata/cli/" + connector), "op = \"go\"");
    }

    @Test
    void tellsACallThatSleptUntilItsTimeWasOver() {
        ScenarioConversion.Told told =
                passes(RecordedRun.of("testdata/cli/sleep"), "op = \"go\"\n[limits]\nwall_time = \"2s\"");

        assertThat(told.text()).contains("wall_time = \"2s\"", "limit = \"wall_time\"");
        assertThat(told.remarks()).isEmpty();
    }

    @Test
    void tellsTheLastAttemptAndWhereItIsFrom() {
        RecordedRun connector = RecordedRun.of(LOOKUP);
        RecordingFile first = connector.record(FINDS);
        RecordingFile second = connector.record(FINDS.replace("attempt = 1", "attempt = 2"));
        RecordingFile both = new RecordingFile(
                first.origin(),
                List.of(first.attempts().get(0), second.attempts().get(0)));

        ScenarioConversion.Told told = (ScenarioConversion.Told) ScenarioOfRecording.of(both);

        assertThat(told.text())
                .startsWith("# A recorded call as a scenario. [expect] has the recorded outcome: correct it")
                .contains(
                        "# call      find_country of local://samples/lookup@1.0.0\n",
                        "# audit id  " + second.attempts().get(0).asked().auditId() + "\n",
                        "# module    " + first.origin().moduleHash().text() + "\n",
                        "# attempt   2, the last of 2 in the recording\n");
        assertThat(RecordedRun.scenario(told.text()).call().attempt()).isEqualTo(2);
    }

    private static List<ScriptedExchange> rules(ScenarioConversion.Told told) {
        return RecordedRun.scenario(told.text()).surroundings().upstream().exchanges();
    }

    private static FailureClass failure(ScenarioConversion.Told told) {
        return RecordedRun.scenario(told.text())
                .expectation()
                .failure()
                .orElseThrow()
                .failureClass();
    }

    /** Returns a connector that outputs the answer that it gets, including headers. */
    private static RecordedRun shows() {
        return new RecordedRun(SHOWS, RecordedRun.module("testdata/guests/fetch.wasm"));
    }

    @ParameterizedTest
    @CsvSource({
        "query:appid, '/x?a=b', '/x?a=b&appid=made-up-api-key-crm'",
        "path:bot{key}, '/bot%7Bkey%7D/x?a=b', '/botmade-up-api-key-crm/x?a=b'",
        "cookie:session, '/x?a=b', '/x?a=b'",
    })
    void aCredentialStandsInItsSlotInTheRequestsThatAreExpected(String slot, String asked, String expected) {
        RecordedRun asks = asks();
        RecordedRun connector = asks.declaring(
                asks.manifest() + "\n[capabilities.credentials.crm]\nkind = \"api_key\"\nslot = \"" + slot + "\"\n");
        ScenarioConversion.Told told = passes(connector, """
                op = "go"
                args = { url = "https://api.example.com%s", credential = "crm" }
                [bindings]
                crm = "%s"
                [[exchange]]
                respond = { status = 200, body = "for %s" }
                """.formatted(asked, CANARY, CANARY));

        assertThat(told.text())
                .contains("[bindings]\ncrm = \"made-up-api-key-crm\"", "path = \"" + expected + "\"")
                .doesNotContain("canary");
    }

    /** Returns a connector that makes the request given in its arguments. */
    private static RecordedRun asks() {
        RecordedRun asks = RecordedRun.of("testdata/cli/asks");
        return asks.declaring(asks.manifest()
                .replace("\"api.example.com:443\"", "\"api.example.com:443\", \"other.example.com:8443\""));
    }
}
