package dev.airlock.runtime.files;

import dev.airlock.formats.text.Problem;
import dev.airlock.formats.toml.Section;
import dev.airlock.formats.toml.TomlFile;
import dev.airlock.formats.toml.tree.Located;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The settings in a home's {@code settings.toml}, for the command and every embedder that uses the home.
 *
 * @param headsFile the file that keeps heads of the audit log; empty: none
 * @param headsCommand the program that keeps heads, with its arguments; empty: none
 * @param installsUnsigned whether connectors with unverifiable signatures may be installed
 */
public record HomeSettings(Optional<Path> headsFile, List<String> headsCommand, boolean installsUnsigned) {
    /** The settings without the file. */
    public static final HomeSettings STANDARD = new HomeSettings(Optional.empty(), List.of(), true);

    /** Copies the list. */
    public HomeSettings {
        headsCommand = List.copyOf(headsCommand);
    }

    /**
     * Reads the settings of a home; a missing setting is as in {@link #STANDARD}.
     *
     * @throws SettingsException if they have a problem
     * @throws IOException if the file cannot be read
     */
    public static HomeSettings of(Home home) throws IOException {
        Path file = home.settings();
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            if (Permissions.othersMayWrite(file)) {
                throw new SettingsException(
                        "other users may write it, and it decides what this home runs and allows; run chmod go-w on it");
            }
            return read(home, text);
        } catch (NoSuchFileException e) {
            return STANDARD;
        } catch (SettingsException e) {
            throw e;
        } catch (IOException e) {
            throw new SettingsException("it cannot be read", e);
        }
    }

    private static HomeSettings read(Home home, String text) throws SettingsException {
        TomlFile toml = TomlFile.parse("settings.toml", text);
        toml.root().allow(List.of("audit", "install"));
        Optional<Section> audit = toml.root().section("audit");
        audit.ifPresent(section -> section.allow(List.of("heads_file", "heads_command")));
        Optional<Section> install = toml.root().section("install");
        install.ifPresent(section -> section.allow(List.of("unsigned")));
        Optional<Path> file =
                audit.flatMap(section -> section.line("heads_file")).map(home.folder()::resolve);
        List<String> command = audit.map(HomeSettings::command).orElse(List.of());
        boolean unsigned = install.flatMap(section -> section.flag("unsigned")).orElse(STANDARD.installsUnsigned());
        List<Problem> problems = toml.problems().sorted();
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
        return new HomeSettings(file, command, unsigned);
    }

    private static List<String> command(Section audit) {
        if (audit.isEmptyList("heads_command")) {
            audit.problem("heads_command", "heads_command names no program", "name one, or remove the key");
        }
        return audit.lines("heads_command").orElse(List.of()).stream()
                .map(Located::value)
                .toList();
    }
}
