package dev.airlock.registry.install;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.packages.BrokenPackageException;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.PackageArchive;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** An archive on this machine, or a folder with the contents of one. */
public final class LocalSource implements PackageSource {
    private static final long MOST_MODULE_BYTES = LimitRule.of(LimitName.MODULE).ceiling();
    private static final int SIGNATURE_BYTES = 64;

    private final Path place;

    /** @param place a file, or a folder */
    public LocalSource(Path place) {
        this.place = place;
    }

    @Override
    public ConnectorPackage fetch(ConnectorReference wanted) throws SourceException {
        try {
            return Files.isDirectory(place)
                    ? folder()
                    : PackageArchive.unpack(
                            bytes(place, PackageArchive.MAX_BYTES).orElseThrow(LocalSource::absent));
        } catch (BrokenPackageException e) {
            throw new SourceException(
                    "The file is not a connector package. " + e.why() + " Name an archive that airlock pack made.");
        } catch (IOException e) {
            throw new SourceException("The named archive or folder cannot be read. Check its permissions.");
        }
    }

    private ConnectorPackage folder() throws IOException, SourceException {
        return new ConnectorPackage(
                bytes(place.resolve(ConnectorPackage.MODULE), MOST_MODULE_BYTES).orElseThrow(LocalSource::absent),
                bytes(place.resolve(ConnectorPackage.MANIFEST), ManifestReader.MAX_BYTES)
                        .orElseThrow(LocalSource::absent),
                new ConnectorPackage.Signatures(
                        bytes(place.resolve(ConnectorPackage.SIGNATURE), SIGNATURE_BYTES),
                        bytes(place.resolve(ConnectorPackage.SIGNATURE_V2), SIGNATURE_BYTES)));
    }

    private static SourceException absent() {
        return new SourceException(
                "There is neither an archive nor a folder with connector.wasm and manifest.toml. Check the place that --from"
                        + " names.");
    }

    private static Optional<byte[]> bytes(Path file, long most) throws IOException {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Optional.of(in.readNBytes(Math.toIntExact(most + 1)));
        }
    }
}
