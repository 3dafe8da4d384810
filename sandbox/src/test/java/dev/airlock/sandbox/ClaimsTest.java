package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.load.Connector;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The claims of a connector of the public contract, and the host's evidence of its service, over real sockets. */
final class ClaimsTest {
    private static final ConnectorManifest MANIFEST =
            Bench.manifest("[capabilities.network]\nhosts = [\"" + Bench.HOST + "\"]\n");
    private static final ConnectorManifest OF_AIRLOCK = Bench.networked("http_request", "http_response_read");

    @ParameterizedTest
    @CsvSource({"connect_refused, connect_refused", "dns, dns", "tls, tls", "reset, reset", "malformed, protocol"})
    void aFaultOfItsOwnThatWasTheNetworksIsTheNetworks(String fault, String kind) {
        Failure failure = failure("[[exchange]]\nfault = '" + fault + "'\n");

        assertThat(failure.failureClass()).isEqualTo(FailureClass.NETWORK_ERROR);
        assertThat(failure.retriable()).isTrue();
        assertThat(failure.details())
                .containsEntry("kind", kind)
                .containsEntry("host", Bench.HOST)
                .containsEntry("claimed_class", "connector_runtime_error")
                .containsEntry("connector", Map.of("rc", -1L));
        assertThat(failure.message()).contains("http_request denied or failed");
    }

    @Test
    void aFaultOfItsOwnOverA429KeepsStatusHostAndRetryAfter() {
        Failure failure = failure("""
                [[exchange]]
                respond = { status = 429, headers = { Retry-After = "7" }, body = '''
                {"error":{"class":"connector_runtime_error","message":"slow down","details":{"errors":["title: invalid"]}}}''' }
                """);

        assertThat(failure.failureClass()).isEqualTo(FailureClass.EXTERNAL_API_ERROR);
        assertThat(failure.retriable()).isTrue();
        assertThat(failure.details())
                .containsEntry("status", 429L)
                .containsEntry("host", Bench.HOST)
                .containsEntry("retry_after", "7")
                .containsEntry("claimed_class", "connector_runtime_error")
                .containsEntry("connector", Map.of("errors", List.of("title: invalid")));
    }

    @ParameterizedTest
    @CsvSource({"200, {}", "204, ''", "201, '{}\n'"})
    void anEmptyOutputMayBeLeftOutByThePublicContract(int status, String body) {
        assertThat(call("relays", MANIFEST, answer(status, body)))
                .isInstanceOfSatisfying(Outcome.Succeeded.class, succeeded -> {
                    assertThat(succeeded.output()).isEmpty();
                    assertThat(succeeded.errors()).isEmpty();
                });
    }

    @ParameterizedTest
    @CsvSource({
        "relays, 400, {}, bad_output",
        "relays, 503, '', bad_output",
        "relays, 200, ' {}', exit",
        "relays, 200, '{\"errors\":[]}', bad_output",
        "relays-airlock, 200, {}, bad_output",
        "relays-airlock, 200, '', bad_output"
    })
    void anEmptyOutputIsNoSuccessAnywhereElse(String guest, int status, String body, String reason) {
        ConnectorManifest manifest = guest.equals("relays") ? MANIFEST : OF_AIRLOCK;

        assertThat(call(guest, manifest, answer(status, body)))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.failure().details()).containsEntry("reason", reason));
    }

    @Test
    void theErrorsOfAPartialResultAreTyped() {
        assertThat(call(
                        "relays",
                        MANIFEST,
                        answer(200, "{\"output\":{},\"errors\":[{\"class\":\"rate_limited\",\"id\":3},{\"id\":4}]}")))
                .isInstanceOfSatisfying(
                        Outcome.Succeeded.class,
                        succeeded -> assertThat(succeeded.errors())
                                .extracting(Object::toString)
                                .containsExactly(
                                        "{\"class\":\"connector_runtime_error\",\"id\":3,\"claimed_class\":\"rate_limited\"}",
                                        "{\"id\":4}"));
    }

    private static String answer(int status, String body) {
        return "[[exchange]]\nrespond = { status = " + status + ", body = '''" + body + "''' }\n";
    }

    private static Failure failure(String script) {
        Outcome outcome = call("relays", MANIFEST, script);
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed) outcome).failure();
    }

    private static Outcome call(String guest, ConnectorManifest manifest, String script) {
        try (Bench bench = Bench.with(script)) {
            Connector connector = bench.load(manifest, Bench.guest(guest), LoadOptions.standard());
            return bench.sandbox.invoke(connector, Call.of("go", JsonNodeFactory.instance.objectNode()));
        }
    }
}
