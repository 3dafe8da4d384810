package dev.airlock.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.formats.text.Problem;
import dev.airlock.formats.toml.TomlFile;
import dev.airlock.manifests.credentials.ConsentUrls;
import dev.airlock.manifests.credentials.Credential;
import dev.airlock.manifests.credentials.Slot;
import dev.airlock.manifests.limits.Limits;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestReaderTest {
    private static final String BARE = "[connector]\nname = \"local://cases/x\"\nversion = \"1.0.0\"\n";

    @TempDir
    Path folder;

    @Test
    void readsEveryKey() {
        ConnectorManifest manifest = good("full.toml");
        assertThat(manifest.connector().reference())
                .hasToString("github://acme/connectors/issue-tracker@2.1.0-rc.1+build.7");
        assertThat(manifest.connector().publisher()).contains("Acme – Grüße");
        assertThat(manifest.connector().description()).contains("Lists and creates issues.\n\tIn two lines.");
        assertThat(manifest.connector().provenanceHash()).contains("sha256:" + "0123456789abcdef".repeat(4));
        assertThat(manifest.idempotency()).contains(Idempotency.NOT_IDEMPOTENT);
        assertThat(manifest.reactorSnapshot()).isTrue();
        assertThat(manifest.capabilities().grants())
                .extracting(Object::toString)
                .containsExactly("api.example.com:443", "http://localhost:8080", "[2001:db8::1]:8443", "192.0.2.7:443");
        assertThat(manifest.capabilities().imports()).contains(HostFunction.wireNames());
        assertThat(manifest.capabilities().state()).isTrue();
        assertThat(manifest.intents()).containsExactly("create_issue", "list issues");
    }

    @Test
    void refusesMoreCredentialsThanAPersonCanRead() {
        String table = "[capabilities.credentials.c%d]\nkind = \"basic\"\n";
        StringBuilder tables = new StringBuilder();
        for (int i = 0; i < 32; i++) {
            tables.append(table.formatted(i));
        }
        assertThat(ManifestReader.read("m.toml", BARE + tables)
                        .orThrow()
                        .capabilities()
                        .credentials()
                        .all())
                .hasSize(32);

        assertThat(problems(BARE + tables + table.formatted(32)))
                .singleElement()
                .asString()
                .contains("there are 33 credentials in [capabilities.credentials], more than 32");
    }

    @Test
    void refusesMoreSettingsThanAPersonCanRead() {
        StringBuilder tables = new StringBuilder(BARE);
        for (int i = 0; i < 100; i++) {
            tables.append("[settings.s%d]\ntype = \"string\"\n".formatted(i));
        }
        assertThat(problems(tables.toString())).isEmpty();
        assertThat(problems(
                        tables.append("[settings.more]\ntype = \"string\"\n").toString()))
                .singleElement()
                .asString()
                .contains("there are 101 settings, more than 100");
    }

    @Test
    void readsTheCredentialOfEachKind() {
        assertThat(credential("full.toml")).isInstanceOfSatisfying(Credential.OAuth2.class, oauth2 -> {
            assertThat(oauth2.scope()).contains("Read and write your issues");
            assertThat(oauth2.consent())
                    .isEqualTo(new ConsentUrls(
                            Optional.of(URI.create("https://accounts.example.com/authorize?prompt=consent")),
                            Optional.of(URI.create("https://accounts.example.com/device"))));
            assertThat(oauth2.tokenUrl()).hasToString("https://accounts.example.com/token");
            assertThat(oauth2.clientId()).isEqualTo("1234.apps.example.com");
            assertThat(oauth2.clientSecret()).contains("not-a-secret");
            assertThat(oauth2.scopes()).containsExactly("issues:read", "https://example.com/auth/issues.write");
        });
        assertThat(credential("published-api-key.toml"))
                .isEqualTo(new Credential.ApiKey(Optional.empty(), new Slot.Header("Authorization", "{key}")));
        assertThat(credential("published-local-service.toml"))
                .isEqualTo(new Credential.ApiKey(Optional.of("Read and send your messages"), Slot.Header.STANDARD));
        assertThat(credential("bearer.toml")).isEqualTo(new Credential.Bearer(Optional.empty(), Slot.Header.STANDARD));
        assertThat(credential("basic.toml")).isEqualTo(new Credential.Basic(Optional.empty()));
        assertThat(credential("published-aws.toml"))
                .isEqualTo(new Credential.AwsSigV4(Optional.of("Run queries; read-only"), "query", Optional.empty()));
        assertThat(credential("aws-table.toml"))
                .isEqualTo(new Credential.AwsSigV4(Optional.empty(), "s3", Optional.of("eu-central-1")));
    }

    @ParameterizedTest
    @CsvSource({
        "slot-query.toml,        query appid={key}",
        "slot-query-format.toml, query access_token=Token {key}",
        "slot-cookie.toml,       cookie session=v1.{key}",
        "slot-path.toml,         path /bot{key}",
        "slot-path-whole.toml,   path /{key}",
        "slot-header.toml,       X-Api-Key: {key}",
        "slot-oauth2.toml,       X-Shop-Access-Token: {key}",
        "bearer.toml,            Authorization: Bearer {key}",
    })
    void readsTheSlotOfEachKindOfOneSecret(String file, String slot) {
        assertThat(((Credential.OneSecret) credential(file)).slot().text()).isEqualTo(slot);
    }

    @Test
    void readsLimitsInTheirUnits() {
        Limits limits = good("full.toml").limits();
        assertThat(limits.get(LimitName.MEMORY)).isEqualTo(128L << 20);
        assertThat(limits.get(LimitName.WALL_TIME)).isEqualTo(60_000);
        assertThat(limits.get(LimitName.FUEL)).isEqualTo(120_000_000_000L);
        assertThat(limits.get(LimitName.STDIN)).isEqualTo(1L << 20);
        assertThat(limits.get(LimitName.HTTP_RESPONSE)).isEqualTo(1L << 20);
        assertThat(limits.get(LimitName.LOG)).isEqualTo(2_000);
        assertThat(limits.get(LimitName.COMPILE)).isEqualTo(600_000);
        assertThat(good("minimal.toml").limits()).isEqualTo(Limits.defaults());
    }

    @Test
    void readsOperationsWithTheirSchemas() {
        ConnectorManifest manifest = good("full.toml");
        Operation create = manifest.operation("create").orElseThrow();
        assertThat(create.idempotent()).contains(false);
        assertThat(create.reversal()).contains("delete");
        assertThat(create.args().orElseThrow())
                .hasToString("{\"type\":\"object\",\"required\":[\"title\"],\"additionalProperties\":false,"
                        + "\"properties\":{\"title\":{\"type\":\"string\",\"minLength\":1},"
                        + "\"priority\":{\"type\":[\"integer\",\"null\"],\"minimum\":0,"
                        + "\"maximum\":9007199254740993,\"default\":1.5}}}");
        assertThat(create.result().orElseThrow())
                .hasToString("{\"$ref\":\"#/$defs/issue\",\"$defs\":{\"issue\":{\"type\":\"object\"}}}");
        assertThat(manifest.operation("delete").orElseThrow().idempotent()).isEmpty();
        assertThat(manifest.operation("destroy")).isEmpty();
    }

    @Test
    void anOperationThatSaysSoChangesNothingAndNoOther() {
        String text = """
                [connector]
                name = "local://tests/reader"
                version = "1.0.0"
                [[operations]]
                name = "look"
                read_only = true
                [[operations]]
                name = "post"
                """;
        ConnectorManifest manifest = ManifestReader.read("manifest.toml", text).orThrow();

        assertThat(manifest.operation("look").orElseThrow().readOnly()).isTrue();
        assertThat(manifest.operation("post").orElseThrow().readOnly()).isFalse();
        assertThat(ManifestReader.read("manifest.toml", ManifestText.of(manifest))
                        .orThrow()
                        .operations())
                .isEqualTo(manifest.operations());
        assertThat(ManifestReader.read("manifest.toml", text.replace("true", "\"yes\"")))
                .isInstanceOf(ManifestResult.Problems.class);
    }

    @Test
    void tellsAnAbsentTableFromAnEmptyOne() {
        ConnectorManifest.Capabilities empty = good("empty-tables.toml").capabilities();
        assertThat(empty.network()).contains(List.of());
        assertThat(empty.imports()).contains(List.of());
        ConnectorManifest.Capabilities absent = good("minimal.toml").capabilities();
        assertThat(absent.network()).isEmpty();
        assertThat(absent.imports()).isEmpty();
        assertThat(absent.credential()).isEmpty();
        assertThat(absent.state()).isFalse();
        assertThat(good("minimal.toml").idempotency()).isEmpty();
    }

    @Test
    void readsHostsInTheirCanonicalSpelling() {
        assertThat(good("hosts-canonical.toml").capabilities().grants())
                .extracting(Object::toString)
                .containsExactly(
                        "api.example.com:443",
                        "xn--bcher-kva.example:443",
                        "[2001:db8::1]:443",
                        "[::ffff:192.0.2.1]:443",
                        "http://a:1");
    }

    @Test
    void handsOutCopiesOfSchemas() {
        Operation create = good("full.toml").operation("create").orElseThrow();
        ((ObjectNode) create.args().orElseThrow()).removeAll();
        assertThat(create.args().orElseThrow()).isNotEmpty();
    }

    @Test
    void reportsAnEmptyFileAtItsStart() {
        assertThat(problems(""))
                .containsExactly(
                        "manifest.toml:1:1: the file has no connector; add [connector] with a name and a version");
    }

    @Test
    void reportsAFileThatIsTooLarge() throws IOException {
        byte[] bytes = (BARE + "#" + "x".repeat(ManifestReader.MAX_BYTES)).getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(folder.resolve("manifest.toml"), bytes);
        assertThat(texts(ManifestReader.read(file)))
                .containsExactly("manifest.toml:1:1: the file is larger than 1 MiB; remove what is not a declaration");
    }

    @Test
    void readsAFileOfTheLargestSize() throws IOException {
        String text = BARE + "#" + "x".repeat(ManifestReader.MAX_BYTES - BARE.length() - 1);
        Path file = Files.writeString(folder.resolve("manifest.toml"), text);
        assertThat(ManifestReader.read(file)).isInstanceOf(ManifestResult.Read.class);
    }

    @Test
    void reportsWhereAFileStopsBeingUtf8() throws IOException {
        Path file = folder.resolve("manifest.toml");
        Files.write(file, (BARE + "publisher = \"é\u00e9").getBytes(StandardCharsets.UTF_8));
        Files.write(file, new byte[] {(byte) 0xe9, '"', '\n'}, StandardOpenOption.APPEND);
        assertThat(texts(ManifestReader.read(file)))
                .containsExactly("manifest.toml:4:16: the text is not UTF-8 from here on; save the file as UTF-8");
    }

    @Test
    void reportsMoreLinesThanAnyManifestNeeds() {
        String lines = "x = 1\n# not counted\n\n".repeat(TomlFile.MAX_LINES);
        assertThat(problems(lines))
                .containsExactly("manifest.toml:30001:1: the file has more than 10000 lines with content;"
                        + " remove what is not a declaration");
    }

    @Test
    void readsAnyNumberOfCommentsAndBlankLinesInNoTime() {
        String comments = "# a\n\n  # b\r\n\t\n".repeat(20_000);
        assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThat(problems(comments + BARE + comments + "x = 1"))
                        .singleElement()
                        .asString()
                        .startsWith("manifest.toml:160004:1: unknown key \"x\""));
    }

    @Test
    void reportsTextThatIsNotUnicode() {
        assertThat(problems(BARE + "# \ud834"))
                .containsExactly("manifest.toml:4:3: the text is not UTF-8 from here on; save the file as UTF-8");
    }

    @Test
    void reportsAFileThatIsNotThereAndAFolder() {
        assertThat(texts(ManifestReader.read(folder.resolve("manifest.toml"))))
                .containsExactly("manifest.toml:1:1: there is no such file; put a manifest.toml beside connector.wasm");
        assertThat(texts(ManifestReader.read(folder)))
                .containsExactly(folder.getFileName() + ":1:1: this is not a file; name the manifest itself");
        assertThat(texts(ManifestReader.read(Path.of("/")))).hasSize(1);
    }

    @Test
    void namesNoFolderInAProblem() throws IOException {
        Path file = Files.writeString(folder.resolve("manifest.toml"), "x = 1");
        assertThat(texts(ManifestReader.read(file)))
                .isNotEmpty()
                .allSatisfy(text -> assertThat(text).startsWith("manifest.toml:1:1: "));
    }

    @Test
    void keepsWhatAManifestSaysFromActingOnATerminal() {
        assertThat(problems(BARE + "\"\\u001b[2J\\u202E\" = 1"))
                .singleElement()
                .asString()
                .contains("unknown key \"\\u001b[2J\\u202e\"");
    }

    @Test
    void throwsForACallerThatKnewBetter() {
        assertThatThrownBy(() -> ManifestReader.read("manifest.toml", "a = 1").orThrow())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("manifest.toml:1:1: unknown key \"a\" in the file")
                .hasMessageContaining("has no connector");
    }

    private static ConnectorManifest good(String name) {
        return ManifestReader.read(
                        Fixture.root().resolve("testdata/manifests/good").resolve(name))
                .orThrow();
    }

    private static Credential credential(String name) {
        return good(name).capabilities().credential().orElseThrow();
    }

    private static List<String> problems(String toml) {
        return texts(ManifestReader.read("manifest.toml", toml));
    }

    private static List<String> texts(ManifestResult result) {
        return result instanceof ManifestResult.Problems wrong
                ? wrong.problems().stream().map(Problem::toString).toList()
                : List.of();
    }
}
