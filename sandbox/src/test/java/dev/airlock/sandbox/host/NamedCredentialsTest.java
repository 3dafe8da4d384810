package dev.airlock.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.Denial;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.host.credentials.BoundCredential;
import dev.airlock.sandbox.host.credentials.CredentialAnswer;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.credentials.Secret;
import dev.airlock.upstreams.RecordedRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A connector with several credentials, and which of them a request means. */
class NamedCredentialsTest {
    private static final String URL = "https://api.example.com/bot{key}/x";
    private static final String TABLES = """
            [capabilities.credential]
            kind = 'api_key'
            slot = 'query:appid'
            [capabilities.credentials.crm]
            kind = 'api_key'
            header = 'X-Crm'
            format = '{key}'
            [capabilities.credentials.bot]
            kind = 'bearer'
            slot = 'path:bot{key}'
            [capabilities.credentials.one]
            kind = 'basic'
            [capabilities.credentials.two]
            kind = 'basic'
            """;
    private static final String BINDINGS = """
            [bindings]
            api_key = 'canary-first'
            crm = 'canary-crm-1'
            bot = 'canary-bot-1'
            one = 'canary-u1:canary-p1'
            two = 'canary-u2:canary-p2'
            [[exchange]]
            respond = { status = 200, body = 'canary-first canary-crm-1 canary-bot-1 canary-u1:canary-p1 canary-p2' }
            """;

    @ParameterizedTest
    @CsvSource({
        "api_key, /bot{key}/x?appid=canary-first,  '',           ''",
        "crm,     /bot{key}/x,                     canary-crm-1, ''",
        "bot,     /botcanary-bot-1/x,              '',           ''",
        "bearer,  /botcanary-bot-1/x,              '',           ''",
        "one,     /bot{key}/x,                     '',           Basic Y2FuYXJ5LXUxOmNhbmFyeS1wMQ==",
        "two,     /bot{key}/x,                     '',           Basic Y2FuYXJ5LXUyOmNhbmFyeS1wMg==",
    })
    void sendsTheOneThatIsMeantAndNoOther(String asked, String target, String crm, String authorization) {
        try (Guest guest = bound(TABLES, BINDINGS)) {
            assertThat(guest.request(asking(asked))).isZero();

            RecordedRequest request = guest.upstream.requests().get(0);
            assertThat(request.target()).isEqualTo(target);
            assertThat(request.header("x-crm").orElse("")).isEqualTo(crm);
            assertThat(request.header("authorization").orElse("")).isEqualTo(authorization);
            assertThat(guest.body())
                    .as("each is taken out, whichever was asked for")
                    .doesNotContain("canary");
            assertThat(guest.scope.evidence().last().orElseThrow().binding())
                    .contains(asked.equals("bearer") ? "bot" : asked);
        }
    }

    @Test
    void takesEachOutOfAnswersToRequestsWithoutAny() {
        try (Guest guest = bound(TABLES, BINDINGS)) {
            assertThat(guest.get(URL)).isZero();
            assertThat(guest.body()).contains("[redacted]").doesNotContain("canary");
        }
    }

    @Test
    void deniesAKindThatMeansSeveral() {
        try (Guest guest = bound(TABLES, BINDINGS)) {
            Denial denial = guest.denied(asking("basic")).denial();
            assertThat(denial.what())
                    .isEqualTo(
                            "The connector asked for a credential of the kind basic, and its manifest declares several");
            assertThat(denial.granted()).containsExactly("one", "two");
            assertThat(denial.fix()).isEqualTo("ask for one by its name, such as \"credential\": \"one\"");
            assertThat(guest.dials).hasValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"erp", "oauth2", "CRM", "", "crm "})
    void deniesWhatIsNotDeclared(String asked) {
        try (Guest guest = bound(TABLES, BINDINGS)) {
            Denial denial = guest.denied(asking(asked)).denial();
            assertThat(denial.what()).contains("which its manifest does not declare");
            assertThat(denial.granted()).containsExactly("api_key", "crm", "bot", "one", "two");
            assertThat(guest.dials).hasValue(0);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/?appid=1,    X-A,   query parameter appid, api_key",
        "/,            x-crm, header x-crm,          crm",
    })
    void keepsTheSlotOfEachToItself(String path, String header, String what, String next) {
        try (Guest guest = bound(TABLES, BINDINGS)) {
            Denial denial = guest.denied("{\"url\":\"https://api.example.com" + path
                            + "\",\"credential\":\"two\",\"headers\":{\"" + header + "\":\"mine\"}}")
                    .denial();
            assertThat(denial.what()).contains("set the " + what + ", which is the host's");
            assertThat(denial.fix()).contains("\"credential\": \"" + next + "\"");
        }
    }

    @Test
    void saysWhichOneIsNotBound() {
        try (Guest guest = bound(TABLES, """
                [bindings]
                api_key = 'canary-first'
                bearer = 'canary-any-1'
                [[exchange]]
                respond = { status = 200 }
                """)) {
            assertThat(guest.termination(() -> guest.request(asking("crm"))))
                    .as("a kind means the one without a name")
                    .isInstanceOfSatisfying(Termination.BindingMissing.class, missing -> {
                        assertThat(missing.kind()).isEqualTo("api_key");
                        assertThat(missing.credential()).contains("crm");
                        assertThat(missing.next())
                                .startsWith("Bind it with `airlock binding setup DIR"
                                        + " --credential crm`, or give a fake one, crm, under [bindings]");
                    });
            assertThat(guest.anotherCall().request(asking("bot")))
                    .as("and the only one of its kind")
                    .isZero();
        }
    }

    @Test
    void refusesWhatIsGivenUnderANameAndIsNotOfItsKind() {
        try (Guest guest = bound(
                "[capabilities.credentials.files]\nkind = 'aws_sigv4'\nservice = 's3'\n",
                "[bindings]\nfiles = 'canary-no-keys'\n[[exchange]]\nrespond = { status = 200 }\n")) {
            assertThat(guest.termination(() -> guest.request(asking("files"))))
                    .isInstanceOfSatisfying(
                            Termination.BindingRefused.class,
                            refused -> assertThat(refused.why())
                                    .contains(
                                            "not a credential of the kind aws_sigv4: AWS keys are an id, a colon and the secret key")
                                    .doesNotContain("canary"));
        }
    }

    @Test
    void givesNoCredentialWithANameToASourceThatKnowsKindsOnly() {
        CredentialSource kinds = new CredentialSource() {
            @Override
            public CredentialAnswer find(CredentialKind kind, Deadline call) {
                return CredentialAnswer.Bound.everywhere(new BoundCredential.Token(Secret.of("canary-any-1")));
            }

            @Override
            public List<Secret> secrets(CredentialKind kind) {
                return List.of(Secret.of("canary-any-1"));
            }
        };
        try (Guest guest = Guest.with().tables(TABLES).credentials(kinds).start()) {
            assertThat(guest.termination(() -> guest.request(asking("crm"))))
                    .isInstanceOfSatisfying(
                            Termination.BindingMissing.class,
                            missing -> assertThat(missing.next()).contains("has no credential called crm"));
            assertThat(guest.dials).hasValue(0);
        }
    }

    @Test
    void fillsTheSlotAgainThatTheRequestAskedFor() {
        try (Guest guest = bound(TABLES, BINDINGS.replace("[[exchange]]", """
                [[exchange]]
                match = { path = '/botcanary-bot-1/0' }
                fault = 'redirect'
                location = '/botcanary-bot-1/1?appid=theirs'
                [[exchange]]"""))) {
            assertThat(guest.request("{\"url\":\"https://api.example.com/bot{key}/0\",\"credential\":\"bot\","
                            + "\"follow_redirects\":true}"))
                    .isZero();
            assertThat(guest.upstream.requests().get(1).target()).isEqualTo("/botcanary-bot-1/1?appid=theirs");
            assertThat(guest.scope.evidence().all().toString()).doesNotContain("canary");
        }
    }

    private static String asking(String credential) {
        return "{\"url\":\"" + URL + "\",\"credential\":\"" + credential + "\"}";
    }

    private static Guest bound(String tables, String script) {
        return Guest.with().tables(tables).script(script).start();
    }
}
