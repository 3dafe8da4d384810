package dev.airlock.runtime.store;

import dev.airlock.failures.LimitName;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.runtime.packages.ConnectorPackage;
import dev.airlock.runtime.packages.ContentHash;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Where things lie in a store, and what is read there. A link in it is not followed.
 *
 * @param root the folder of the store
 */
record StoreFolders(Path root) {
    private static final int MOST_SIGNATURE_BYTES = 64;

    /** The places of connectors, each called by the hex digits of its hash. */
    Path all() {
        return root.resolve("sha256");
    }

    Path place(ContentHash hash) {
        return all().resolve(hash.hex());
    }

    /** What is on its way in, or is to be deleted; whoever holds the lock and finds something here may delete it. */
    Path unfinished() {
        return root.resolve("unfinished");
    }

    /** What is on its way out and not on record yet; whoever holds the lock and finds something here puts it back. */
    Path removing() {
        return root.resolve("removing");
    }

    Path lock() {
        return root.resolve(".lock");
    }

    /** Whether a connector lies there, whole or not. */
    static boolean isEntry(Path place) {
        return Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS);
    }

    /** The bytes that lie at a hash's place; empty if nothing lies there that could be a connector. */
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

    /** A file of a connector: at most one byte more than is permitted, so that something too long is noticed as altered. */
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
