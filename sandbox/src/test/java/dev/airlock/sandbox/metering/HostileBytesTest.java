package dev.airlock.sandbox.metering;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.airlock.sandbox.wasm.ModuleGenerator;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.Feature;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * For any bytes, the reader refuses or succeeds and allocates in proportion to them, and what it has read can be
 * rewritten.
 *
 * <p>{@code -Dairlock.seed=N} moves the sample, {@code -Dairlock.full=true} makes it large.
 */
final class HostileBytesTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long BYTES_FOR_EACH_BYTE = 300;
    private static final long BYTES_FOR_ANY_MODULE = 200_000;

    @Test
    void survivesEveryPrefixOfAModule() throws IOException {
        for (byte[] module : modules()) {
            for (int length = 0; length < module.length; length++) {
                attempt(Arrays.copyOf(module, length));
            }
        }
    }

    @Test
    void survivesChangedBytes() throws IOException {
        Random random = new Random(Long.getLong("airlock.seed", 1));
        int rounds = Boolean.getBoolean("airlock.full") ? 100_000 : 2_000;
        int readable = 0;
        for (byte[] module : modules()) {
            for (int i = 0; i < rounds; i++) {
                readable += attempt(changed(module, random)) ? 1 : 0;
            }
        }
        assertThat(readable).isPositive();
    }

    @Test
    void survivesBytesThatAreInsertedAndRemoved() throws IOException {
        Random random = new Random(Long.getLong("airlock.seed", 1));
        int rounds = Boolean.getBoolean("airlock.full") ? 100_000 : 1_000;
        for (byte[] module : modules()) {
            for (int i = 0; i < rounds; i++) {
                int from = random.nextInt(module.length);
                int to = random.nextInt(module.length);
                byte[] spliced = Arrays.copyOf(module, from + module.length - to);
                System.arraycopy(module, to, spliced, from, module.length - to);
                attempt(spliced);
            }
        }
    }

    /** Changes up to four bytes, often to values with much effect: opcodes, prefixes, continued numbers. */
    private static byte[] changed(byte[] module, Random random) {
        byte[] changed = module.clone();
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            int[] values = {0x00, 0x0B, 0x80, 0xFF, 0x7F, 0xFC, 0xFD, 0x40, 0x03, random.nextInt(256)};
            changed[random.nextInt(module.length)] = (byte) values[random.nextInt(values.length)];
        }
        return changed;
    }

    /** Reads a module, and rewrites it if that succeeds. Returns whether it did. */
    private static boolean attempt(byte[] module) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            ModuleInfo info = WasmModuleReader.read(module, ModuleLimits.DEFAULT, Feature.decoded());
            info.functionNames().of(0);
            assertThat(FuelMetering.rewriteWithoutCharges(module, info).bytes()).isEqualTo(module);
            FuelMetering.rewrite(module, info);
            return true;
        } catch (ModuleRefused refused) {
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            assertThat(refused.reason().offset()).isBetween(0L, (long) module.length);
            assertThat(refused.reason().sentence()).endsWith(".");
            assertThat(allocated).isLessThan(BYTES_FOR_ANY_MODULE + BYTES_FOR_EACH_BYTE * module.length);
            return false;
        }
    }

    /** Returns small modules from the fixtures, and generated ones. */
    private static List<byte[]> modules() throws IOException {
        List<byte[]> modules = new ArrayList<>();
        Path fixtures = Path.of(System.getProperty("airlock.root"), "testdata", "metering");
        try (Stream<Path> files = Files.list(fixtures)) {
            for (Path file : files.filter(name -> name.toString().endsWith(".wasm"))
                    .sorted()
                    .toList()) {
                modules.add(Files.readAllBytes(file));
            }
        }
        for (long seed = 1; seed <= 5; seed++) {
            modules.add(ModuleGenerator.module(seed));
        }
        return modules;
    }
}
