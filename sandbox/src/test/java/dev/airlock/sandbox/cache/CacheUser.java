package dev.airlock.sandbox.cache;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** A separate process that uses or clears a cache that others use too, and reports the errors that it finds. */
final class CacheUser {
    private static final int ROUNDS = 300;
    private static final int KEYS = 4;

    private CacheUser() {}

    /** Arguments: the folder, the key, and {@code use} or {@code clear}. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        CodeCache cache = CodeCache.open(folder, Path.of(arguments[1]), CodeCache.STANDARD_SIZE);
        for (int i = 0; i < ROUNDS; i++) {
            if (arguments[2].equals("clear")) {
                CacheFolder.at(folder).clear();
            } else {
                use(cache, "key " + i % KEYS);
            }
        }
        System.out.println("nothing wrong");
    }

    private static void use(CodeCache cache, String key) throws IOException {
        byte[] content = key.repeat(1000).getBytes(StandardCharsets.UTF_8);
        cache.put(key, key, content);
        Optional<byte[]> found = cache.get(key);
        if (found.isPresent() && !Arrays.equals(found.get(), content)) {
            throw new AssertionError("another content");
        }
    }
}
