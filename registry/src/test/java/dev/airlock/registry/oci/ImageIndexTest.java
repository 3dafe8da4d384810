package dev.airlock.registry.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.install.WrongBytesException;
import dev.airlock.registry.net.DownloadListener;
import dev.airlock.registry.net.Downloads;
import dev.airlock.registry.packages.PackageArchive;
import dev.airlock.registry.packages.Packages;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tags that name an index of manifests, at the test's own registry. */
class ImageIndexTest {
    private static final String NAME = "oci://registry.example.com/acme/slack";
    private static final String INDEX = "application/vnd.oci.image.index.v1+json";
    private static final String LIST = "application/vnd.docker.distribution.manifest.list.v2+json";
    private static final String CONNECTOR = ",\"artifactType\":\"" + OciManifest.ARCHIVE + "\"";
    private static final String LINUX = ",\"platform\":{\"os\":\"linux\",\"architecture\":\"amd64\"}";
    private static final String ATTESTATION =
            ",\"platform\":{\"os\":\"unknown\",\"architecture\":\"unknown\"},\"annotations\":{\"vnd.docker.reference.type\":"
                    + "\"attestation-manifest\"}";

    private final OwnRegistry registry = OwnRegistry.withTokens();
    private final List<String> entries = new ArrayList<>();

    @AfterEach
    void stop() {
        registry.close();
    }

    /** Pushes a connector of a version and returns the index's entry for it. */
    private String connector(String version, String more) {
        String digest =
                registry.push().connector("acme/slack", version, PackageArchive.pack(Packages.of(NAME, version)));
        return entry(digest, sizeOf(digest), more);
    }

    private String image(String more) {
        String digest = registry.push().image("acme/slack", "image", new byte[] {1});
        return entry(digest, sizeOf(digest), more);
    }

    private int sizeOf(String digest) {
        return registry.size("acme/slack", digest);
    }

    private String entry(String digest, int size, String more) {
        entries.add("{\"mediaType\":\"" + OciManifest.IMAGE + "\",\"digest\":\"" + digest + "\",\"size\":" + size + more
                + "}");
        return digest;
    }

    private byte[] index(String type, String more) {
        return ("{\"schemaVersion\":2,\"mediaType\":\"" + type + "\",\"manifests\":[" + String.join(",", entries) + "]"
                        + more + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private String installed() throws SourceException {
        return installed(INDEX, "");
    }

    private String installed(String type, String more) throws SourceException {
        byte[] index = index(type, more);
        registry.tag("acme/slack", "all", index);
        registry.describe(OciDigest.of(index), type);
        return fetched();
    }

    private String fetched() throws SourceException {
        try (Downloads downloads = new Downloads(registry.server().dialer(), DownloadListener.NONE)) {
            return OciSource.at(NAME + ":all", downloads, RegistryLogins.NONE)
                    .fetch(ConnectorReference.parse(NAME + "@1.0.0").orThrow())
                    .readManifest()
                    .orThrow()
                    .connector()
                    .version()
                    .toString();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {INDEX, LIST})
    void aLoneManifestIsFollowed(String type) throws Exception {
        connector("1.0.0", LINUX);

        assertThat(installed(type, "")).isEqualTo("1.0.0");
    }

    @Test
    void theOneThatTheIndexCallsAConnectorIsFollowed() throws Exception {
        image(LINUX);
        connector("1.0.0", CONNECTOR);
        connector("2.0.0", "");

        assertThat(installed()).isEqualTo("1.0.0");
    }

    @Test
    void whereItCallsNoneSoTheOneThatIsAConnectorIsFollowed() throws Exception {
        image(LINUX);
        connector("1.0.0", LINUX);
        image(LINUX);

        assertThat(installed()).isEqualTo("1.0.0");
    }

    @Test
    void anAttestationIsNoManifestToChooseFrom() throws Exception {
        connector("1.0.0", LINUX);
        image(ATTESTATION);

        assertThat(installed()).isEqualTo("1.0.0");
    }

    @Test
    void severalAreRefusedWithWhatTheyAreAndTheNextStep() {
        String first = connector("1.0.0", CONNECTOR);
        String second = connector("2.0.0", CONNECTOR);
        image(LINUX);

        assertRefused(NAME + ":all is an index of 3 manifests, 2 of which are connectors: " + first + " ("
                + OciManifest.ARCHIVE
                + "), " + second + " (" + OciManifest.ARCHIVE
                + "). Name one by its digest, with --from " + NAME + "@sha256:….");
    }

    @Test
    void severalThatItDoesNotCallSoAreRefusedToo() {
        connector("1.0.0", LINUX);
        connector("2.0.0", LINUX);

        assertRefused("is an index of 2 manifests, 2 of which are connectors: ");
    }

    @Test
    void anIndexWithoutAConnectorSaysWhatItHas() {
        String image = image(LINUX);
        image(",\"platform\":{\"os\":\"linux\",\"architecture\":\"arm64\"}");

        assertRefused("is an index of 2 manifests, none of which is marked as a connector: " + image
                + " (linux/amd64), " + image + " (linux/arm64). Name");
    }

    @Test
    void anEmptyIndexAndAnEndlessOneAreRefused() {
        assertRefused("is an index of 0 manifests, none of which is marked as a connector. Name");
        for (int i = 0; i < 20; i++) {
            image(LINUX);
        }
        registry.server().requests().clear();

        assertRefused(" and 10 more. Name one");
        assertThat(registry.server().requests()).hasSize(3);
    }

    @Test
    void anIndexOfAnIndexIsNotFollowed() {
        connector("1.0.0", CONNECTOR);
        byte[] inner = index(INDEX, "");
        registry.tag("acme/slack", "inner", inner);
        registry.describe(OciDigest.of(inner), INDEX);
        entries.clear();
        entry(OciDigest.of(inner), inner.length, "");

        assertRefused("is another index, which Airlock does not follow");
    }

    @ParameterizedTest
    @ValueSource(strings = {",\"layers\":[]", ",\"config\":{}"})
    void anIndexThatCouldBeReadAsAnImageIsNone(String more) {
        connector("1.0.0", CONNECTOR);

        assertThatThrownBy(() -> installed(INDEX, more)).hasMessageContaining("is not an image manifest");
    }

    @Test
    void aManifestThatIsNotOfItsSizeIsNoticed() {
        String digest = registry.push().connector("acme/slack", "1.0.0", new byte[] {1});
        entry(digest, sizeOf(digest) + 1, "");

        assertThatThrownBy(this::installed)
                .isInstanceOf(WrongBytesException.class)
                .hasMessageContaining(
                        "The manifest that the index of " + NAME + ":all names does not match its source");
    }

    @Test
    void anEntryWithoutADigestIsRefused() {
        entries.add("{\"mediaType\":\"" + OciManifest.IMAGE + "\",\"digest\":\"../x\",\"size\":1}");

        assertRefused("without a SHA-256 digest and a size");
    }

    private void assertRefused(String why) {
        assertThatThrownBy(this::installed).isInstanceOf(SourceException.class).hasMessageContaining(why);
    }
}
