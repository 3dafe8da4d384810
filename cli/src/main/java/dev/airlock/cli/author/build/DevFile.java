package dev.airlock.cli.author.build;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.hash.Sha256;
import dev.airlock.formats.text.Problem;
import dev.airlock.formats.toml.Section;
import dev.airlock.formats.toml.SourceText;
import dev.airlock.formats.toml.TomlFile;
import dev.airlock.formats.toml.tree.Located;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The file {@code dev.toml} beside a manifest: the commands that build the connector. It is neither packed nor hashed with the connector.
 *
 * @param steps the commands, in order; at least one
 * @param hash the SHA-256 of the file, in hexadecimal
 */
record DevFile(List<Step> steps, String hash) {
    private static final String NAME = "dev.toml";
    private static final int MOST_BYTES = 64 << 10;

    /** Copies the list. */
    DevFile {
        steps = List.copyOf(steps);
    }

    /**
     * A command, which runs without a shell.
     *
     * @param argv the program and its arguments; at least one
     * @param env variables that it gets beside those of this process
     */
    record Step(List<String> argv, Map<String, String> env) {
        /** Returns the whole command on one line, safe to show, because a person agrees to all of it. Words with blanks are quoted. */
        String shown() {
            String variables = env.entrySet().stream()
                    .map(variable -> variable.getKey() + "=" + quoted(variable.getValue()) + " ")
                    .collect(Collectors.joining());
            String words = argv.stream().map(Step::quoted).collect(Collectors.joining(" "));
            String whole = variables + words;
            return ForeignText.clean(whole, whole.length() + 1);
        }

        private static String quoted(String word) {
            return word.matches("[A-Za-z0-9_./:=@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
        }
    }

    /** Reads the file of a connector; empty if it has none. Ends the command if the file has problems. */
    static Optional<DevFile> read(Terminal terminal, Path directory) {
        Path typed = directory.resolve(NAME);
        if (!Files.exists(terminal.resolve(typed))) {
            return Optional.empty();
        }
        byte[] bytes = TypedFile.bytes(terminal, typed, MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw unusable(typed, " is larger than 64 KiB; put the work into a script that it runs.", List.of());
        }
        SourceText source = SourceText.decode(bytes);
        if (source.broken().isPresent()) {
            throw unusable(typed, " is not UTF-8; save it as UTF-8.", List.of());
        }
        TomlFile toml = TomlFile.parse(TypedFile.shown(typed), source.text());
        List<Step> steps = steps(toml.root());
        List<Problem> problems = toml.problems().sorted();
        if (!problems.isEmpty()) {
            throw unusable(typed, " cannot be used; correct it.", problems);
        }
        return Optional.of(new DevFile(steps, Sha256.hex(bytes)));
    }

    private static CommandProblem unusable(Path typed, String why, List<Problem> problems) {
        return CommandProblem.configuration(
                TypedFile.shown(typed) + why,
                problems.stream().map(Problem::toString).toList());
    }

    private static List<Step> steps(Section root) {
        root.allow(List.of("build"));
        root.require("build", "[[build]] with the line run = [\"make\"]");
        if (root.isEmptyList("build")) {
            root.problem("build", "build holds no command", "write [[build]] with the line run = [\"make\"]");
        }
        List<Step> steps = new ArrayList<>();
        for (Section table : root.sections("build")) {
            table.allow(List.of("run", "env"));
            table.require("run", "run = [\"make\"]");
            if (table.isEmptyList("run")) {
                table.problem("run", "run names no program", "name one, for instance run = [\"make\"]");
            }
            steps.add(new Step(
                    table.lines("run").orElse(List.of()).stream()
                            .map(Located::value)
                            .toList(),
                    table.section("env").map(DevFile::env).orElse(Map.of())));
        }
        return steps;
    }

    private static Map<String, String> env(Section table) {
        Map<String, String> env = new TreeMap<>();
        table.keys().forEach(name -> table.line(name).ifPresent(value -> env.put(name, value)));
        return env;
    }
}
