package dev.airlock.sandbox.engine.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A script of the core test suite as {@code wast2json} converts it: a folder with a {@code .json} file of commands and
 * the modules that they name.
 */
record SpecScript(String name, Path folder, List<JsonNode> commands) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Returns all scripts under a folder, by name. */
    static List<SpecScript> under(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .map(SpecScript::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SpecScript read(Path json) {
        try {
            List<JsonNode> commands = new ArrayList<>();
            JSON.readTree(json.toFile()).get("commands").forEach(commands::add);
            String name = json.getFileName().toString().replaceFirst("\\.json$", "");
            return new SpecScript(name, json.resolveSibling(""), commands);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the command comes with a module in the binary format. */
    static boolean hasBinary(JsonNode command) {
        return command.has("filename")
                && !command.path("module_type").asText("binary").equals("text");
    }

    byte[] module(JsonNode command) {
        try {
            return Files.readAllBytes(folder.resolve(command.get("filename").asText()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
