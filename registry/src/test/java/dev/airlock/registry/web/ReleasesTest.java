package dev.airlock.registry.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.install.PackageSource;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.net.DownloadListener;
import dev.airlock.registry.net.Downloads;
import dev.airlock.registry.net.TestServer;
import dev.airlock.registry.packages.PackageArchive;
import dev.airlock.registry.packages.Packages;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The URL for a name and version, as requested from a server over real TLS that has every name. */
class ReleasesTest {
    @ParameterizedTest
    @CsvSource({
        "github://acme/slack@1.2.0, github.com/acme/slack/releases/download/v1.2.0/airlock.tar.gz",
        "github://acme/tools/chat/slack@1.2.0,"
                + " github.com/acme/tools/releases/download/chat%2Fslack%2Fv1.2.0/airlock.tar.gz",
        "github://acme/slack@2.0.0-rc.1+build.5,"
                + " github.com/acme/slack/releases/download/v2.0.0-rc.1%2Bbuild.5/airlock.tar.gz",
        "gitlab://acme/slack@1.2.0, gitlab.com/acme/slack/-/releases/v1.2.0/downloads/airlock.tar.gz",
        "gitlab://acme/tools/slack@1.2.0, gitlab.com/acme/tools/-/releases/slack%2Fv1.2.0/downloads/airlock.tar.gz",
        "https://packages.example.com/slack@1.2.0, packages.example.com/slack/v1.2.0/airlock.tar.gz",
        "https://packages.example.com/tools/slack@1.2.0, packages.example.com/tools/slack/v1.2.0/airlock.tar.gz"
    })
    void theReleaseOfAVersionIsItsTag(String reference, String url) throws Exception {
        assertThat(asked(reference, Optional.empty(), "airlock.tar.gz")).containsExactly("GET " + url);
    }

    @Test
    void theOtherNameOfAnArchiveIsTriedIfTheFirstIsNotThere() throws Exception {
        assertThat(asked("github://acme/slack@1.2.0", Optional.empty(), "aileron.tar.gz"))
                .containsExactly(
                        "GET github.com/acme/slack/releases/download/v1.2.0/airlock.tar.gz",
                        "GET github.com/acme/slack/releases/download/v1.2.0/aileron.tar.gz");
    }

    @Test
    void aMirrorStandsInThePlaceOfTheForge() throws Exception {
        for (String mirror : List.of("https://packages.example.com/cache", "https://packages.example.com/cache/")) {
            assertThat(asked("github://acme/slack@1.2.0", Optional.of(mirror), "airlock.tar.gz"))
                    .containsExactly(
                            "GET packages.example.com/cache/acme/slack/releases/download/v1.2.0/airlock.tar.gz");
            assertThat(asked("gitlab://acme/slack@1.2.0", Optional.of(mirror), "airlock.tar.gz"))
                    .containsExactly(
                            "GET packages.example.com/cache/acme/slack/-/releases/v1.2.0/downloads/airlock.tar.gz");
        }
    }

    @Test
    void aReleaseThatIsNotThereSaysWhatWasLookedFor() {
        assertThatThrownBy(() -> asked("github://acme/tools/slack@1.2.0", Optional.empty(), "nothing"))
                .isInstanceOf(SourceException.class)
                .hasMessage("There is no release slack/v1.2.0 with airlock.tar.gz or aileron.tar.gz at"
                        + " https://github.com/acme/tools. Check the releases there; servers often hide what is not"
                        + " public. Or name the archive with --from.");
    }

    @Test
    void aMirrorThatIsNoHttpsUrlIsRefused() {
        for (String mirror : List.of("http://packages.example.com", "packages.example.com", "https://")) {
            assertThatThrownBy(() -> asked("github://acme/slack@1.2.0", Optional.of(mirror), "airlock.tar.gz"))
                    .isInstanceOf(SourceException.class);
        }
    }

    /** Returns the requests of a fetch to a server that has an archive under that name at every path. */
    private static List<String> asked(String reference, Optional<String> mirror, String there) throws SourceException {
        ConnectorReference wanted = ConnectorReference.parse(reference).orThrow();
        byte[] archive = PackageArchive.pack(
                Packages.of(wanted.name().toString(), wanted.version().toString()));
        Function<Downloads, PackageSource> source = switch (wanted.name().scheme()) {
            case GITHUB -> downloads -> Releases.github(downloads, mirror.orElse(Releases.GITHUB));
            case GITLAB -> downloads -> Releases.gitlab(downloads, mirror.orElse(Releases.GITLAB));
            default -> Releases::files;
        };
        try (TestServer server = TestServer.start(exchange -> {
                    boolean found = exchange.getRequestURI().getPath().endsWith("/" + there);
                    TestServer.answer(exchange, found ? 200 : 404, found ? archive : new byte[0]);
                });
                Downloads downloads = new Downloads(server.dialer(), DownloadListener.NONE)) {
            source.apply(downloads).fetch(wanted);
            return List.copyOf(server.requests());
        }
    }
}
