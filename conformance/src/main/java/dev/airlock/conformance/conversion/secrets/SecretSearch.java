package dev.airlock.conformance.conversion.secrets;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.recording.ByteString;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.recording.Recording;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Collects the values of a recorded call whose names sound secret, and makes up replacements of the same form. */
public final class SecretSearch {
    /** The shortest secret, in characters. A shorter value says no more than a number or a flag. */
    private static final int SHORTEST = 3;

    private static final int MOST_TRIES = 234;
    private static final String SCHEMES = "(?i)(bearer|basic|token|digest|apikey)\\s+(?=\\S)";

    private final Map<String, String> placeholders = new LinkedHashMap<>();
    private final Set<String> taken = new HashSet<>();

    private final Set<String> words;

    private SecretSearch(Collection<String> words) {
        this.words = Set.copyOf(words);
    }

    /**
     * Finds the secrets of a recording, with a placeholder for each.
     *
     * @param words the manifest's words for its credentials, which are never secrets, whatever their names
     */
    public static Placeholders in(Recording recording, Collection<String> words) {
        SecretSearch search = new SecretSearch(words);
        search.json(recording.asked().args());
        recording.events().forEach(search::event);
        search.json(recording.end().outcome());
        return new Placeholders(search.placeholders);
    }

    private void event(HostEvent event) {
        if (event.question() instanceof HostQuery.Http http) {
            AskedRequest request = AskedRequest.of(http.request());
            request.headers().forEach(this::header);
            int question = request.target().indexOf('?');
            form(question < 0 ? "" : request.target().substring(question + 1));
            body(request.body());
        }
        if (event.answer() instanceof HostAnswer.Http http) {
            http.response().ifPresent(response -> {
                response.headers().forEach(header -> header(header.name(), header.value()));
                body(response.body());
            });
        }
    }

    private void body(ByteString body) {
        try {
            json(StrictJson.read(body.bytes()));
        } catch (MalformedJsonException e) {
            form(body.text()); // not JSON, so it may be a form
        }
    }

    private void json(JsonNode node) {
        node.properties().forEach(member -> value(member.getKey(), member.getValue()));
        if (node.isArray()) {
            node.forEach(this::json);
        }
    }

    private void value(String name, JsonNode value) {
        if (!SecretNames.sounds(name)) {
            json(value);
        } else if (value.isTextual() || value.isIntegralNumber()) {
            secret(name, value.asText());
        } else {
            value.forEach(inner -> value(name, inner));
        }
    }

    private void form(String text) {
        for (String part : text.split("&")) {
            int equals = part.indexOf('=');
            if (equals > 0 && SecretNames.sounds(part.substring(0, equals))) {
                add(decoded(part.substring(equals + 1)));
            }
        }
    }

    private static String decoded(String part) {
        try {
            return URLDecoder.decode(part, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return part; // a form has no such escapes
        }
    }

    private void header(String name, String value) {
        if (SecretNames.sounds(name)) {
            secret(name, value);
        }
    }

    /** Adds the secret in a header: a cookie's value without its attributes, or credentials without their scheme. */
    private void secret(String name, String value) {
        switch (name.toLowerCase(Locale.ROOT)) {
            case "cookie" -> Arrays.stream(value.split(";")).forEach(this::cookie);
            case "set-cookie" -> cookie(value.split(";", 2)[0]);
            default -> add(value.replaceFirst(SCHEMES, ""));
        }
    }

    private void cookie(String pair) {
        add(pair.substring(pair.indexOf('=') + 1).strip());
    }

    private void add(String value) {
        boolean isSecret = value.strip().length() >= SHORTEST && !value.contains(Redactor.MARK);
        if (isSecret && !words.contains(value) && !placeholders.containsKey(value)) {
            placeholders.put(value, likeness(value));
        }
    }

    /** Returns a new made-up value with letters and digits in the same places, which replaces no other value. */
    private String likeness(String value) {
        boolean isNumber = value.chars().allMatch(c -> c >= '0' && c <= '9');
        String made = "";
        for (int n = placeholders.size(); n < placeholders.size() + MOST_TRIES; n++) {
            made = isNumber ? number(value.length(), n) : likeness(value, n);
            if (!made.equals(value) && !placeholders.containsKey(made) && taken.add(made)) {
                return made;
            }
        }
        return made + "-" + placeholders.size();
    }

    private static String number(int digits, int n) {
        String end = Integer.toString(n);
        return "1" + "0".repeat(Math.max(0, digits - 1 - end.length())) + end;
    }

    private static String likeness(String value, int n) {
        StringBuilder made = new StringBuilder();
        value.codePoints().forEach(c -> {
            if (Character.isDigit(c)) {
                made.append((char) ('1' + n % 9));
            } else if (Character.isUpperCase(c)) {
                made.append((char) ('A' + n % 26));
            } else if (Character.isLetter(c)) {
                made.append((char) ('a' + n % 26));
            } else {
                made.append(c == '_' || c == '.' ? (char) c : '-');
            }
        });
        return made.toString();
    }
}
