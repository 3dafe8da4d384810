package dev.airlock.cli.console.input;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.manifests.limits.LimitRule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads files that a person named, never more than a limit could allow. Messages give their names as typed. */
public final class TypedFile {
    private TypedFile() {}

    /** Reads a module, at most one byte more than the highest limit, which then refuses it. */
    public static byte[] module(Terminal terminal, Path typed) {
        return bytes(terminal, typed, LimitRule.of(LimitName.MODULE).ceiling() + 1);
    }

    /** Reads the first bytes of a file. */
    public static byte[] bytes(Terminal terminal, Path typed, long atMost) {
        Path file = terminal.resolve(typed);
        if (Files.isDirectory(file)) {
            throw problem(shown(typed) + " is a folder; name a file.");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(Math.toIntExact(atMost));
        } catch (NoSuchFileException e) {
            throw problem(shown(typed) + " does not exist.");
        } catch (IOException e) {
            throw problem(shown(typed) + " cannot be read. Look at its permissions.");
        }
    }

    /** Returns the path as it was typed, made safe for a terminal. */
    public static String shown(Path typed) {
        String text = ForeignText.clean(typed.toString());
        return text.isEmpty() ? "the folder “”" : text;
    }

    private static CommandProblem problem(String message) {
        return CommandProblem.configuration(message, List.of());
    }
}
