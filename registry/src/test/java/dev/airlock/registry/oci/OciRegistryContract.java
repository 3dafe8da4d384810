package dev.airlock.registry.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.install.PackageSource;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.net.DownloadListener;
import dev.airlock.registry.net.Downloads;
import dev.airlock.registry.net.Uploads;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.PackageArchive;
import dev.airlock.registry.packages.Packages;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.host.net.dial.Dialer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The contract of every registry that follows the specification, over real TLS. */
abstract class OciRegistryContract {
    static final String HOST = "oci://registry.example.com";

    abstract RegistryPush push();

    abstract Dialer dialer();

    abstract RegistryLogins logins();

    @Test
    void aVersionIsATag() throws Exception {
        pushed("acme/slack", "1.0.0", HOST + "/acme/slack", "1.0.0");

        assertThat(byName(HOST + "/acme/slack@1.0.0")).isEqualTo(HOST + "/acme/slack@1.0.0");
    }

    @Test
    void aSubpathIsPartOfTheRepositorysNameAndBuildMetadataIsSetOffByAnUnderscore() throws Exception {
        pushed("acme/tools/slack", "1.0.0_build.5", HOST + "/acme/tools/slack", "1.0.0+build.5");

        assertThat(byName(HOST + "/acme/tools/slack@1.0.0+build.5"))
                .isEqualTo(HOST + "/acme/tools/slack@1.0.0+build.5");
    }

    @Test
    void aPlaceMayNameATagOrADigest() throws Exception {
        String digest = pushed("acme/placed", "latest", "github://acme/placed", "1.0.0");

        for (String place : new String[] {":latest", "@" + digest, ":gone@" + digest}) {
            assertThat(at(HOST + "/acme/placed" + place, "github://acme/placed@1.0.0"))
                    .isEqualTo("github://acme/placed@1.0.0");
        }
    }

    @Test
    void whatAGeneralToolPushesIsFoundByItsTitle() throws Exception {
        push().titled("acme/titled", "1.0.0", PackageArchive.pack(Packages.of(HOST + "/acme/titled", "1.0.0")));

        assertThat(byName(HOST + "/acme/titled@1.0.0")).isEqualTo(HOST + "/acme/titled@1.0.0");
    }

    @Test
    void whatIsNotThereOrNoConnectorSaysSo() {
        push().image("acme/image", "1.0.0", new byte[] {1});

        assertRefused(HOST + "/acme/image@1.0.0", "has 0 layers that are a connector's archive");
        assertRefused(HOST + "/acme/image@2.0.0", "The registry has no " + HOST + "/acme/image:2.0.0.");
        assertRefused(HOST + "/acme/nothing@1.0.0", "The registry has no");
        assertRefused(HOST + "/Acme/Slack@1.0.0", "the name in lower case");
    }

    @Test
    void aTagOfAnIndexLeadsToItsOneConnector() throws Exception {
        String connector = pushed("acme/several", "one", HOST + "/acme/several", "1.0.0");
        String image = push().image("acme/several", "image", new byte[] {1});
        String other = pushed("acme/several", "two", HOST + "/acme/several", "2.0.0");
        push().index("acme/several", "1.0.0", List.of(image, connector));
        push().index("acme/several", "lone", List.of(connector));
        push().index("acme/several", "2.0.0", List.of(connector, other));

        assertThat(byName(HOST + "/acme/several@1.0.0")).isEqualTo(HOST + "/acme/several@1.0.0");
        assertThat(at(HOST + "/acme/several:lone", HOST + "/acme/several@1.0.0"))
                .isEqualTo(HOST + "/acme/several@1.0.0");
        assertRefused(HOST + "/acme/several@2.0.0", "2 of which are connectors: " + connector);
        assertThat(publisher(at -> at.publish(tag(HOST + "/acme/several:lone"), new byte[] {1})))
                .isInstanceOf(Publication.Taken.class);
    }

    @Test
    void whatIsPublishedIsInstalledByItsNameAndPublishedAgainItChangesNothing() throws Exception {
        String name = HOST + "/acme/published";
        byte[] archive = PackageArchive.pack(Packages.of(name, "1.0.0+build.5"));

        Publication first = publish(name + "@1.0.0+build.5", archive);
        Publication again = publish(name + "@1.0.0+build.5", archive);

        assertThat(first)
                .isEqualTo(new Publication.Published(
                        name + ":1.0.0_build.5", OciDigest.of(OciManifest.of(archive)), Optional.empty()));
        assertThat(again).isEqualTo(new Publication.Unchanged(first.place(), first.digest()));
        assertThat(byName(name + "@1.0.0+build.5")).isEqualTo(name + "@1.0.0+build.5");
        assertThat(at(HOST + "/acme/published@" + first.digest(), name + "@1.0.0+build.5"))
                .isEqualTo(name + "@1.0.0+build.5");
    }

    @Test
    void aTagThatNamesSomethingElseIsNotOverwrittenUnlessThatIsWanted() throws Exception {
        String name = HOST + "/acme/taken";
        byte[] before = PackageArchive.pack(Packages.of(name, "1.0.0"));
        byte[] other = PackageArchive.pack(Packages.of(name, "1.0.1"));
        String there = publish(name + "@1.0.0", before).digest();

        Publication taken = publisher(at -> at.publish(tag(name + ":1.0.0"), other));

        assertThat(taken).isEqualTo(new Publication.Taken(name + ":1.0.0", OciDigest.of(OciManifest.of(other)), there));
        assertThat(byName(name + "@1.0.0")).isEqualTo(name + "@1.0.0");
        assertThat(publisher(at -> at.replace(tag(name + ":1.0.0"), other)))
                .isEqualTo(new Publication.Published(taken.place(), taken.digest(), Optional.of(there)));
        assertThat(byName(name + "@1.0.0")).isEqualTo(name + "@1.0.1");
        assertThat(publisher(at -> at.replace(tag(name + ":1.0.0"), other)))
                .isEqualTo(new Publication.Unchanged(taken.place(), taken.digest()));
    }

    @Test
    void theSameArchiveThatAnotherToolPushedIsNotPublishedAnew() throws Exception {
        String name = HOST + "/acme/pushed";
        String digest = pushed("acme/pushed", "1.0.0", name, "1.0.0");

        assertThat(publish(name + "@1.0.0", PackageArchive.pack(Packages.of(name, "1.0.0"))))
                .isEqualTo(new Publication.Unchanged(name + ":1.0.0", digest));
        push().image("acme/pushed", "image", new byte[] {1});
        assertThat(publisher(at -> at.publish(tag(name + ":image"), new byte[] {2})))
                .isInstanceOf(Publication.Taken.class);
    }

    /** A use of a publisher. */
    @FunctionalInterface
    interface Publishes {
        Publication with(OciPublisher publisher) throws SourceException;
    }

    static OciPublisher.Tag tag(String place) {
        try {
            return OciPublisher.Tag.at(
                    place, ConnectorReference.parse("github://acme/any@1.0.0").orThrow());
        } catch (SourceException e) {
            throw new AssertionError(e);
        }
    }

    Publication publish(String reference, byte[] archive) throws SourceException {
        OciPublisher.Tag byName =
                OciPublisher.Tag.of(ConnectorReference.parse(reference).orThrow());
        return publisher(publisher -> publisher.publish(byName, archive));
    }

    Publication publisher(Publishes work) throws SourceException {
        Dialer dialer = dialer();
        try (Downloads downloads = new Downloads(dialer, DownloadListener.NONE);
                Uploads uploads = new Uploads(dialer, DownloadListener.NONE, new Cancellation())) {
            return work.with(new OciPublisher(downloads, uploads, logins(), () -> {}));
        }
    }

    /** Pushes a package; returns its manifest's digest. */
    String pushed(String repository, String tag, String name, String version) {
        return push().connector(repository, tag, PackageArchive.pack(Packages.of(name, version)));
    }

    /** Fetches a package and returns its own name. */
    String byName(String reference) throws SourceException {
        return called(reference, downloads -> OciSource.byName(downloads, logins()));
    }

    String at(String place, String reference) throws SourceException {
        return called(reference, downloads -> OciSource.at(place, downloads, logins()));
    }

    void assertRefused(String reference, String why) {
        assertThatThrownBy(() -> byName(reference))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(why);
    }

    String called(String reference, Function<Downloads, PackageSource> source) throws SourceException {
        try (Downloads downloads = new Downloads(dialer(), DownloadListener.NONE)) {
            ConnectorPackage found = source.apply(downloads)
                    .fetch(ConnectorReference.parse(reference).orThrow());
            return found.readManifest().orThrow().connector().reference().toString();
        }
    }
}
