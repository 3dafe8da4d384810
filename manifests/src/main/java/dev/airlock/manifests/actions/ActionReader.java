package dev.airlock.manifests.actions;

import dev.airlock.formats.hash.Sha256;
import dev.airlock.formats.text.Problem;
import dev.airlock.formats.toml.SourceText;
import dev.airlock.formats.toml.TomlFile;
import dev.airlock.formats.toml.tree.Position;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads action files: a line {@code +++}, TOML, a line {@code +++}, Markdown. The result for any file is a value: the action, or all its
 * problems together, each with its place.
 */
public final class ActionReader {
    /** The largest action file, in bytes. */
    public static final int MAX_BYTES = 1 << 20;

    private ActionReader() {}

    /** Reads a file. Problems give the file's name without its path. */
    public static ActionResult read(Path path) {
        String name =
                Optional.ofNullable(path.getFileName()).map(Path::toString).orElse("action.md");
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            return problem(name, Position.START, "this is not a file", "name the action file itself");
        }
        try (InputStream in = Files.newInputStream(path)) {
            return read(name, in.readNBytes(MAX_BYTES + 1));
        } catch (NoSuchFileException missing) {
            return problem(name, Position.START, "there is no such file", "check the name");
        } catch (IOException unreadable) {
            return problem(name, Position.START, "the file cannot be read", "check that you may read it");
        }
    }

    /** Reads an action from the bytes of a file. */
    public static ActionResult read(String fileName, byte[] bytes) {
        return bytes.length > MAX_BYTES ? tooLarge(fileName) : read(fileName, SourceText.decode(bytes), hash(bytes));
    }

    /** Reads an action from text. Problems give the file's name. */
    public static ActionResult read(String fileName, String text) {
        return text.length() > MAX_BYTES
                ? tooLarge(fileName)
                : read(fileName, SourceText.of(text), hash(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String hash(byte[] bytes) {
        return "sha256:" + Sha256.hex(bytes);
    }

    private static ActionResult read(String fileName, SourceText source, String hash) {
        if (source.broken().isPresent()) {
            return problem(
                    fileName, source.broken().get(), "the text is not UTF-8 from here on", "save the file as UTF-8");
        }
        Optional<FrontMatter> halves = FrontMatter.of(source.text());
        if (halves.isEmpty()) {
            FrontMatter.Broken broken = FrontMatter.broken(source.text());
            return problem(fileName, broken.at(), broken.what(), broken.right());
        }
        return read(fileName, halves.get(), hash);
    }

    private static ActionResult read(String fileName, FrontMatter halves, String hash) {
        TomlFile file = TomlFile.parse(fileName, halves.toml());
        Optional<String> description = MarkdownBody.description(halves.body());
        if (description.isEmpty()) {
            file.problems()
                    .add(
                            new Position(halves.bodyLine(), 1),
                            "the body has no paragraph",
                            "describe the action in a first paragraph; agents choose it by that");
        }
        Optional<Action> action = new ActionTables(file).read(description.orElse(""), halves.body(), hash);
        List<Problem> problems = file.problems().sorted();
        return problems.isEmpty() ? new ActionResult.Read(action.orElseThrow()) : new ActionResult.Problems(problems);
    }

    private static ActionResult tooLarge(String fileName) {
        return problem(
                fileName,
                Position.START,
                "the file is larger than 1 MiB",
                "shorten the action's description or its steps");
    }

    private static ActionResult problem(String file, Position at, String what, String right) {
        return new ActionResult.Problems(List.of(new Problem(file, at.line(), at.column(), what, right)));
    }
}
