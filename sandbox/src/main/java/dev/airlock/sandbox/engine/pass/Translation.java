package dev.airlock.sandbox.engine.pass;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Properties;

/**
 * The versions of everything that turns a module into JVM classes, in one string: our own classes that rewrite and
 * change it, the engine, the library that writes class files, and the JVM. Code from another translation is not used.
 */
public final class Translation {
    private static final Optional<String> VERSION = read();

    private Translation() {}

    /** The string; empty if the build left no digest, as an editor's own build does not. Then nothing is kept. */
    public static Optional<String> version() {
        return VERSION;
    }

    private static Optional<String> read() {
        Properties made = new Properties();
        try (InputStream in = Translation.class.getResourceAsStream("translation.properties")) {
            if (in == null) {
                return Optional.empty();
            }
            made.load(in);
        } catch (IOException e) {
            return Optional.empty();
        }
        return Optional.ofNullable(made.getProperty("digest"))
                .map(digest -> "digest " + digest + ", chicory " + made.getProperty("chicory") + ", asm "
                        + made.getProperty("asm") + ", Java "
                        + Runtime.version().feature());
    }
}
