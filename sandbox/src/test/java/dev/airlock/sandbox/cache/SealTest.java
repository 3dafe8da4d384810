package dev.airlock.sandbox.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * The seal is the HMAC-SHA-256 that the JVM computes, over the name, preceded by its length, and the bytes after the
 * seal.
 */
final class SealTest {
    @TempDir
    private Path folder;

    @RepeatedTest(20)
    void isTheJvmsOwnHmac(RepetitionInfo repetition) throws Exception {
        Random random = new Random(repetition.getCurrentRepetition());
        byte[] file = new byte[Seal.BYTES + random.nextInt(500)];
        random.nextBytes(file);
        String name = "entry-\u00e9-" + random.nextInt();
        Path keyFile = folder.resolve("keys").resolve("cache.key");
        Seal seal = Seal.of(keyFile);

        seal.put(name, file);

        assertThat(Arrays.copyOf(file, Seal.BYTES)).isEqualTo(hmac(Files.readAllBytes(keyFile), name, file));
        assertThat(seal.fits(name, file)).isTrue();
        assertThat(seal.fits(name + "x", file)).isFalse();
        file[random.nextInt(file.length)] ^= 1;
        assertThat(seal.fits(name, file)).isFalse();
    }

    private static byte[] hmac(byte[] key, String name, byte[] file) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
        mac.update(ByteBuffer.allocate(Short.BYTES)
                .putShort((short) nameBytes.length)
                .array());
        mac.update(nameBytes);
        mac.update(file, Seal.BYTES, file.length - Seal.BYTES);
        return mac.doFinal();
    }
}
