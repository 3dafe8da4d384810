package dev.airlock.benchmarks.peers.jvm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.sandbox.cache.CacheUnusableException;
import dev.airlock.sandbox.cache.CodeCache;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A peer in its own JVM.
 *
 * <p>{@code JvmPeer HOST once|fill MODULE DOCUMENT CACHE} loads the connector, calls it once and prints the answer; {@code JvmPeer HOST
 * serve MODULE DOCUMENT} loads it and answers requests on standard input; {@code begin MODULE DOCUMENT CACHE} does so after its first
 * calls, with a full cache. {@code JvmPeer airlock uncached MODULE DOCUMENT THREADS} calls it while it is compiled. HOST is {@code airlock}
 * or {@code chicory}.
 */
public final class JvmPeer {
    private JvmPeer() {}

    public static void main(String[] arguments) throws Exception {
        long start = System.nanoTime();
        String host = arguments[0];
        String mode = arguments[1];
        Path module = Path.of(arguments[2]);
        Path document = Path.of(arguments[3]);
        Optional<CodeCache> cache = host.equals("airlock") && arguments.length > 4 && !mode.equals("uncached")
                ? Optional.of(cache(arguments[4]))
                : Optional.empty();
        try (GuestHost guests = host(host, module, document, cache)) {
            byte[] bytes = Files.readAllBytes(module);
            switch (mode) {
                case "once" -> System.out.println(guests.load(bytes).call());
                case "fill" -> fill(guests.load(bytes));
                case "serve" -> Conversation.hold(guests, bytes, System.in, System.out);
                case "begin" -> Conversation.begin(guests, bytes, start, System.in, System.out);
                case "uncached" -> UncachedCalls.run(guests, bytes, Integer.parseInt(arguments[4]));
                default -> throw new IllegalArgumentException("no mode " + mode);
            }
        }
    }

    /** Makes a call as a first process does, and waits until the compiled code is in the cache for the next process. */
    private static void fill(Guest guest) throws InterruptedException {
        System.out.println(guest.call());
        guest.awaitCompiled();
    }

    private static GuestHost host(String name, Path module, Path document, Optional<CodeCache> cache)
            throws IOException, MalformedJsonException {
        byte[] stdin = Files.readAllBytes(document);
        return switch (name) {
            case "airlock" ->
                new AirlockHost(
                        ManifestReader.read(module.resolveSibling("manifest.toml"))
                                .orThrow(),
                        (ObjectNode) StrictJson.read(new String(stdin, StandardCharsets.UTF_8)),
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
