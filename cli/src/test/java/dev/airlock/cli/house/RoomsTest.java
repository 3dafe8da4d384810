package dev.airlock.cli.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sizes and names of packages, and the documents that list them. */
class RoomsTest {
    private static final int MOST_TYPES = 15;
    private static final List<String> MODULES = List.of(
            "formats",
            "failures",
            "manifests",
            "sandbox",
            "runtime",
            "registry",
            "postgres",
            "upstreams",
            "conformance",
            "cli",
            "testkit",
            "benchmarks");
    private static final Path ARCHITECTURE = CommandRun.ROOT.resolve("ARCHITECTURE.md");
    private static final Pattern TABLES = Pattern.compile("(?ms)^\\| package of `.*^## Words");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");
    private static final Pattern INLINE_TAG = Pattern.compile("\\{@\\w+\\s+([^}]*)}");
    private static final Pattern SENTENCE = Pattern.compile("(.*?\\.)(\\s.*)?");
    private static final Pattern FILE = Pattern.compile("`([\\w.-]+(?:/[\\w.-]+)+\\.\\w+)`");
    private static final Pattern PARTICIPLE = Pattern.compile(
            "(?m)^\\s+(?:[a-z]+ )*(?:<[^>]+> )?[\\w.<>\\[\\], ?@]+ (?:told|untold|made|called)\\([^;]*\\{$");

    @Test
    void noPackageHasMoreThanFifteenTypes() throws IOException {
        Map<String, Long> sizes =
                sources().collect(Collectors.groupingBy(RoomsTest::folder, TreeMap::new, Collectors.counting()));

        sizes.values().removeIf(size -> size <= MOST_TYPES);

        assertThat(sizes)
                .as("split it, so that arrows between the parts point one way")
                .isEmpty();
    }

    @Test
    void noTwoTopLevelTypesShareAName() throws IOException {
        Map<String, List<String>> named = sources()
                .collect(Collectors.groupingBy(
                        file -> file.getFileName().toString(),
                        TreeMap::new,
                        Collectors.mapping(RoomsTest::folder, Collectors.toList())));

        named.values().removeIf(places -> places.size() == 1);

        assertThat(named).isEmpty();
    }

    @Test
    void methodsAreVerbs() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : sources().toList()) {
            PARTICIPLE
                    .matcher(Files.readString(file))
                    .results()
                    .map(MatchResult::group)
                    .forEach(method -> found.add(file.getFileName() + ": " + method.strip()));
        }
        assertThat(found).isEmpty();
    }

    @Test
    void architectureListsEachPackageByItsOwnDescription() throws IOException {
        String text = Files.readString(ARCHITECTURE);
        Matcher tables = TABLES.matcher(text);
        assertThat(tables.find()).isTrue();
        String expected = tables() + "\n## Words";
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(ARCHITECTURE, text.replace(tables.group(), expected));
            return;
        }

        assertThat(tables.group()).as("-Dgolden.update=true writes it").isEqualTo(expected);
    }

    private static String tables() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String module : MODULES) {
            if (!module.equals("benchmarks")) {
                all.append("| package of `dev.airlock.").append(module).append("` | what it is |\n| --- | --- |\n");
                Path base = CommandRun.ROOT.resolve(module + "/src/main/java/dev/airlock/" + module);
                for (Path info : descriptions(base)) {
                    String name = base.relativize(info.getParent()).toString().replace('/', '.');
                    all.append("| ")
                            .append(name.isEmpty() ? "(base)" : "`" + name + "`")
                            .append(" | ")
                            .append(firstSentence(info))
                            .append(" |\n");
                }
                all.append('\n');
            }
        }
        return all.substring(0, all.length() - 1);
    }

    private static List<Path> descriptions(Path base) throws IOException {
        try (Stream<Path> files = Files.walk(base)) {
            return files.filter(file -> file.endsWith("package-info.java"))
                    .sorted(Comparator.comparing(file -> file.toString().replace("/package-info.java", "")))
                    .toList();
        }
    }

    private static String firstSentence(Path info) throws IOException {
        Matcher comment = COMMENT.matcher(Files.readString(info));
        assertThat(comment.find()).as(info.toString()).isTrue();
        String text = comment.group(1).replaceAll("\\n\\s*\\* ?", " ");
        String plain = INLINE_TAG
                .matcher(text)
                .replaceAll(tag -> Matcher.quoteReplacement(simple(tag.group(1).strip())))
                .replaceAll("<[^>]+>", "")
                .replaceAll("\\s+", " ")
                .strip();
        Matcher sentence = SENTENCE.matcher(plain);
        return sentence.matches() ? sentence.group(1) : plain;
    }

    /** The simple name of a type of ours; anything else as it is. */
    private static String simple(String reference) {
        if (!reference.contains("dev.airlock")) {
            return reference;
        }
        String last = reference.substring(reference.lastIndexOf(' ') + 1);
        return last.substring(last.lastIndexOf('.') + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ARCHITECTURE.md", "CONTRIBUTING.md"})
    void filesThatAreNamedExist(String document) throws IOException {
        List<String> named = FILE.matcher(Files.readString(CommandRun.ROOT.resolve(document)))
                .results()
                .map(match -> match.group(1))
                .toList();

        assertThat(named)
                .hasSizeGreaterThan(5)
                .allSatisfy(file -> assertThat(CommandRun.ROOT.resolve(file)).exists());
    }

    private static Stream<Path> sources() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(CommandRun.ROOT.resolve(module + "/src/main/java"))) {
                files.filter(file -> file.toString().endsWith(".java")
                                && !file.toString().endsWith("-info.java"))
                        .forEach(all::add);
            }
        }
        return all.stream();
    }

    private static String folder(Path file) {
        return CommandRun.ROOT.relativize(file.getParent()).toString();
    }
}
