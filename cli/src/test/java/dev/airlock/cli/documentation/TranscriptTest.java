package dev.airlock.cli.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.ShellWords;
import dev.airlock.conformance.projects.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Follows {@code an-afternoon.md} for one language after the other, each in an empty folder: runs its commands, applies its edits, writes
 * its files, and compares the output. Only the full run checks the conformance suite of all languages. A language without its tools is
 * reported and left out; if the same compiler has another name, that one builds.
 */
@Execution(ExecutionMode.CONCURRENT)
public class TranscriptTest {
    private static final Pattern FENCE = Pattern.compile("(?ms)^```([^\\n]*)\\n(.*?)^```$");
    private static final Pattern EXIT = Pattern.compile("exit=(\\d+)");
    private static final boolean FULL = Boolean.getBoolean("airlock.full");
    private static final String DEBIAN_RUST =
            "cd lamps && export PATH=/usr/bin:$PATH && rustc --edition 2021 --target wasm32-wasi -C opt-level=s -C"
                    + " panic=abort --crate-name airlock --crate-type rlib -o libairlock.rlib guest/src/lib.rs && rustc"
                    + " --edition 2021 --target wasm32-wasi -C opt-level=s -C panic=abort --extern airlock=libairlock.rlib -o"
                    + " connector.wasm src/main.rs";

    /** The other ways to build a project, if the page's own command is not possible. */
    private static final Map<Language, String> OTHERWISE = Map.of(
            Language.GO,
            "false",
            Language.C,
            "cd lamps && make CLANG=clang-14",
            Language.RUST,
            DEBIAN_RUST,
            Language.ASSEMBLYSCRIPT,
            "cd lamps && npm install --offline --no-audit --no-fund --ignore-scripts && npm run build");

    private record Block(String info, String text) {}

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @EnumSource
    void itIsAsThePageSays(Language language, TestReporter reporter) throws Exception {
        String label = language == Language.ASSEMBLYSCRIPT ? "AssemblyScript" : title(language);
        List<Block> blocks = section(label);
        assertThat(blocks).hasSizeGreaterThan(8);
        for (int i = 0; i < blocks.size(); i++) {
            Block next = i + 1 < blocks.size() ? blocks.get(i + 1) : new Block("", "");
            if (!isDone(language, blocks.get(i), next)) {
                reporter.publishEntry("the page was not followed for " + label + ": its toolchain is not here");
                return;
            }
        }
    }

    private static String title(Language language) {
        return language.word().substring(0, 1).toUpperCase(java.util.Locale.ROOT)
                + language.word().substring(1);
    }

    private static List<Block> section(String title) throws IOException {
        String page = Files.readString(CommandRun.ROOT.resolve("src/site/markdown/an-afternoon.md"));
        int start = page.indexOf("\n## " + title + "\n");
        int end = page.indexOf("\n## ", start + 1);
        return FENCE.matcher(page.substring(start, end < 0 ? page.length() : end))
                .results()
                .map(block -> new Block(block.group(1).strip(), block.group(2)))
                .toList();
    }

    /** Performs a step and asserts its result. Returns whether the step was possible. */
    private boolean isDone(Language language, Block step, Block next) throws Exception {
        if (takesLong(language, step)) {
            return true;
        }
        if (step.info().equals("sh build")) {
            return shell(step.text()) == 0 || shell(OTHERWISE.getOrDefault(language, "false")) == 0;
        }
        if (step.info().startsWith("sh")) {
            run(step, next);
        } else if (step.info().equals("diff")) {
            edit(step.text());
        } else if (step.info().startsWith("toml file=")) {
            Files.writeString(folder.resolve(step.info().substring("toml file=".length())), step.text());
        } else {
            assertThat(step.info()).isEqualTo("output");
        }
        return true;
    }

    /** Returns whether a step takes long. The suite takes seconds for each connector, so the ordinary run uses one language only. */
    private static boolean takesLong(Language language, Block step) {
        return !FULL && language != Language.C && step.text().startsWith("airlock conform ");
    }

    private void run(Block step, Block next) {
        List<String> words = ShellWords.of(step.text());
        assertThat(words.get(0)).isEqualTo("airlock");
        Matcher exit = EXIT.matcher(step.info());

        CommandRun.Result result = CommandRun.standard().in(folder).with(words.subList(1, words.size()));

        assertThat(result.exitCode())
                .as(step.text() + result.all())
                .isEqualTo(exit.find() ? Integer.parseInt(exit.group(1)) : 0);
        if (next.info().equals("output")) {
            assertThat(masked(result.out())).as(step.text()).isEqualTo(masked(next.text()));
        }
    }

    private static String masked(String text) {
        return text.replaceAll("fuel [0-9,]+, memory [0-9.]+ [KM]iB", "fuel N, memory M")
                .strip();
    }

    private void edit(String diff) throws IOException {
        List<String> lines = diff.lines().toList();
        Path file = folder.resolve(lines.get(0).substring("--- ".length()));
        String before = part(lines, '-');
        String text = Files.readString(file);
        assertThat(text).containsOnlyOnce(before);
        Files.writeString(file, text.replace(before, part(lines, '+')));
    }

    private static String part(List<String> lines, char sign) {
        StringBuilder part = new StringBuilder();
        lines.stream()
                .skip(1)
                .filter(line -> line.charAt(0) == sign)
                .forEach(line -> part.append(line.substring(1)).append('\n'));
        return part.toString();
    }

    private int shell(String script) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", script)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            return -1;
        }
        return process.exitValue();
    }
}
