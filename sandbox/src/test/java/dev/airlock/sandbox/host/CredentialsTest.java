package dev.airlock.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.airlock.failures.Denial;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.host.credentials.BoundCredential;
import dev.airlock.sandbox.host.credentials.CredentialAnswer;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.credentials.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialsTest {
    private static final String SECRET = "canary-s3cret/1234";
    private static final String URL = "https://api.example.com/";
    private static final String OAUTH2 = """
            kind = 'oauth2'
            [capabilities.credential.oauth2]
            authorize_url = 'https://a.example/a'
            token_url = 'https://a.example/t'
            client_id = 'c'
            scopes = ['s']
            """;

    @ParameterizedTest
    @MethodSource("slots")
    void injectsIntoTheDeclaredSlot(String table, String kind, String header, String value) {
        try (Guest guest = bound(table, kind)) {
            assertThat(guest.request("{\"url\":\"" + URL + "\",\"credential\":\"" + kind + "\"}"))
                    .isZero();
            assertThat(guest.upstream.requests())
                    .singleElement()
                    .satisfies(
                            request -> assertThat(request.headers().get(header)).containsExactly(value));
        }
    }

    static Stream<Arguments> slots() {
        return Stream.of(
                arguments("kind = 'api_key'", "api_key", "authorization", "Bearer " + SECRET),
                arguments("kind = 'api_key'\nheader = 'X-Api-Key'\nformat = '{key}'", "api_key", "x-api-key", SECRET),
                arguments(
                        "kind = 'api_key'\nformat = 'token {key};v=1'",
                        "api_key",
                        "authorization",
                        "token " + SECRET + ";v=1"),
                arguments("kind = 'bearer'", "bearer", "authorization", "Bearer " + SECRET),
                arguments("kind = 'basic'", "basic", "authorization", "Basic Y2FuYXJ5LXMzY3JldC8xMjM0"),
                arguments(OAUTH2, "oauth2", "authorization", "Bearer " + SECRET));
    }

    @Test
    void injectsOnlyWhenAsked() {
        try (Guest guest = bound("kind = \"bearer\"", "bearer")) {
            assertThat(guest.get(URL)).isZero();
            assertThat(guest.upstream.requests())
                    .singleElement()
                    .satisfies(request -> assertThat(request.headers()).doesNotContainKey("authorization"));
        }
    }

    @Test
    void endsTheCallWhenNoneIsBound() {
        try (Guest guest = Guest.with().tables(table("kind = \"bearer\"")).start()) {
            assertThat(guest.termination(() -> guest.request("{\"url\":\"" + URL + "\",\"credential\":\"bearer\"}")))
                    .isInstanceOf(Termination.BindingMissing.class);
            assertThat(guest.dials).hasValue(0);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "api_key, 'kind = \"api_key\"'",
        "basic, 'kind = \"basic\"'",
        "Bearer, ''",
        "'', ''",
    })
    void deniesAnotherKindThanTheManifests(String kind, String fix) {
        try (Guest guest = bound("kind = \"bearer\"", "bearer")) {
            Denial denial = guest.denied("{\"url\":\"" + URL + "\",\"credential\":\"" + kind + "\"}")
                    .denial();
            assertThat(denial.requested()).isEqualTo(kind);
            assertThat(denial.granted()).containsExactly("bearer");
            assertThat(denial.fix()).isEqualTo(fix);
            assertThat(guest.dials).hasValue(0);
        }
    }

    @Test
    void deniesAnyKindWhenTheManifestDeclaresNone() {
        try (Guest guest = Guest.with().start()) {
            assertThat(guest.denied("{\"url\":\"" + URL + "\",\"credential\":\"bearer\"}")
                            .denial()
                            .granted())
                    .isEmpty();
        }
    }

    @Test
    void signsARequestThatAsksForIt() {
        try (Guest guest = Guest.with("s3.eu-central-1.amazonaws.com:443")
                .tables(table("kind = \"aws_sigv4\"\n[capabilities.credential.aws_sigv4]\nservice = \"s3\""))
                .script("[bindings]\naws_sigv4 = 'AKIDEXAMPLE:" + SECRET + ":session-token-1'\n"
                        + "[[exchange]]\nrespond = { status = 200, body = 'it is " + SECRET + "' }\n")
                .start()) {
            assertThat(guest.request("{\"url\":\"https://s3.eu-central-1.amazonaws.com/bucket/a%20b\","
                            + "\"credential\":\"aws_sigv4\"}"))
                    .isZero();
            assertThat(guest.body()).isEqualTo("it is [redacted]");
            assertThat(guest.upstream.requests()).singleElement().satisfies(request -> {
                assertThat(request.headers().get("x-amz-security-token")).containsExactly("session-token-1");
                assertThat(request.headers().get("authorization"))
                        .singleElement()
                        .asString()
                        .matches("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/[0-9]{8}/eu-central-1/s3/aws4_request,"
                                + " SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,"
                                + " Signature=[0-9a-f]{64}")
                        .doesNotContain(SECRET);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization",
                "X-Amz-Date",
                "X_Amz_Date",
                "x-amz-content-sha256",
                "X-Amz-Security-Token",
                "Date"
            })
    void deniesTheGuestTheHeadersOfASignature(String header) {
        try (Guest guest =
                bound("kind = \"aws_sigv4\"\n[capabilities.credential.aws_sigv4]\nservice = \"s3\"", "bearer")) {
            guest.denied("{\"url\":\"" + URL + "\",\"headers\":{\"" + header + "\":\"mine\"}}");
            assertThat(guest.dials).hasValue(0);
        }
    }

    @Test
    void goesOnlyToTheHostsThatTheBindingFroze() {
        NetworkGrant capturedInputs = NetworkGrant.parse("api.example.com:443").orThrow();
        CredentialSource source = new FixedSource(new CredentialAnswer.Bound(
                new BoundCredential.Token(Secret.of(SECRET)),
                Optional.of("bearer/example/work"),
                Optional.of(Set.of(capturedInputs)),
                "airlock binding rebind bearer/example/work"));
        try (Guest guest = Guest.with("api.example.com:443", "new.example.com:443")
                .tables(table("kind = 'bearer'"))
                .credentials(source)
                .start()) {
            assertThat(guest.request("{\"url\":\"" + URL + "\",\"credential\":\"bearer\"}"))
                    .isZero();
            assertThat(guest.scope.evidence().last().orElseThrow().binding()).contains("bearer/example/work");
            Denial denial = guest.denied("{\"url\":\"https://new.example.com/\",\"credential\":\"bearer\"}")
                    .denial();
            assertThat(denial.requested()).isEqualTo("new.example.com:443");
            assertThat(denial.granted()).containsExactly("api.example.com:443");
            assertThat(denial.fix()).contains("airlock binding rebind bearer/example/work");
            assertThat(guest.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void endsTheCallWhenTheBindingIsRefused() {
        CredentialSource source = new FixedSource(
                new CredentialAnswer.Refused("bearer/example/work", "It was revoked.", "Rebind it.", false));
        try (Guest guest = Guest.with()
                .tables(table("kind = 'bearer'"))
                .credentials(source)
                .start()) {
            assertThat(guest.termination(() -> guest.request("{\"url\":\"" + URL + "\",\"credential\":\"bearer\"}")))
                    .isEqualTo(new Termination.BindingRefused(
                            "bearer", "bearer/example/work", "It was revoked.", "Rebind it.", false));
            assertThat(guest.dials).hasValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "authorization", "X-Api-Key", "x-API-key", "X_Api_Key", "x-api_KEY"})
    void deniesTheGuestTheHeadersThatAreTheHosts(String header) {
        try (Guest guest = bound("kind = \"api_key\"\nheader = \"X-Api-Key\"\nformat = \"{key}\"", "api_key")) {
            Denial denial = guest.denied("{\"url\":\"" + URL + "\",\"headers\":{\"" + header + "\":\"mine\"}}")
                    .denial();
            assertThat(denial.fix()).contains("\"credential\": \"api_key\"");
            assertThat(guest.dials).hasValue(0);
        }
    }

    @Test
    void neverSendsACredentialInTheClear() {
        try (Guest guest = Guest.with("http://plain.example.com:80")
                .tables(table("kind = \"bearer\""))
                .script(script("bearer"))
                .start()) {
            Denial denial = guest.denied("{\"url\":\"http://plain.example.com/\",\"credential\":\"bearer\"}")
                    .denial();
            assertThat(denial.what()).contains("plain http");
            assertThat(guest.dials).hasValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:8080", "localhost:8080"})
    void sendsACredentialInTheClearOnLoopback(String host) {
        try (Guest guest = Guest.with("http://" + host)
                .tables(table("kind = \"bearer\""))
                .script(script("bearer"))
                .start()) {
            assertThat(guest.request("{\"url\":\"http://" + host + "/\",\"credential\":\"bearer\"}"))
                    .isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void scrubsWhatComesBackBeforeTheGuestReadsAByte(String method) {
        byte[] raw = SECRET.getBytes(StandardCharsets.UTF_8);
        String echo = String.join(
                " ",
                SECRET,
                Base64.getEncoder().encodeToString(raw),
                HexFormat.of().formatHex(raw),
                "canary-s3cret%2F1234",
                "canary-s3cret\\/1234");
        try (Guest guest = Guest.with()
                .tables(table("kind = \"bearer\""))
                .script("[bindings]\nbearer = '" + SECRET + "'\n[[exchange]]\nrespond = { status = 200, headers = {"
                        + " X-Echo = 'Bearer " + SECRET + "' }, body = '" + echo + "' }\n")
                .start()) {
            for (String credential : new String[] {",\"credential\":\"bearer\"", ""}) {
                assertThat(guest.request("{\"method\":\"" + method + "\",\"url\":\"" + URL + "\"" + credential + "}"))
                        .isZero();
                assertThat(guest.body()).contains("[redacted]").doesNotContain("canary", "Y2FuYXJ5", "63616e617279");
                assertThat(guest.headers()).contains("Bearer [redacted]").doesNotContain("canary");
            }
            assertThat(guest.functions.redactor().redact("panic: " + SECRET)).isEqualTo("panic: [redacted]");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1234567", "has\nnewline", "with\u0000nul!", "ünïcödé-secret"})
    void refusesASecretThatCannotBeKept(String value) {
        assertThatThrownBy(() -> Secret.of(value)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesASecretThatNoHeaderTakes() {
        assertThat(Secret.refusal("x".repeat(8_192).getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
        assertThat(Secret.refusal("x".repeat(8_193).getBytes(StandardCharsets.UTF_8)))
                .hasValue("has at most 8192 bytes, which is what servers take in a header");
    }

    @Test
    void printsNoSecret() {
        assertThat(Secret.of(SECRET)).hasToString("[redacted]");
    }

    @Test
    void knowsTheKindsByTheirWords() {
        assertThat(CredentialSource.of(Map.of("bearer", SECRET)).secrets(CredentialKind.BEARER))
                .hasSize(1);
        assertThat(CredentialSource.none().secrets(CredentialKind.BEARER)).isEmpty();
        assertThatThrownBy(() -> CredentialSource.of(Map.of("Token", SECRET)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Guest bound(String table, String kind) {
        return Guest.with().tables(table(table)).script(script(kind)).start();
    }

    private static String table(String lines) {
        return "[capabilities.credential]\n" + lines + "\n";
    }

    private static String script(String kind) {
        return "[bindings]\n" + kind + " = '" + SECRET + "'\n[[exchange]]\nrespond = { status = 200, body = 'ok' }\n";
    }

    /** Always gives the same answer. */
    private record FixedSource(CredentialAnswer answer) implements CredentialSource {
        @Override
        public CredentialAnswer find(CredentialKind kind, Deadline call) {
            return answer;
        }

        @Override
        public List<Secret> secrets(CredentialKind kind) {
            return List.of();
        }
    }
}
