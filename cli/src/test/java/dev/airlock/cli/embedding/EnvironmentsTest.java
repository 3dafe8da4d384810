package dev.airlock.cli.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A separate application calls a connector in each of these environments. */
@Timeout(20 * 60)
class EnvironmentsTest {
    private static final boolean FULL = Boolean.getBoolean("airlock.full");
    private static final long MIB = 1 << 20;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static Application application;

    @BeforeAll
    static void build() throws Exception {
        application = new Application(folder);
    }

    @ParameterizedTest
    @MethodSource("dev.airlock.cli.embedding.Environment#environments")
    void aConnectorIsLoadedAndCalledAndTheProcessEndsByItself(Environment environment) throws Exception {
        assertThat(environment.run(application)).contains("The capital is Yamoussoukro");
    }

    /** Runs 300 rounds and 3 min in the full build, else a sample. */
    @ParameterizedTest
    @ValueSource(strings = {"cycles", "load"})
    void nothingGrowsWithWhatIsDone(String what) throws Exception {
        String amount = what.equals("cycles") ? FULL ? "300" : "10" : FULL ? "180" : "3";
        String said = application
                .run(List.of(
                        Environment.JAVA.resolve("bin/java").toString(),
                        "-Xmx1g",
                        "-cp",
                        application.jar().toString(),
                        "com.example.agent.Figures",
                        what,
                        amount,
                        application.connector().toString(),
                        application.home().toString()))
                .text();
        said.lines()
                .filter(line -> line.matches("(before|open|after|done) .*"))
                .forEach(line -> System.out.printf(Locale.ROOT, "embedding, %s: %s%n", what, line));

        assertThat(figure(said, "threads", "after")).isLessThanOrEqualTo(figure(said, "threads", "before") + 2);
        assertThat(figure(said, "files", "after")).isLessThanOrEqualTo(figure(said, "files", "before") + 4);
        assertThat(figure(said, "metaspace", "after"))
                .isLessThanOrEqualTo(figure(said, "metaspace", "before") + 16 * MIB);
        assertThat(figure(said, "heap", "after")).isLessThanOrEqualTo(figure(said, "heap", "before") + 16 * MIB);
    }

    /** Some frameworks, such as Spring Boot, react to the classes that are present. */
    @Test
    void nothingComesAlongThatSwitchesSomethingOn() throws Exception {
        try (JarFile all = new JarFile(application.jar().toFile())) {
            assertThat(all.stream().map(JarEntry::getName))
                    .contains("dev/airlock/postgres/PostgresProvider.class", "org/postgresql/Driver.class")
                    .noneMatch(name -> name.matches(
                            "(org/flywaydb|liquibase|com/zaxxer|ch/qos/logback|org/apache/logging|db/migration)/.*"));
        }
    }

    @Test
    void theJarsHaveNamesOnAModulePath() throws Exception {
        for (String module : List.of(
                "formats", "failures", "manifests", "sandbox", "runtime", "registry", "postgres", "upstreams")) {
            Ran described = application.run(List.of(
                    Environment.JAVA.resolve("bin/jar").toString(),
                    "--describe-module",
                    "--file=" + application.outside().artifact("airlock-" + module, "jar")));
            assertThat(described.text()).contains("dev.airlock." + module + "@").contains("automatic");
        }
    }

    private static long figure(String said, String name, String when) {
        Matcher found =
                Pattern.compile("(?m)^" + when + " .*\\b" + name + "=(\\d+)").matcher(said);
        assertThat(found.find()).as(said).isTrue();
        return Long.parseLong(found.group(1));
    }
}
