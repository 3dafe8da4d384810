package dev.airlock.cli.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Golden;
import dev.airlock.cli.ShellWords;
import dev.airlock.formats.json.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every command in the documentation that is in a fenced block and begins with {@code ./airlock}. It must end with 0, or with the code
 * in the fence ({@code sh exit=1}). A block {@code json} right after it is its standard output. A block {@code output} after that is its
 * standard error, or, without a {@code json} block, its whole output. Parts that differ between runs are masked. Blocks {@code home=walk}
 * share a separate home, {@code target/walk/home}, which is empty at first.
 */
class DocumentationTest {
    private static final Pattern FENCE = Pattern.compile("(?ms)^```([^\\n]*)\\n(.*?)^```$");
    private static final Pattern EXIT = Pattern.compile("exit=(\\d+)");
    private static final Path WALK = CommandRun.ROOT.resolve("target/walk");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    /** A fenced block. */
    private record Block(String info, String text) {
        boolean isCommand() {
            return text.startsWith("./airlock ");
        }

        boolean isOfTheWalk() {
            return info.contains("home=walk");
        }

        int exitCode() {
            Matcher exit = EXIT.matcher(info);
            return exit.find() ? Integer.parseInt(exit.group(1)) : 0;
        }
    }

    static Stream<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(CommandRun.ROOT.resolve("README.md")));
        addAll(pages, CommandRun.ROOT.resolve("src/site/markdown"), 1);
        addAll(pages, CommandRun.ROOT.resolve("sample-connectors"), 2);
        return pages.stream();
    }

    private static void addAll(List<Path> pages, Path folder, int depth) throws IOException {
        try (Stream<Path> files = Files.find(
                folder,
                depth,
                (file, attributes) ->
                        file.toString().endsWith(".md") && !file.toString().contains("node_modules"))) {
            files.sorted().forEach(pages::add);
        }
    }

    @TestFactory
    Stream<DynamicTest> commandsDoWhatTheDocumentationSays() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        prepareTheWalk();
        for (Path page : pages().toList()) {
            List<Block> blocks = blocks(page);
            for (int i = 0; i < blocks.size(); i++) {
                if (blocks.get(i).isCommand()) {
                    List<Block> after = blocks.subList(i + 1, Math.min(i + 3, blocks.size()));
                    Block command = blocks.get(i);
                    tests.add(DynamicTest.dynamicTest(
                            CommandRun.ROOT.relativize(page) + ": "
                                    + command.text().strip(),
                            () -> check(command, after)));
                }
            }
        }
        assertThat(tests).hasSizeGreaterThan(10);
        return tests.stream();
    }

    /** Prepares the separate home of the walk. */
    private static void prepareTheWalk() throws IOException {
        if (Files.exists(WALK)) {
            try (Stream<Path> files = Files.walk(WALK)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(WALK);
        Files.writeString(WALK.resolve("passphrase"), "correct horse\n");
        Files.setPosixFilePermissions(WALK.resolve("passphrase"), PosixFilePermissions.fromString("rw-------"));
    }

    private static CommandRun onTheWalk(CommandRun run) {
        return run.home(WALK.resolve("home"))
                .environment(
                        "AIRLOCK_PASSPHRASE_FILE", WALK.resolve("passphrase").toString());
    }

    private static void check(Block command, List<Block> after) throws Exception {
        List<String> words = ShellWords.of(command.text());

        CommandRun run = CommandRun.standard().in(CommandRun.ROOT);
        CommandRun.Result result = (command.isOfTheWalk() ? onTheWalk(run) : run).with(words.subList(1, words.size()));

        assertThat(result.exitCode()).as(result.all()).isEqualTo(command.exitCode());
        boolean json = !after.isEmpty() && after.get(0).info().equals("json");
        if (json) {
            assertThat(result.json()).isEqualTo(StrictJson.read(after.get(0).text()));
        }
        int next = json ? 1 : 0;
        if (after.size() > next && after.get(next).info().equals("output")) {
            assertThat(Golden.masked(json ? result.err() : result.all()))
                    .isEqualTo(Golden.masked(after.get(next).text()));
        }
    }

    @Test
    void everySampleHasACommandThatRunsIt() throws IOException {
        for (Path page : pages().filter(page -> page.toString().contains("sample-connectors"))
                .filter(page -> Files.exists(page.resolveSibling("manifest.toml")))
                .toList()) {
            assertThat(blocks(page).stream().filter(Block::isCommand).map(Block::text))
                    .as(page.toString())
                    .anyMatch(text -> text.startsWith("./airlock run sample-connectors/"));
        }
    }

    @Test
    void readmeBeginsWithASentenceAndACommandThatWorks() throws IOException {
        List<String> lines = Files.readAllLines(CommandRun.ROOT.resolve("README.md"));

        assertThat(lines.subList(0, 12)).anyMatch(line -> line.startsWith("./airlock run "));
    }

    @Test
    void javaInTheDocumentationIsCompiled() throws IOException {
        String compiled = squeezed(Files.readString(CommandRun.ROOT.resolve(
                        "cli/src/test/java/dev/airlock/cli/documentation/EmbeddingExample.java"))
                + Files.readString(CommandRun.ROOT.resolve("cli/src/it/embedder/src/main/java/Embedder.java")));
        int found = 0;
        for (Path page : pages().toList()) {
            for (Block block : blocks(page)) {
                if (block.info().equals("java")) {
                    assertThat(compiled).contains(squeezed(block.text()));
                    found++;
                }
            }
        }
        assertThat(found).isPositive();
    }

    @Test
    void manifestsInTheDocumentationHaveNoProblems() throws IOException {
        for (Path page : pages().toList()) {
            for (Block block : blocks(page)) {
                if (block.info().equals("toml") && block.text().startsWith("[connector]")) {
                    assertThat(dev.airlock.manifests.ManifestReader.read("manifest.toml", block.text()))
                            .isInstanceOf(dev.airlock.manifests.ManifestResult.Read.class);
                }
            }
        }
    }

    @Test
    void theFirstConnectorIsTheOneThatIsRun() throws IOException {
        List<String> shown = blocks(CommandRun.ROOT.resolve("src/site/markdown/writing-connectors.md")).stream()
                .map(Block::text)
                .toList();
        for (String file : List.of("go.mod", "main.go", "manifest.toml")) {
            assertThat(shown)
                    .contains(Files.readString(
                            CommandRun.CONNECTORS.resolve("hello").resolve(file)));
        }
    }

    @Test
    void linksLeadSomewhere() throws IOException {
        for (Path page : Stream.concat(
                        pages(),
                        Stream.of("ARCHITECTURE.md", "RATIONALE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
                                .map(CommandRun.ROOT::resolve))
                .toList()) {
            for (MatchResult link : LINK.matcher(prose(page)).results().toList()) {
                String target = link.group(1);
                if (!target.startsWith("https://")) {
                    Path to = target.isEmpty() ? page : page.resolveSibling(target);
                    assertThat(to).as("link of " + page).exists();
                    Optional.ofNullable(link.group(2))
                            .ifPresent(anchor -> assertThat(anchors(to))
                                    .as("link of " + page)
                                    .contains(anchor));
                }
            }
        }
    }

    private static String prose(Path page) {
        try {
            return FENCE.matcher(Files.readString(page)).replaceAll("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the anchors of a page as GitHub makes them of its headings. */
    private static List<String> anchors(Path page) {
        return HEADING.matcher(prose(page))
                .results()
                .map(heading -> heading.group(1).strip().toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
                .toList();
    }

    private static List<Block> blocks(Path page) throws IOException {
        return FENCE.matcher(Files.readString(page))
                .results()
                .map(block -> new Block(block.group(1).strip(), block.group(2)))
                .toList();
    }

    private static String squeezed(String java) {
        return java.replaceAll("\\s+", " ").strip();
    }
}
