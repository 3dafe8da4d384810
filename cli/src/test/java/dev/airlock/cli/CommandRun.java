package dev.airlock.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.console.SecretPrompt;
import dev.airlock.cli.console.Terminal;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.cache.CacheUnusableException;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.testkit.GuestCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The command, run in this process on separate streams.
 *
 * @param directory the folder that resolves relative paths
 * @param environment its environment
 * @param stdin its standard input
 * @param interactive whether a person seems to be at the terminal
 * @param secrets answers when it asks for a secret
 */
public record CommandRun(
        Path directory, Map<String, String> environment, String stdin, boolean interactive, SecretPrompt secrets) {
    public static final Path ROOT = Path.of(System.getProperty("airlock.root"));
    public static final Path CONNECTORS = ROOT.resolve("testdata/cli");
    private static final String CODE_KEY = "code-cache.key";

    /** The result of a run. */
    public record Result(int exitCode, String out, String err) {
        /** Returns the document on standard output. */
        public JsonNode json() {
            try {
                return StrictJson.read(out);
            } catch (MalformedJsonException e) {
                throw new AssertionError("not exactly one JSON document: " + out, e);
            }
        }

        public String all() {
            return out + err;
        }
    }

    /** Returns a run in the folder of the tests' own connectors, with the compiled classes of earlier runs. */
    public static CommandRun standard() {
        Map<String, String> environment = new HashMap<>();
        environment.put("AIRLOCK_CACHE", cache().toString());
        environment.put("AIRLOCK_HOME", data().toString());
        return new CommandRun(CONNECTORS, environment, "", false, SecretPrompt.nobody());
    }

    public static Path cache() {
        return GuestCode.cache();
    }

    /** Returns the home that the tests share. */
    public static Path data() {
        Path home = ROOT.resolve("cli/target/test-home");
        shareCode(home);
        return home;
    }

    /** Returns a cache that the tests share. */
    public static CodeCache codeCache() {
        try {
            return CodeCache.open(GuestCode.folder(), GuestCode.key(), CodeCache.STANDARD_SIZE);
        } catch (IOException | CacheUnusableException e) {
            throw new AssertionError(e);
        }
    }

    public static Result run(String... args) {
        return standard().with(args);
    }

    public CommandRun in(Path other) {
        return new CommandRun(other, environment, stdin, interactive, secrets);
    }

    /** Returns this run with another home, which shares compiled classes through {@link #shareCode}. */
    public CommandRun home(Path home) {
        shareCode(home);
        return environment("AIRLOCK_HOME", home.toString());
    }

    /**
     * Puts the key of the tests' {@link #cache} into a home, unless it has one. Under another key the cache would delete the compiled code
     * of others and compile it again.
     */
    public static void shareCode(Path home) {
        codeCache();
        Path key = home.resolve(CODE_KEY);
        try {
            Files.createDirectories(
                    home, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            if (!Files.exists(key)) {
                Files.copy(GuestCode.key(), key, StandardCopyOption.COPY_ATTRIBUTES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public CommandRun environment(String name, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(name, value);
        return new CommandRun(directory, more, stdin, interactive, secrets);
    }

    public CommandRun stdin(String text) {
        return new CommandRun(directory, environment, text, interactive, secrets);
    }

    /** Returns this run with a person who types when asked for a secret. */
    public CommandRun typing(SecretPrompt person) {
        return new CommandRun(directory, environment, stdin, interactive, person);
    }

    public CommandRun onATerminal() {
        return new CommandRun(directory, environment, stdin, true, secrets);
    }

    /** Returns the explanation in the audit log of a failure that was printed as JSON. */
    public Result explained(Result failed) {
        return with("audit", "explain", failed.json().at("/error/audit_id").asText());
    }

    public Result with(List<String> args) {
        return with(args.toArray(String[]::new));
    }

    public Result with(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment,
                directory,
                interactive,
                secrets);
        int exitCode = new AirlockCommand(terminal).execute(args);
        return new Result(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
