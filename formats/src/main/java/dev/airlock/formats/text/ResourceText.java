package dev.airlock.formats.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads texts that lie in a jar beside the classes that use them. */
public final class ResourceText {
    private ResourceText() {}

    /**
     * Returns a text.
     *
     * @param owner a class of that jar
     * @param name its name, from the package of that class, or from the jar's root with a slash at the start
     * @throws IllegalStateException if the jar does not hold it, which is a mistake in the build
     */
    public static String of(Class<?> owner, String name) {
        try (@Nullable InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar of " + owner.getSimpleName() + " lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
