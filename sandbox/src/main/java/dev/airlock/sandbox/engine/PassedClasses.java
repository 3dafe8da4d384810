package dev.airlock.sandbox.engine;

import com.dylibso.chicory.compiler.Cache;
import dev.airlock.sandbox.metering.MeteredModule;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * The engine's cache for one module: what the engine puts in comes out changed by {@link GuestClassPass}, and is kept in the
 * user's folder if there is one. An archive begins with an entry of ours that says how large the frames are.
 */
final class PassedClasses implements Cache {
    private static final String FRAMES_ENTRY = "frame-ratio";
    private static final String CLASS_SUFFIX = ".class";

    private final MeteredModule module;
    private final Optional<CompiledClasses> kept;
    private final Runnable compiling;
    private byte @Nullable [] passed;
    private boolean found;
    private long frameRatio = 1;

    /**
     * The cache of one module.
     *
     * @param compiling is told when the engine has to compile
     */
    PassedClasses(MeteredModule module, Optional<CompiledClasses> kept, Runnable compiling) {
        this.module = module;
        this.kept = kept;
        this.compiling = compiling;
    }

    /** Whether the classes were there from an earlier time. */
    boolean wereFound() {
        return found;
    }

    long frameRatio() {
        return frameRatio;
    }

    @Override
    public byte @Nullable [] get(String key) throws IOException {
        if (passed != null) {
            return passed;
        }
        byte[] earlier = kept.isPresent() ? kept.get().get(key) : null;
        if (earlier == null) {
            compiling.run();
        } else {
            found = true;
            frameRatio = readFrameRatio(earlier);
        }
        return earlier;
    }

    @Override
    public void putIfAbsent(String key, byte[] archive) throws IOException {
        GuestClassPass pass = new GuestClassPass(module);
        Map<String, byte[]> entries = changed(archive, pass);
        frameRatio = pass.frames().largest();
        byte[] whole = archiveOf(frameRatio, entries);
        passed = whole;
        if (kept.isPresent()) {
            kept.get().put(key, whole);
        }
    }

    private static Map<String, byte[]> changed(byte[] archive, GuestClassPass pass) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(archive))) {
            for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                byte[] content = in.readAllBytes();
                boolean isClass = entry.getName().endsWith(CLASS_SUFFIX);
                entries.put(entry.getName(), isClass ? pass.apply(content) : content);
            }
        }
        return entries;
    }

    private static byte[] archiveOf(long frameRatio, Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(bytes)) {
            out.setLevel(Deflater.BEST_SPEED);
            write(out, FRAMES_ENTRY, Long.toString(frameRatio).getBytes(StandardCharsets.US_ASCII));
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                write(out, entry.getKey(), entry.getValue());
            }
        }
        return bytes.toByteArray();
    }

    private static void write(JarOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(content);
        out.closeEntry();
    }

    private static long readFrameRatio(byte[] archive) throws IOException {
        try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(archive))) {
            JarEntry first = in.getNextJarEntry();
            if (first == null || !first.getName().equals(FRAMES_ENTRY)) {
                throw new IOException("an archive of another form");
            }
            return Long.parseLong(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
        } catch (NumberFormatException e) {
            throw new IOException("an archive of another form", e);
        }
    }
}
