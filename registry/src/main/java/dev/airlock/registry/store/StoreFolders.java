package dev.airlock.registry.store;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.packages.ConnectorPackage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The folders of a store, and reading in them. Links in it are not followed.
 *
 * @param root the folder of the store
 */
record StoreFolders(Path root) {
    private static final int MOST_SIGNATURE_BYTES = 64;

    /** Returns the folder of connectors' places, each named by the hex digits of its hash. */
    Path all() {
        return root.resolve("sha256");
    }

    Path place(ContentHash hash) {
        return all().resolve(hash.hex());
    }

    /** Returns the folder for files that are being added or deleted. Under the lock, anything in it may be deleted. */
    Path unfinished() {
        return root.resolve("unfinished");
    }

    /** Returns the folder for connectors whose removal is not recorded yet. Under the lock, anything in it is moved back. */
    Path removing() {
        return root.resolve("removing");
    }

    Path lock() {
        return root.resolve(".lock");
    }

    /** Returns whether a connector is there, complete or not. */
    static boolean isEntry(Path place) {
        return Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns the bytes at the place of a hash; empty if there is no possible connector. */
    Optional<ConnectorPackage> read(ContentHash hash) throws IOException {
        Path place = place(hash);
        if (!isEntry(place)) {
            return Optional.empty();
        }
        Optional<byte[]> module = file(place, ConnectorPackage.MODULE);
        Optional<byte[]> manifest = file(place, ConnectorPackage.MANIFEST);
        if (module.isEmpty() || manifest.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ConnectorPackage(
                module.get(),
                manifest.get(),
                new ConnectorPackage.Signatures(
                        file(place, ConnectorPackage.SIGNATURE), file(place, ConnectorPackage.SIGNATURE_V2))));
    }

    /** Returns a file of a connector: at most one byte more than permitted, so that a longer one is noticed as altered. */
    static Optional<byte[]> file(Path place, String name) throws IOException {
        Path file = place.resolve(name);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(in.readNBytes(Math.toIntExact(most(name) + 1)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private static long most(String name) {
        return switch (name) {
            case ConnectorPackage.MODULE -> LimitRule.of(LimitName.MODULE).ceiling();
            case ConnectorPackage.MANIFEST -> ManifestReader.MAX_BYTES;
            default -> MOST_SIGNATURE_BYTES;
        };
    }
}
