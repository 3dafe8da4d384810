package dev.airlock.benchmarks.peers.jvm;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.sandbox.cache.CacheUnusableException;
import dev.airlock.sandbox.cache.CodeCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A peer in a JVM of its own.
 *
 * <p>{@code JvmPeer HOST once|fill MODULE DOCUMENT CACHE} loads the connector, calls it once and prints the answer; {@code JvmPeer
 * HOST serve MODULE DOCUMENT} loads it and does what it is told on standard input. HOST is {@code airlock} or {@code chicory}.
 */
public final class JvmPeer {
    private JvmPeer() {}

    public static void main(String[] arguments) throws Exception {
        String host = arguments[0];
        String mode = arguments[1];
        Path module = Path.of(arguments[2]);
        Path document = Path.of(arguments[3]);
        Optional<CodeCache> cache =
                host.equals("airlock") && arguments.length > 4 ? Optional.of(cache(arguments[4])) : Optional.empty();
        try (GuestHost guests = host(host, module, document, cache)) {
            byte[] bytes = Files.readAllBytes(module);
            switch (mode) {
                case "once" -> System.out.println(guests.load(bytes).call());
                case "fill" -> System.out.println(guests.loadCompiled(bytes).call());
                case "serve" -> Conversation.hold(guests, bytes, System.in, System.out);
                default -> throw new IllegalArgumentException("no mode " + mode);
            }
        }
    }

    private static GuestHost host(String name, Path module, Path document, Optional<CodeCache> cache)
            throws IOException {
        byte[] stdin = Files.readAllBytes(document);
        return switch (name) {
            case "airlock" ->
                new AirlockHost(
                        ManifestReader.read(module.resolveSibling("manifest.toml"))
                                .orThrow(),
                        new ObjectMapper().readTree(stdin),
                        cache);
            case "chicory" -> new ChicoryHost(stdin);
            default -> throw new IllegalArgumentException("no host " + name);
        };
    }

    private static CodeCache cache(String folder) throws IOException, CacheUnusableException {
        Path base = Path.of(folder);
        return CodeCache.open(base.resolve("code"), base.resolve("code-cache.key"), CodeCache.STANDARD_SIZE);
    }
}
