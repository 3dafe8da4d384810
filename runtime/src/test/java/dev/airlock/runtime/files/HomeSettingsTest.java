package dev.airlock.runtime.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HomeSettingsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void withoutAFileTheStandardHolds() throws IOException {
        assertThat(HomeSettings.of(new Home(folder))).isEqualTo(HomeSettings.STANDARD);
        assertThat(read("")).isEqualTo(HomeSettings.STANDARD);
    }

    @Test
    void readsWhatTheFileSays() throws IOException {
        assertThat(read("""
                [audit]
                heads_file = "heads.jsonl"
                heads_command = ["keep", "--now"]

                [install]
                unsigned = false
                """))
                .isEqualTo(
                        new HomeSettings(Optional.of(folder.resolve("heads.jsonl")), List.of("keep", "--now"), false));
        assertThat(read("[audit]\nheads_file = \"/mnt/heads.jsonl\"\n").headsFile())
                .hasValue(Path.of("/mnt/heads.jsonl"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    [audits]                        | settings.toml:1:1
                    audit.head_file = "x"           | heads_file
                    audit.heads_command = []        | names no program
                    audit.heads_command = "keep"    | a list of texts
                    install.unsigned = "no"         | true or false
                    install.unsigned                | TOML
                    """)
    void saysWhatIsWrong(String text, String problem) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(SettingsException.class)
                .hasMessageStartingWith("settings.toml of this home cannot be used: settings.toml:1:")
                .hasMessageContaining(problem);
    }

    @Test
    void aFileThatCannotBeReadIsAProblemAndNotTheStandard() throws IOException {
        Files.createDirectory(folder.resolve("settings.toml"));

        assertThatThrownBy(() -> HomeSettings.of(new Home(folder)))
                .isInstanceOf(SettingsException.class)
                .hasMessage("settings.toml of this home cannot be used: it cannot be read");
    }

    @Test
    void aFileThatOthersMayWriteIsNotBelieved() throws IOException {
        read("");
        Files.setPosixFilePermissions(folder.resolve("settings.toml"), PosixFilePermissions.fromString("rw-rw-rw-"));

        assertThatThrownBy(() -> HomeSettings.of(new Home(folder)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("other users may write it");
    }

    private HomeSettings read(String text) throws IOException {
        Files.writeString(folder.resolve("settings.toml"), text);
        return HomeSettings.of(new Home(folder));
    }
}
