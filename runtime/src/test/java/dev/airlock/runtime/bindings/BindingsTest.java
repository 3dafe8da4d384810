package dev.airlock.runtime.bindings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.vault.CheapVault;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.runtime.vault.VaultEntry;
import dev.airlock.runtime.vault.VaultUnusableException;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.host.credentials.CredentialAnswer;
import dev.airlock.sandbox.host.credentials.CredentialsUnavailableException;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.time.Clock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BindingsTest {
    private static final BindingName NAME = new BindingName(CredentialKind.API_KEY, "slack", "work");
    private static final String SLACK = """
            [connector]
            name = "github://acme/slack"
            version = "1.0.0"
            [capabilities.network]
            hosts = ["slack.com:443", "files.slack.com:443"]
            [capabilities.credential]
            kind = "api_key"
            header = "X-Key"
            format = "{key}"
            """;

    private static final String SEVERAL = SLACK + """
            [capabilities.credentials.crm]
            kind = "api_key"
            slot = "query:crm"
            [capabilities.credentials.erp]
            kind = "api_key"
            """;

    private static final String OAUTH = """
            [connector]
            name = "github://acme/slack"
            version = "1.0.0"
            [capabilities.network]
            hosts = ["slack.com:443"]
            [capabilities.credential]
            kind = "oauth2"
            [capabilities.credential.oauth2]
            authorize_url = "https://slack.com/authorize"
            device_authorization_url = "https://slack.com/device"
            token_url = "https://slack.com/token"
            client_id = "client-1"
            scopes = ["chat.write"]
            """;

    @TempDir
    Path folder;

    private Vault vault;
    private Bindings bindings;

    @BeforeEach
    void open() throws VaultUnusableException {
        vault = CheapVault.create(folder.resolve("vault.json"), "a passphrase");
        bindings = Bindings.of(vault, AddressRules.publicOnly());
    }

    @AfterEach
    void close() {
        bindings.close();
        vault.close();
    }

    @Test
    void givesTheCredentialToTheConnectorThatItWasMadeFor() throws Exception {
        bind(SLACK, signed(SLACK));
        assertThat(find(SLACK, signed(SLACK))).isInstanceOfSatisfying(CredentialAnswer.Bound.class, bound -> {
            assertThat(bound.binding()).contains("api_key/slack/work");
            assertThat(bound.hosts().orElseThrow()).hasSize(2);
            assertThat(bound.mend()).isEqualTo("airlock binding rebind api_key/slack/work");
        });
        assertThat(bindings.list()).singleElement().satisfies(binding -> {
            assertThat(binding.name()).isEqualTo(NAME);
            assertThat(binding.grants().get(0).shown()).isEqualTo("github://acme/slack, signed by github://acme/slack");
            assertThat(binding.grants().get(0).slot()).isEqualTo("X-Key: {key}");
        });
    }

    @Test
    void nothingIsBoundThatCannotBeRecorded() throws Exception {
        BindingTerms terms = terms(SLACK, signed(SLACK));
        Runnable failing = () -> {
            throw new IllegalStateException("not recorded");
        };
        try (BindingSecrets secrets = secrets("canary-work-secret")) {
            assertThatThrownBy(() -> bindings.bind(NAME, terms, secrets, failing))
                    .hasMessage("not recorded");
            assertThat(bindings.list()).isEmpty();

            bindings.bind(NAME, terms, secrets);
            Binding bound = bindings.list().get(0);
            assertThatThrownBy(() -> bindings.rebind(NAME, secrets, failing)).hasMessage("not recorded");
            assertThatThrownBy(() -> bindings.grant(NAME, terms, failing)).hasMessage("not recorded");
            assertThat(bindings.list()).containsExactly(bound);
        }
        assertThat(folder).isDirectoryNotContaining(file -> file.toString().endsWith(".unfinished"));
    }

    @Test
    void whatIsNotBoundIsNotRecorded() throws Exception {
        BindingTerms terms = terms(SLACK, signed(SLACK));
        List<String> recorded = new ArrayList<>();
        try (BindingSecrets secrets = secrets("canary-work-secret")) {
            assertThatThrownBy(() -> bindings.rebind(NAME, secrets, () -> recorded.add("rebind")))
                    .isInstanceOf(BindingProblem.class);
            assertThatThrownBy(() -> bindings.grant(NAME, terms, () -> recorded.add("grant")))
                    .isInstanceOf(BindingProblem.class);
            bindings.bind(NAME, terms, secrets, () -> recorded.add("bind"));
            assertThatThrownBy(() -> bindings.bind(NAME, terms, secrets, () -> recorded.add("bind again")))
                    .isInstanceOf(BindingProblem.class);
        }
        assertThat(recorded).containsExactly("bind");
    }

    @Test
    void saysHowToBindWhenNothingIs() {
        assertThat(find(SLACK, signed(SLACK)))
                .isInstanceOfSatisfying(
                        CredentialAnswer.Missing.class,
                        missing -> assertThat(missing.next()).contains("airlock binding setup DIR"));
    }

    /** Each of these changes would let a new version of a connector do more with the credential than the user agreed to. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'\"slack.com:443\", ' | '\"slack.com:443\", \"evil.example:443\", ' | the hosts",
                "'\"slack.com:443\", ' | '' | the hosts",
                "'\"slack.com:443\"' | '\"http://slack.com:443\"' | the hosts",
                "'X-Key' | 'X-Other' | the slot",
                "'{key}' | 'Bearer {key}' | the slot"
            })
    void anyChangeNeedsARebind(String was, String is, String what) throws Exception {
        bind(SLACK, signed(SLACK));
        String changed = SLACK.replace(was, is);
        assertThat(changed).isNotEqualTo(SLACK);
        assertThat(find(changed, signed(changed))).isInstanceOfSatisfying(CredentialAnswer.Refused.class, refused -> {
            assertThat(refused.why()).contains(what);
            assertThat(refused.next()).contains("airlock binding rebind api_key/slack/work DIR");
            assertThat(refused.retriable()).isFalse();
        });

        try (BindingSecrets secrets = secrets("canary-new-secret")) {
            bindings.rebind(NAME, terms(changed, signed(changed)), secrets, () -> {});
        }
        assertThat(find(changed, signed(changed))).isInstanceOf(CredentialAnswer.Bound.class);
        assertThat(find(SLACK, signed(SLACK))).isInstanceOf(CredentialAnswer.Refused.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "slot = 'query:key' | query key={key}",
                "slot = 'cookie:key' | cookie key={key}",
                "slot = 'path:X-Key{key}' | path /X-Key{key}",
                "slot = 'header:X-Key' | X-Key: Bearer {key}",
            })
    void anotherSlotNeedsARebind(String slot, String text) throws Exception {
        bind(SLACK, signed(SLACK));
        String changed = SLACK.replace("header = \"X-Key\"\nformat = \"{key}\"", slot.replace('\'', '"'));
        assertThat(find(changed, signed(changed)))
                .isInstanceOfSatisfying(
                        CredentialAnswer.Refused.class,
                        refused -> assertThat(refused.why()).contains("the slot (X-Key: {key}, and now " + text + ")"));
    }

    @Test
    void theSameSlotInOtherWordsNeedsNoRebind() throws Exception {
        bind(SLACK, signed(SLACK));
        String same = SLACK.replace("header = \"X-Key\"", "slot = \"header:X-Key\"");
        assertThat(find(same, signed(same))).isInstanceOf(CredentialAnswer.Bound.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kind = \"api_key\" | api_key | Authorization: Bearer {key}",
                "kind = \"bearer\" | bearer | Authorization: Bearer",
                "kind = \"basic\" | basic | Authorization: Basic",
            })
    void aBindingHoldsThatWasMadeBeforeThereWereSlots(String table, String kind, String slot) throws Exception {
        String manifest = SLACK.replace("kind = \"api_key\"\nheader = \"X-Key\"\nformat = \"{key}\"", table);
        String written = """
                {"created":"2026-01-02T03:04:05Z","renewed":"2026-01-02T03:04:05Z","grants":[{"connector":"%s",\
                "shown":"github://acme/slack, signed by github://acme/slack","slot":"%s",\
                "hosts":["files.slack.com:443","slack.com:443"]}]}""".formatted(signed(manifest).key(), slot);
        vault.change(content -> {
            content.put(new VaultEntry(kind + "/slack/work", written).with("value", utf8("canary-old:secret")));
            return true;
        });

        assertThat(find(manifest, signed(manifest))).isInstanceOf(CredentialAnswer.Bound.class);
    }

    @Test
    void bindsNoSecretThatItsSlotDoesNotTake() throws Exception {
        String cookie = SLACK.replace("header = \"X-Key\"", "slot = \"cookie:session\"");
        String refusal = "a secret that goes into a cookie has no space, quotation mark, comma, semicolon or backslash";
        try (BindingSecrets spaced = secrets("canary with spaces");
                BindingSecrets plain = secrets("canary-without")) {
            assertThatThrownBy(() -> bindings.bind(NAME, terms(cookie, signed(cookie)), spaced))
                    .isInstanceOf(BindingProblem.class)
                    .hasMessageContaining(refusal);
            assertThat(bindings.list()).isEmpty();

            bindings.bind(NAME, terms(cookie, signed(cookie)), plain);
            assertThatThrownBy(() -> bindings.rebind(NAME, spaced, () -> {}))
                    .isInstanceOf(BindingProblem.class)
                    .hasMessageContaining(refusal);

            bindings.rebind(NAME, terms(SLACK, signed(SLACK)), spaced, () -> {});
            assertThatThrownBy(() -> bindings.grant(NAME, terms(cookie, unsigned(cookie, "/other"))))
                    .isInstanceOf(BindingProblem.class)
                    .hasMessageContaining(refusal);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"slack.com/authorize", "slack.com/device", "slack.com/token", "client-1", "chat.write"})
    void anyChangeOfTheProviderNeedsARebind(String part) throws Exception {
        BindingName name = new BindingName(CredentialKind.OAUTH2, "slack", "work");
        try (BindingSecrets secrets = BindingSecrets.of(CredentialKind.OAUTH2, utf8("canary-token-1"))) {
            bindings.bind(name, terms(OAUTH, signed(OAUTH)), secrets);
        }
        String changed = OAUTH.replace(part, part + "2");
        assertThat(find(OAUTH, signed(OAUTH))).isInstanceOf(CredentialAnswer.Bound.class);
        assertThat(find(changed, signed(changed))).isInstanceOf(CredentialAnswer.Refused.class);
        assertThatThrownBy(() -> bindings.grant(name, terms(changed, unsigned(changed, "/other"))))
                .isInstanceOf(BindingProblem.class)
                .hasMessageContaining("another provider");
    }

    @Test
    void aBindingThatWasMadeBeforeThereWereCodesIsReadAndGivesNothingToWhoeverAddsThem() throws Exception {
        String device = "device_authorization_url = \"https://slack.com/device\"\n";
        String before = OAUTH.replace(device, "");
        String kept =
                "{\"created\":\"2026-01-02T03:04:05Z\",\"renewed\":\"2026-01-02T03:04:05Z\",\"grants\":[{\"connector\":\""
                        + signed(before).key() + "\",\"shown\":\"slack\",\"slot\":\"Authorization: Bearer\",\"hosts\":"
                        + "[\"slack.com:443\"],\"oauth2\":{\"authorize_url\":\"https://slack.com/authorize\",\"token_url\":"
                        + "\"https://slack.com/token\",\"client_id\":\"client-1\",\"scopes\":[\"chat.write\"]}}]}";
        vault.change(content -> {
            content.put(new VaultEntry("oauth2/slack/work", kept).with("value", utf8("canary-token-1")));
            return true;
        });

        assertThat(find(before, signed(before))).isInstanceOf(CredentialAnswer.Bound.class);
        assertThat(find(OAUTH, signed(OAUTH)))
                .isInstanceOfSatisfying(
                        CredentialAnswer.Refused.class,
                        refused -> assertThat(refused.why())
                                .contains("device_authorization_url (none, and now https://slack.com/device)"));
    }

    @Test
    void aBindingWithoutAPageForABrowserIsKeptAsItIs() throws Exception {
        String byCode = OAUTH.replace("authorize_url = \"https://slack.com/authorize\"\n", "");
        BindingName name = new BindingName(CredentialKind.OAUTH2, "slack", "work");
        BindingTerms terms = terms(byCode, signed(byCode));
        try (BindingSecrets secrets = BindingSecrets.of(CredentialKind.OAUTH2, utf8("canary-token-1"))) {
            bindings.bind(name, terms, secrets);
        }

        assertThat(bindings.find(name).orElseThrow().grants()).containsExactly(terms);
        assertThat(find(byCode, signed(byCode))).isInstanceOf(CredentialAnswer.Bound.class);
        assertThat(find(OAUTH, signed(OAUTH)))
                .isInstanceOfSatisfying(
                        CredentialAnswer.Refused.class,
                        refused -> assertThat(refused.why())
                                .contains("authorize_url (none, and now https://slack.com/authorize)"));
    }

    @Test
    void aNewVersionThatAsksForTheSameNeedsNone() throws Exception {
        bind(SLACK, signed(SLACK));
        String next = SLACK.replace("1.0.0", "2.0.0")
                .replace("\"slack.com:443\", \"files.slack.com:443\"", "\"files.slack.com:443\", \"slack.com:443\"");
        assertThat(find(next, signed(next))).isInstanceOf(CredentialAnswer.Bound.class);
    }

    @Test
    void aNameIsNoIdentity() throws Exception {
        bind(SLACK, unsigned(SLACK, "/connectors/slack"));
        assertThat(find(SLACK, unsigned(SLACK, "/connectors/slack"))).isInstanceOf(CredentialAnswer.Bound.class);
        for (ConnectorIdentity other : new ConnectorIdentity[] {
            unsigned(SLACK, "/connectors/slack2"),
            unsigned(SLACK, "/tmp/slack"),
            signed(SLACK),
            new ConnectorIdentity.Signed(manifest(SLACK).connector().name(), "github://evil/slack")
        }) {
            assertThat(find(SLACK, other)).as(other.key()).isInstanceOf(CredentialAnswer.Missing.class);
            assertThat(bindings.sourceFor(other, manifest(SLACK), NAME).find(CredentialKind.API_KEY, call()))
                    .isInstanceOf(CredentialAnswer.Missing.class);
            assertThat(bindings.sourceFor(other, manifest(SLACK)).secrets(CredentialKind.API_KEY))
                    .isEmpty();
        }
        bindings.grant(NAME, terms(SLACK, unsigned(SLACK, "/tmp/slack")));
        assertThat(find(SLACK, unsigned(SLACK, "/tmp/slack"))).isInstanceOf(CredentialAnswer.Bound.class);
        assertThat(find(SLACK, unsigned(SLACK, "/connectors/slack"))).isInstanceOf(CredentialAnswer.Bound.class);
    }

    @Test
    void asksWhichOfSeveral() throws Exception {
        bind(SLACK, signed(SLACK));
        BindingName home = new BindingName(CredentialKind.API_KEY, "slack", "home");
        try (BindingSecrets secrets = secrets("canary-home-secret")) {
            bindings.bind(home, terms(SLACK, signed(SLACK)), secrets);
        }
        assertThat(find(SLACK, signed(SLACK)))
                .isInstanceOfSatisfying(
                        CredentialAnswer.Missing.class,
                        missing -> assertThat(missing.next())
                                .contains("api_key/slack/home, api_key/slack/work", "--binding NAME"));
        assertThat(bindings.sourceFor(signed(SLACK), manifest(SLACK), home).find(CredentialKind.API_KEY, call()))
                .isInstanceOfSatisfying(
                        CredentialAnswer.Bound.class,
                        bound -> assertThat(bound.binding()).contains("api_key/slack/home"));
        assertThat(bindings.sourceFor(signed(SLACK), manifest(SLACK), home).secrets(CredentialKind.API_KEY))
                .as("all of the connector's secrets are looked for")
                .hasSize(2);
    }

    @Test
    void ofSeveralThatWereChosenAConnectorUsesTheOneThatItMay() throws Exception {
        bind(SLACK, signed(SLACK));
        BindingName home = new BindingName(CredentialKind.API_KEY, "slack", "home");
        BindingName others = new BindingName(CredentialKind.API_KEY, "other", "default");
        try (BindingSecrets secrets = secrets("canary-home-secret")) {
            bindings.bind(home, terms(SLACK, signed(SLACK)), secrets);
            bindings.bind(others, terms(SLACK, unsigned(SLACK, "/other")), secrets("canary-other-secret"));
        }

        assertThat(among(signed(SLACK), List.of(others, home))).contains("api_key/slack/home");
        assertThat(among(unsigned(SLACK, "/other"), List.of(home, others))).contains("api_key/other/default");
        assertThat(among(unsigned(SLACK, "/other"), List.of(home)))
                .as("its only one, since none of those chosen is for it")
                .contains("api_key/other/default");
        assertThat(among(signed(SLACK), List.of(home, NAME)))
                .as("two are one too many")
                .isEmpty();
    }

    private Optional<String> among(ConnectorIdentity identity, List<BindingName> chosen) throws Exception {
        return bindings.sourceAmong(identity, manifest(SLACK), chosen).find(CredentialKind.API_KEY, call())
                        instanceof CredentialAnswer.Bound bound
                ? bound.binding()
                : Optional.empty();
    }

    @Test
    void eachOfSeveralCredentialsHasABindingOfItsOwn() throws Exception {
        BindingName crm = new BindingName(CredentialKind.API_KEY, "slack-crm", "default");
        bind(SEVERAL, signed(SEVERAL));
        assertThat(found(SEVERAL, "crm"))
                .isInstanceOfSatisfying(
                        CredentialAnswer.Missing.class,
                        missing -> assertThat(missing.next())
                                .startsWith("Run `airlock binding setup DIR --credential crm`"));
        try (BindingSecrets secrets = secrets("canary-crm-secret")) {
            bindings.bind(crm, terms(SEVERAL, "crm"), secrets);
        }

        assertThat(bound(SEVERAL, "api_key")).contains("api_key/slack/work");
        assertThat(bound(SEVERAL, "crm")).contains("api_key/slack-crm/default");
        assertThat(found(SEVERAL, "erp")).isInstanceOf(CredentialAnswer.Missing.class);
        assertThat(bindings.find(crm).orElseThrow().credentialsOf(signed(SEVERAL)))
                .containsExactly(Optional.of("crm"));
        assertThat(bindings.sourceFor(signed(SEVERAL), manifest(SEVERAL))
                        .secrets(manifest(SEVERAL).capabilities().credentials()))
                .as("all are looked for, whichever is used")
                .hasSize(2);
        assertThat(bindings.sourceFor(signed(SEVERAL), manifest(SEVERAL), crm)
                        .find(declared(SEVERAL, "api_key"), call()))
                .as("the choice of one is none of the other")
                .isInstanceOf(CredentialAnswer.Bound.class);
    }

    @Test
    void aBindingOfOneCredentialIsNoneOfAnother() throws Exception {
        bind(SEVERAL, signed(SEVERAL));
        String onlyNamed = SEVERAL.replace("[capabilities.credential]", "[capabilities.credentials.first]");
        assertThat(found(onlyNamed, "first"))
                .as("agreed to for the one without a name")
                .isInstanceOf(CredentialAnswer.Missing.class);

        bindings.grant(NAME, terms(SEVERAL, "crm"));
        assertThat(bound(SEVERAL, "crm")).contains("api_key/slack/work");
        assertThat(bound(SEVERAL, "api_key")).as("both may share one").contains("api_key/slack/work");
        assertThat(bindings.find(NAME).orElseThrow().grants()).hasSize(2);
    }

    @Test
    void aChangedSlotOfOneCredentialLeavesTheOthers() throws Exception {
        bind(SEVERAL, signed(SEVERAL));
        bindings.grant(NAME, terms(SEVERAL, "crm"));
        String changed = SEVERAL.replace("query:crm", "cookie:crm");
        assertThat(found(changed, "api_key")).isInstanceOf(CredentialAnswer.Bound.class);
        assertThat(found(changed, "crm"))
                .isInstanceOfSatisfying(
                        CredentialAnswer.Refused.class,
                        refused -> assertThat(refused.why())
                                .contains("the slot (query crm={key}, and now cookie crm={key})"));
    }

    private Optional<String> bound(String manifest, String word) {
        return ((CredentialAnswer.Bound) found(manifest, word)).binding();
    }

    private CredentialAnswer found(String manifest, String word) {
        return bindings.sourceFor(signed(manifest), manifest(manifest)).find(declared(manifest, word), call());
    }

    private static BindingTerms terms(String manifest, String word) {
        return BindingTerms.of(signed(manifest), manifest(manifest), declared(manifest, word));
    }

    private static NamedCredential declared(String manifest, String word) {
        return manifest(manifest).capabilities().credentials().find(word).orElseThrow();
    }

    @Test
    void takesABindingAway() throws Exception {
        bind(SLACK, signed(SLACK));
        bindings.revoke(NAME);
        assertThat(bindings.list()).isEmpty();
        assertThat(find(SLACK, signed(SLACK))).isInstanceOf(CredentialAnswer.Missing.class);
        assertThatThrownBy(() -> bindings.revoke(NAME))
                .isInstanceOf(BindingProblem.class)
                .hasMessageContaining("airlock binding list");
    }

    @Test
    void doesNotReplaceABindingUnasked() throws Exception {
        bind(SLACK, signed(SLACK));
        assertThatThrownBy(() -> bind(SLACK, signed(SLACK)))
                .isInstanceOf(BindingProblem.class)
                .hasMessageContaining("airlock binding rebind api_key/slack/work")
                .hasMessageContaining("--use api_key/slack/work")
                .hasMessageContaining("--identity");
    }

    @ParameterizedTest
    @CsvSource({
        "API_KEY, short, 8 bytes",
        "BEARER, 1234567, 8 bytes",
        "API_KEY, '   spaces  ', spaces around it do not count",
        "BASIC, 'user:pass     ', 8 bytes",
        "BASIC, u:pw, 8 bytes",
        "AWS_SIGV4, AKIDEXAMPLE, colon",
        "AWS_SIGV4, AKIDEXAMPLE:short, 8 bytes",
        "API_KEY, 'secret\nwith a line', printable"
    })
    void refusesASecretThatCannotBeKept(CredentialKind kind, String text, String why) {
        assertThatThrownBy(() -> BindingSecrets.of(kind, utf8(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why)
                .hasMessageNotContaining(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "slack",
                "api_key/slack",
                "api_key/Slack/work",
                "api_key/slack/../x",
                "key/slack/work",
                "api_key//x"
            })
    void refusesAWrongName(String name) {
        assertThat(BindingName.parse(name).optional()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"github://acme/slack, slack", "github://acme/tools/GitHub, github", "https://example.com/_x, service"})
    void namesTheServiceAfterTheConnector(String connector, String service) {
        String text = SLACK.replace("github://acme/slack", connector);
        assertThat(BindingName.serviceOf(manifest(text).connector().name())).isEqualTo(service);
    }

    @Test
    void nothingGoesOutOfAVaultThatIsGone() throws Exception {
        bind(SLACK, signed(SLACK));
        var source = bindings.sourceFor(signed(SLACK), manifest(SLACK));
        Files.delete(folder.resolve("vault.json"));
        assertThatThrownBy(() -> source.find(CredentialKind.API_KEY, call()))
                .isInstanceOf(CredentialsUnavailableException.class);
        assertThatThrownBy(() -> source.secrets(CredentialKind.API_KEY))
                .isInstanceOf(CredentialsUnavailableException.class)
                .hasMessage("The vault no longer exists.");
    }

    private void bind(String manifest, ConnectorIdentity identity) throws Exception {
        try (BindingSecrets secrets = secrets("canary-work-secret")) {
            bindings.bind(NAME, terms(manifest, identity), secrets);
        }
    }

    private CredentialAnswer find(String manifest, ConnectorIdentity identity) {
        ConnectorManifest read = manifest(manifest);
        return bindings.sourceFor(identity, read)
                .find(read.capabilities().credential().orElseThrow().kind(), call());
    }

    private static BindingSecrets secrets(String text) {
        return BindingSecrets.of(CredentialKind.API_KEY, utf8(text));
    }

    private static BindingTerms terms(String manifest, ConnectorIdentity identity) {
        return BindingTerms.of(identity, manifest(manifest));
    }

    private static ConnectorIdentity signed(String manifest) {
        return new ConnectorIdentity.Signed(manifest(manifest).connector().name(), "github://acme/slack");
    }

    private static ConnectorIdentity unsigned(String manifest, String folder) {
        return new ConnectorIdentity.Unsigned(manifest(manifest).connector().name(), Path.of(folder));
    }

    private static ConnectorManifest manifest(String text) {
        return ManifestReader.read("manifest.toml", text).orThrow();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static CallScope call() {
        return new CallScope(Clock.SYSTEM, 30_000, 1);
    }
}
