package dev.airlock.cli.install.consent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.packages.SignatureCheck;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every declaration that the schema permits in a manifest either has words on the screen or does not affect a connector's permissions. */
class CapabilityWordsTest {
    private static final String OAUTH = """
            kind = "oauth2"
            [capabilities.credential.oauth2]
            authorize_url = "https://a.example/authorize"
            token_url = "https://a.example/token"
            client_id = "one"
            scopes = ["read"]
            """;
    private static final String CREDENTIAL = "[capabilities.credential]\n";
    private static final String AWS = CREDENTIAL + "kind = \"aws_sigv4\"\n";
    private static final String OPERATION = "[[operations]]\nname = \"a\"\n[[operations]]\nname = \"b\"\n";

    /** The declarations that do not affect a connector's permissions, with the reasons. */
    private static final Map<String, String> SILENT = Map.ofEntries(
            Map.entry("connector.name", "the screen begins with it"),
            Map.entry("connector.version", "the screen has a line for it"),
            Map.entry("connector.publisher", "a claim; the signature counts"),
            Map.entry("connector.description", "the screen has a line for it"),
            Map.entry("connector.provenance_hash", "a claim about where it was built"),
            Map.entry(
                    "capabilities.runtime.imports=http_request",
                    "the hosts have words, and without any it does nothing"),
            Map.entry("capabilities.runtime.imports=http_response_status", "of a request"),
            Map.entry("capabilities.runtime.imports=http_response_size", "of a request"),
            Map.entry("capabilities.runtime.imports=http_response_read", "of a request"),
            Map.entry("capabilities.runtime.imports=http_response_read_at", "of a request"),
            Map.entry("capabilities.runtime.imports=http_response_headers", "of a request"),
            Map.entry("capabilities.runtime.imports=last_error", "of a request"),
            Map.entry("capabilities.runtime.imports=state_get", "state has words, and without it this does nothing"),
            Map.entry("capabilities.runtime.imports=state_put", "of state"),
            Map.entry("capabilities.runtime.imports=state_delete", "of state"),
            Map.entry("capabilities.runtime.imports=once", "of state"),
            Map.entry("provides.intents", "for finding it; whoever calls it decides"),
            Map.entry("operations.name", "whoever calls it decides, and actions show which they use"),
            Map.entry("operations.description", "the connector's own words"),
            Map.entry("operations.args", "what its callers must give"),
            Map.entry("operations.result", "what its callers must get"));

    /** Two manifests for every other declaration; the second permits more. */
    private static final Map<String, List<String>> WORDS = words();

    private static Map<String, List<String>> words() {
        Map<String, List<String>> words = new LinkedHashMap<>();
        more(
                words,
                "connector.idempotency.default=idempotent",
                "",
                "[connector.idempotency]\ndefault = \"idempotent\"\n");
        more(
                words,
                "connector.idempotency.default=not_idempotent",
                "[connector.idempotency]\ndefault = \"not_idempotent\"\n",
                "");
        more(
                words,
                "connector.idempotency.default=not_idempotent_once_sent",
                "[connector.idempotency]\ndefault = \"not_idempotent\"\n",
                "[connector.idempotency]\ndefault = \"not_idempotent_once_sent\"\n");
        more(words, "connector.reactor.snapshot", "", "[connector.reactor]\nsnapshot = true\n");
        more(words, "capabilities.network.hosts", "", "[capabilities.network]\nhosts = [\"a.example:443\"]\n");
        more(
                words,
                "capabilities.runtime.imports=log",
                "[capabilities.runtime]\nimports = []\n",
                "[capabilities.runtime]\nimports = [\"log\"]\n");
        more(words, "capabilities.state", "", "[capabilities.state]\n");
        more(words, "capabilities.credential.kind=api_key", "", CREDENTIAL + "kind = \"api_key\"\n");
        more(words, "capabilities.credential.kind=bearer", "", CREDENTIAL + "kind = \"bearer\"\n");
        more(
                words,
                "capabilities.credential.kind=basic",
                CREDENTIAL + "kind = \"bearer\"\n",
                CREDENTIAL + "kind = \"basic\"\n");
        more(words, "capabilities.credential.kind=oauth2", CREDENTIAL + "kind = \"bearer\"\n", CREDENTIAL + OAUTH);
        more(words, "capabilities.credential.kind=aws_sigv4", "", AWS + "service = \"s3\"\n");
        more(
                words,
                "capabilities.credential.scope",
                CREDENTIAL + "kind = \"basic\"\n",
                CREDENTIAL + "kind = \"basic\"\nscope = \"Everything.\"\n");
        more(
                words,
                "capabilities.credential.header",
                CREDENTIAL + "kind = \"api_key\"\n",
                CREDENTIAL + "kind = \"api_key\"\nheader = \"X-Key\"\n");
        more(
                words,
                "capabilities.credentials",
                CREDENTIAL + "kind = \"bearer\"\n",
                CREDENTIAL + "kind = \"bearer\"\n[capabilities.credentials.crm]\nkind = \"bearer\"\n");
        more(
                words,
                "capabilities.credential.slot",
                CREDENTIAL + "kind = \"bearer\"\n",
                CREDENTIAL + "kind = \"bearer\"\nslot = \"query:token\"\n");
        more(
                words,
                "capabilities.credential.format",
                CREDENTIAL + "kind = \"api_key\"\n",
                CREDENTIAL + "kind = \"api_key\"\nformat = \"{key}\"\n");
        oauth(words, "authorize_url", "https://a.example/authorize", "https://b.example/authorize");
        oauth(
                words,
                "device_authorization_url",
                "client_id",
                "device_authorization_url = \"https://a.example/device\"\nclient_id");
        oauth(words, "token_url", "https://a.example/token", "https://b.example/token");
        oauth(words, "client_id", "\"one\"", "\"two\"");
        oauth(words, "scopes", "[\"read\"]", "[\"read\", \"write\"]");
        oauth(words, "client_secret", "client_id", "client_secret = \"published\"\nclient_id");
        for (String place : List.of("", "aws_sigv4.")) {
            String table = place.isEmpty() ? AWS : AWS + "[capabilities.credential.aws_sigv4]\n";
            String key = "capabilities.credential." + place;
            more(words, key + "service", table + "service = \"s3\"\n", table + "service = \"iam\"\n");
            more(words, key + "region", table + "service = \"s3\"\n", table + "service = \"s3\"\nregion = \"eu\"\n");
        }
        more(words, "settings", "", "[settings.a]\ntype = \"string\"\ndefault = \"x\"\n");
        more(words, "operations.idempotent", OPERATION, OPERATION + "idempotent = true\n");
        more(words, "operations.read_only", OPERATION, OPERATION + "read_only = true\n");
        more(words, "operations.reversal", OPERATION, OPERATION + "reversal = \"a\"\n");
        for (LimitRule rule : LimitRule.values()) {
            LimitName name = rule.limit();
            String key = "limits." + name.wireName();
            long value = rule.standard() < rule.ceiling() ? rule.standard() : rule.ceiling() - 1;
            more(
                    words,
                    name.aspect().isEmpty() ? key : key + "." + name.aspect(),
                    "[limits]\n" + rule.line(value) + "\n",
                    "[limits]\n" + rule.line(rule.ceiling()) + "\n");
            if (!name.aspect().isEmpty() && !words.containsKey(key)) {
                // such as log = 1000, which sets the first aspect
                more(
                        words,
                        key,
                        "",
                        "[limits]\n" + rule.line(rule.ceiling()).replaceFirst("\\{ \\w+ = (.*) }", "$1") + "\n");
            }
        }
        return words;
    }

    private static void oauth(Map<String, List<String>> words, String key, String part, String other) {
        more(
                words,
                "capabilities.credential.oauth2." + key,
                CREDENTIAL + OAUTH,
                CREDENTIAL + OAUTH.replace(part, other));
    }

    private static void more(Map<String, List<String>> words, String key, String before, String now) {
        words.put(key, List.of(before, now));
    }

    static Stream<String> declarations() {
        return WORDS.keySet().stream();
    }

    @Test
    void everythingThatCanBeDeclaredHasWordsOrSaysNothingAboutWhatAConnectorMayDo() throws Exception {
        JsonNode schema = StrictJson.read(
                Files.readString(Path.of(System.getProperty("airlock.root"), "src/abi/manifest.schema.json")));
        TreeSet<String> declared = new TreeSet<>();
        leaves(schema, schema, "", declared);

        TreeSet<String> known = new TreeSet<>(SILENT.keySet());
        known.addAll(WORDS.keySet());
        assertThat(declared).isEqualTo(known);
    }

    @ParameterizedTest
    @MethodSource("declarations")
    void whatMayBeDoneNewlyIsNewOnTheScreenAndGoneWhenItIsTakenBack(String declaration) {
        List<String> both = Optional.ofNullable(WORDS.get(declaration)).orElseThrow();
        ConnectorManifest before = manifest(both.get(0));
        ConnectorManifest now = manifest(both.get(1));

        assertThat(ConsentScreen.difference(before, now)).anyMatch(line -> line.startsWith("NEW: it may "));
        assertThat(ConsentScreen.difference(now, before)).anyMatch(line -> line.startsWith("no longer   "));
        assertThat(ConsentScreen.difference(now, now))
                .allMatch(line -> line.startsWith("it may  ") || line.startsWith("    "));
    }

    @Test
    void theScreenNamesTheOperationsAndWhatAnUpdateChangesOfThem() {
        ConnectorManifest before = manifest("[[operations]]\nname = \"list\"\n[[operations]]\nname = \"drop\"\n");
        ConnectorManifest now = manifest("[[operations]]\nname = \"list\"\n[[operations]]\nname = \"make\"\n");

        assertThat(screen(now, Optional.empty()))
                .contains("operations  list, make")
                .noneMatch(line -> line.contains("new: "));
        assertThat(screen(now, Optional.of(before)))
                .containsSubsequence("operations  list, make", "            new: make", "            no longer: drop");
        assertThat(screen(manifest(""), Optional.empty())).noneMatch(line -> line.startsWith("operations"));
    }

    private static List<String> screen(ConnectorManifest manifest, Optional<ConnectorManifest> before) {
        ContentHash hash = ContentHash.of(new byte[0], new byte[0]);
        return ConsentScreen.lines(
                List.of(new ConnectorTitle(hash, manifest, new SignatureCheck.Unsigned(), before, "")));
    }

    @Test
    void aFirstScreenHasEachThingOnceAndUsualAmountsNotAtAll() {
        ConnectorManifest manifest = manifest(CREDENTIAL + OAUTH + """
                        [capabilities.network]
                        hosts = ["a.example:443", "http://b.example:80"]
                        [connector.idempotency]
                        default = "idempotent"
                        [limits]
                        memory = "256MiB"
                        log = 500
                        """);

        assertThat(ConsentScreen.capabilities(manifest))
                .containsExactly(
                        "it may      talk to a.example:443",
                        "            talk to http://b.example:80, which anyone on the way can read",
                        "            use a credential of kind oauth2",
                        "            send you to https://a.example/authorize to agree, as the client",
                        "              one",
                        "            get tokens from https://a.example/token",
                        "            ask there for the scope read",
                        "            write lines to its log",
                        "            take up to 256MiB of memory",
                        "            have a call repeated after a failure, whatever it sent: it says",
                        "              that repeating does no harm");
        assertThat(ConsentScreen.capabilities(manifest("[capabilities.runtime]\nimports = []\n")))
                .containsExactly("it may      compute, and nothing else");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "query:appid | the query parameter appid as {key}",
                "path:bot{key} | the path, as the segment bot{key}",
                "cookie:session | the cookie session as {key}",
                "header:X-Key | the header X-Key as Bearer {key}"
            })
    void theScreenSaysWhereTheSecretGoesAndThatUrlsAreLogged(String slot, String where) {
        ConnectorManifest header = manifest(CREDENTIAL + "kind = \"api_key\"\n");
        ConnectorManifest now = manifest(CREDENTIAL + "kind = \"api_key\"\nslot = \"" + slot + "\"\n");
        boolean isInUrl = slot.startsWith("query") || slot.startsWith("path");
        String remark = "have its credential in URLs, which services and proxies log";

        assertThat(ConsentScreen.capabilities(now)).contains("            send it in " + where);
        assertThat(ConsentScreen.capabilities(now).contains("            " + remark))
                .isEqualTo(isInUrl);
        assertThat(ConsentScreen.difference(header, now).contains("NEW: it may " + remark))
                .isEqualTo(isInUrl);
        assertThat(ConsentScreen.difference(now, header).contains("no longer   " + remark))
                .isEqualTo(isInUrl);
    }

    @Test
    void theScreenSaysWhichOfSeveralCredentialsALineIsAbout() {
        ConnectorManifest manifest = manifest(CREDENTIAL + """
                kind = "api_key"
                slot = "query:appid"
                [capabilities.credentials.crm]
                kind = "bearer"
                scope = "Read customers."
                slot = "path:bot{key}"
                """);
        assertThat(ConsentScreen.capabilities(manifest))
                .contains(
                        "it may      use a credential of kind api_key",
                        "            send it in the query parameter appid as {key}",
                        "            use a credential of kind bearer, crm: Read customers.",
                        "            with its credential crm, send it in the path, as the segment",
                        "            have 2 of its credentials in URLs, which services and proxies");
    }

    @Test
    void moreTimeIsNewAndTheFuelThatComesWithItIsNot() {
        assertThat(ConsentScreen.difference(manifest(""), manifest("[limits]\nwall_time = \"60s\"\n")))
                .contains("NEW: it may run for up to 1min a call")
                .noneMatch(line -> line.contains("fuel"));
    }

    private static ConnectorManifest manifest(String more) {
        String text = "[connector]\nname = \"github://acme/a\"\nversion = \"1.0.0\"\n" + more;
        return ManifestReader.read("manifest.toml", text.getBytes(StandardCharsets.UTF_8))
                .orThrow();
    }

    /** Collects the paths of a schema's leaves; each word of a closed set is one. */
    private static void leaves(JsonNode schema, JsonNode at, String path, Set<String> found) {
        if (at.path("$ref").asText().startsWith("#/")) {
            leaves(schema, schema.at(at.path("$ref").asText().substring(1)), path, found);
            return;
        }
        List<JsonNode> forms = new ArrayList<>();
        at.path("anyOf").forEach(forms::add);
        if (at.has("items")) {
            forms.add(at.path("items"));
        }
        if (at.path("enum").isArray()) {
            at.path("enum").forEach(word -> found.add(path + "=" + word.asText()));
        } else if (at.path("properties").size() > 0 && !at.has("$ref")) {
            at.path("properties")
                    .properties()
                    .forEach(property -> leaves(
                            schema,
                            property.getValue(),
                            path + (path.isEmpty() ? "" : ".") + property.getKey(),
                            found));
        } else if (forms.isEmpty()) {
            found.add(path);
        }
        forms.forEach(form -> leaves(schema, form, path, found));
    }
}
