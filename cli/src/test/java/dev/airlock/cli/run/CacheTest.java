package dev.airlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheTest {
    @TempDir
    private Path home;

    private CommandRun command;

    @BeforeEach
    void useACacheOfItsOwn() {
        command = CommandRun.standard()
                .environment("AIRLOCK_CACHE", home.resolve("cache").toString())
                .environment("AIRLOCK_HOME", home.resolve("data").toString());
    }

    @Test
    void listsWhatWasCompiledForWhomAndWhenItWasUsed() {
        command.with("run", "echo", "echo");
        command.with("run", "fetch", "x", "--upstream", "fetch/upstream.toml");

        CommandRun.Result result = command.with("cache", "list");

        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines())
                .hasSize(3)
                .anyMatch(line -> line.matches("local://cli/echo@1\\.0\\.0 +\\d+ KiB  last used 20\\S+Z"))
                .last()
                .asString()
                .startsWith("2 entries, ")
                .endsWith(", in " + home.resolve("cache/code"));
    }

    @Test
    void printsOneDocumentWithJson() {
        command.with("run", "echo", "echo");

        JsonNode list = command.with("cache", "list", "--json").json();
        JsonNode cleared = command.with("cache", "clear", "--json").json();

        assertThat(list.path("entries")).hasSize(1);
        assertThat(list.at("/entries/0/connector").asText()).isEqualTo("local://cli/echo@1.0.0");
        assertThat(list.at("/entries/0/bytes").asLong())
                .isPositive()
                .isEqualTo(list.path("bytes").asLong());
        assertThat(cleared.path("removed")).isEqualTo(list.path("entries"));
        assertThat(command.with("cache", "list", "--json").json().path("entries"))
                .isEmpty();
    }

    @Test
    void saysWhatItRemoved() throws IOException {
        command.with("run", "echo", "echo");

        CommandRun.Result result = command.with("cache", "clear");

        assertThat(result.out())
                .startsWith("local://cli/echo@1.0.0 ")
                .contains("\nremoved 1 entry, ", ", from " + home.resolve("cache/code"));
        assertThat(home.resolve("cache/code")).isEmptyDirectory();
        assertThat(command.with("run", "echo", "echo").exitCode()).isZero();
    }

    @Test
    void isEmptyAndLeftAloneWhereThereIsNone() {
        assertThat(command.with("cache", "list").out()).startsWith("0 entries, 0 KiB, in ");
        assertThat(command.with("cache", "clear").out()).startsWith("removed 0 entries, 0 KiB, from ");
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void isNotTouchedWhenOthersCanWriteIt() throws IOException {
        command.with("run", "echo", "echo");
        Files.setPosixFilePermissions(home.resolve("cache/code"), PosixFilePermissions.fromString("rwxrwxrwx"));

        CommandRun.Result result = command.with("cache", "clear");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .startsWith("airlock: The cache was not changed. ")
                .contains("chmod go-w");
        assertThat(home.resolve("cache/code")).isNotEmptyDirectory();
    }

    @Test
    void asksWhatToDo() {
        CommandRun.Result result = command.with("cache");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .isEqualToIgnoringNewLines("airlock: name a command: list or clear. See airlock cache --help.");
        assertThat(command.with("cache", "lsit").err()).contains("\"lsit\" is not a command; did you mean list?");
    }
}
