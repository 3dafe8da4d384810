package dev.airlock.sandbox;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.engine.Tier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A module of {@code testdata/hostile} with the comments at its head; {@code testdata/hostile/README.md} describes
 * them.
 */
@SuppressWarnings("ArrayRecordComponent") // read once, by the test
record HostileCase(String name, byte[] module, Map<String, List<String>> header) {
    static final Path FOLDER = Bench.ROOT.resolve("testdata/hostile");

    private static final String COMMENT = ";; ";

    static List<HostileCase> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(Path::getFileName)
                    .map(Path::toString)
                    .filter(file -> file.endsWith(".wat"))
                    .sorted()
                    .map(file -> read(file.substring(0, file.length() - ".wat".length())))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HostileCase read(String name) {
        Map<String, List<String>> header = new LinkedHashMap<>();
        try (Stream<String> lines = Files.lines(FOLDER.resolve(name + ".wat"))) {
            lines.takeWhile(line -> line.startsWith(COMMENT))
                    .map(line -> line.substring(COMMENT.length()).split(": ", 2))
                    .filter(parts -> parts.length == 2)
                    .forEach(parts -> header.computeIfAbsent(parts[0], key -> new ArrayList<>())
                            .add(parts[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new HostileCase(name, Bench.bytes(FOLDER.resolve(name + ".wasm")), header);
    }

    ConnectorManifest manifest() {
        StringBuilder toml = new StringBuilder("[connector]\nname = \"local://hostile/" + name + "\"\n");
        toml.append("version = \"1.0.0\"\n");
        if (header.containsKey("snapshot")) {
            toml.append("[connector.reactor]\nsnapshot = ")
                    .append(first("snapshot"))
                    .append('\n');
        }
        if (header.containsKey("hosts")) {
            toml.append("[capabilities.network]\nhosts = ")
                    .append(array("hosts"))
                    .append('\n');
        }
        if (header.containsKey("imports")) {
            toml.append("[capabilities.runtime]\nimports = ")
                    .append(array("imports"))
                    .append('\n');
        }
        return ManifestReader.read(name + ".toml", toml.toString()).orThrow();
    }

    private String array(String key) {
        return "[\"" + String.join("\", \"", first(key).split(", ")) + "\"]";
    }

    LoadOptions options(Tier tier) {
        LoadOptions options = LoadOptions.standard().withTier(tier);
        for (String limit : words("limits")) {
            String[] parts = limit.split("=", 2);
            options = options.withLimit(LimitName.valueOf(parts[0].toUpperCase(Locale.ROOT)), Long.parseLong(parts[1]));
        }
        return options;
    }

    Expectation expectation() {
        return Expectation.parse(words("expect"));
    }

    /** Texts that the message contains. */
    List<String> messages() {
        return header.getOrDefault("message", List.of());
    }

    /** Texts that appear nowhere in the failure. */
    List<String> nevers() {
        return header.getOrDefault("never", List.of());
    }

    /** Texts that each appear in some line of the log. */
    List<String> logs() {
        return header.getOrDefault("log", List.of());
    }

    /** Whether fuel depends on the machine: the call ended by its deadline. */
    boolean fuelVaries() {
        return first("fuel").equals("varies");
    }

    private List<String> words(String key) {
        return header.containsKey(key) ? Arrays.asList(first(key).split(" ")) : List.of();
    }

    private String first(String key) {
        return header.getOrDefault(key, List.of("")).get(0);
    }

    /** The name, for test reports. */
    @Override
    public String toString() {
        return name;
    }

    /**
     * The expected result of a case.
     *
     * @param atLoad whether the load already refuses it
     * @param outcome {@code succeeded}, or the class of the failure
     * @param facts details of the failure, or of the outcome
     */
    record Expectation(boolean atLoad, String outcome, String boundary, boolean retriable, Map<String, String> facts) {
        static Expectation parse(List<String> words) {
            Map<String, String> facts = new LinkedHashMap<>();
            List<String> plain = new ArrayList<>();
            for (String word : words) {
                int equals = word.indexOf('=');
                if (equals < 0) {
                    plain.add(word);
                } else {
                    facts.put(word.substring(0, equals), word.substring(equals + 1));
                }
            }
            boolean atLoad = plain.remove("refused");
            boolean retriable = plain.remove("retriable");
            return new Expectation(atLoad, plain.get(0), plain.size() > 1 ? plain.get(1) : "", retriable, facts);
        }

        boolean success() {
            return outcome.equals("succeeded");
        }
    }
}
