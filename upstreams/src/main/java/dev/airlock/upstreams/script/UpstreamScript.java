package dev.airlock.upstreams.script;

import dev.airlock.upstreams.toml.ScriptProblem;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The answers of a scripted upstream, and the fake credentials of the run.
 *
 * @param fileName the script's name in problems and reports
 * @param bindings fake secret by credential kind, or by the name that a manifest gives a credential
 * @param exchanges the rules, in the order in which they are tried
 */
public record UpstreamScript(String fileName, Map<String, String> bindings, List<ScriptedExchange> exchanges) {
    private static final int MAX_FILE_BYTES = 16 << 20;
    private static final String HIDDEN = "[redacted]";

    /** Copies its collections. */
    public UpstreamScript {
        bindings = Map.copyOf(bindings);
        exchanges = List.copyOf(exchanges);
    }

    /** Reads a script from a file. A file that cannot be read is a problem of the script, not an exception. */
    public static ScriptReading read(Path file) {
        String name = file.toString();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
            if (bytes.length > MAX_FILE_BYTES) {
                return unreadable(name, "the file is larger than 16 MiB", "keep bodies small or split the script");
            }
            return parse(
                    name,
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString());
        } catch (CharacterCodingException e) {
            return unreadable(name, "the file is not valid UTF-8", "save it as UTF-8");
        } catch (NoSuchFileException e) {
            return unreadable(name, "there is no such file", "give the path of an upstream script");
        } catch (IOException e) {
            return unreadable(name, "the file cannot be read", "give a regular file that you may read");
        }
    }

    /** Reads a script from its text. Problems give {@code fileName}. */
    public static ScriptReading parse(String fileName, String toml) {
        return parse(fileName, toml, Set.of());
    }

    /** Reads a script that is part of a larger file. Other code reads the other top-level keys. */
    public static ScriptReading parse(String fileName, String toml, Set<String> others) {
        return new ScriptParser(fileName, others).parse(toml);
    }

    /** Returns the text without the fake secrets, plain or percent-encoded. */
    public String withoutSecrets(String text) {
        String clean = text;
        for (String secret : bindings.values()) {
            String encoded = URLEncoder.encode(secret, StandardCharsets.UTF_8)
                    .replace("+", "%20")
                    .replace("*", "%2A")
                    .replace("%7E", "~");
            clean = clean.replace(secret, HIDDEN).replace(encoded, HIDDEN).replace(encoded.replace("%3A", ":"), HIDDEN);
        }
        return clean;
    }

    private static ScriptReading unreadable(String name, String wrong, String right) {
        return new ScriptReading.Invalid(List.of(new ScriptProblem(name, 1, 1, wrong, right)));
    }

    /** Returns the kinds of the bindings, never their values. */
    @Override
    public String toString() {
        return "UpstreamScript[" + fileName + ", bindings=" + bindings.keySet() + ", exchanges=" + exchanges.size()
                + "]";
    }
}
