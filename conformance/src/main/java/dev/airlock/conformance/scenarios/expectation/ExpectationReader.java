package dev.airlock.conformance.scenarios.expectation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import dev.airlock.conformance.scenarios.expectation.Expectation.AtPath;
import dev.airlock.conformance.scenarios.expectation.Expectation.ExpectedFailure;
import dev.airlock.conformance.scenarios.expectation.Expectation.ExpectedRequest;
import dev.airlock.failures.Boundary;
import dev.airlock.failures.FailureClass;
import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.toml.LocatedJson;
import dev.airlock.formats.toml.Section;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads the table {@code [expect]} of a scenario. */
public final class ExpectationReader {
    private static final List<String> KEYS =
            List.of("output", "output_contains", "output_at", "errors", "failure", "requests", "state");
    private static final List<String> CLASSES =
            Arrays.stream(FailureClass.values()).map(FailureClass::wireName).toList();

    private ExpectationReader() {}

    public static Expectation read(Section table) {
        table.allow(KEYS);
        Expectation expectation = new Expectation(
                JsonValues.read(table, "output"),
                JsonValues.read(table, "output_contains"),
                table.section("output_at").map(ExpectationReader::paths).orElse(List.of()),
                JsonValues.read(table, "errors"),
                table.section("failure").flatMap(ExpectationReader::failure),
                requests(table),
                table.section("state").map(JsonValues::texts).orElse(Map.of()));
        if (table.has("failure") && expectation.looksAtOutput()) {
            table.problem("failure", "a call cannot both fail and have an output", "leave one of them out");
        }
        return expectation;
    }

    private static List<AtPath> paths(Section table) {
        List<AtPath> paths = new ArrayList<>();
        for (String path : table.keys()) {
            JsonNode value = table.json(path).map(LocatedJson::value).orElseThrow();
            compiled(path)
                    .ifPresentOrElse(
                            found -> paths.add(new AtPath(path, found, value)),
                            () -> table.problem(
                                    path,
                                    Printable.quoted(path) + " is not a JSON Path",
                                    "write it as \"$.issues[0].title\""));
        }
        return paths;
    }

    private static Optional<JsonPath> compiled(String path) {
        try {
            return path.startsWith("$") ? Optional.of(JsonPath.compile(path)) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Optional<ExpectedFailure> failure(Section table) {
        table.allow(List.of("class", "retriable", "boundary", "message_contains", "details"));
        table.require("class", "class = \"external_api_error\"");
        return table.parsed("class", ExpectationReader::failureClass)
                .map(known -> new ExpectedFailure(
                        known,
                        table.flag("retriable"),
                        table.parsed("boundary", ExpectationReader::boundary),
                        table.line("message_contains"),
                        object(table, "details")));
    }

    private static Parsed<FailureClass> failureClass(String text) {
        return FailureClass.ofWireName(text)
                .map(Parsed::ok)
                .orElseGet(() -> Parsed.wrong(
                        Printable.quoted(text) + " is not a failure class",
                        Nearest.to(text, CLASSES)
                                .map(near -> "did you mean " + near + "?")
                                .orElse("the classes are " + String.join(", ", CLASSES))));
    }

    private static Parsed<String> boundary(String text) {
        return Boundary.ofWireName(text).isPresent()
                ? Parsed.ok(text)
                : Parsed.wrong(
                        Printable.quoted(text) + " is not a boundary",
                        "write sandbox, connector_manifest, action, runtime or external");
    }

    private static Optional<ObjectNode> object(Section table, String key) {
        return JsonValues.read(table, key).filter(JsonNode::isObject).map(ObjectNode.class::cast);
    }

    private static Optional<List<ExpectedRequest>> requests(Section table) {
        if (!table.has("requests")) {
            return Optional.empty();
        }
        return Optional.of(table.sections("requests").stream()
                .map(ExpectationReader::request)
                .toList());
    }

    private static ExpectedRequest request(Section table) {
        table.allow(List.of("method", "host", "path", "headers", "body", "body_contains", "json"));
        return new ExpectedRequest(
                table.line("method"),
                table.line("host"),
                table.line("path"),
                table.section("headers").map(ExpectationReader::headers).orElse(Map.of()),
                text(table, "body"),
                text(table, "body_contains"),
                JsonValues.read(table, "json"));
    }

    /** Returns a text that may be empty. */
    private static Optional<String> text(Section table, String key) {
        Optional<Object> value = table.any(key);
        value.filter(other -> !(other instanceof String)).ifPresent(other -> table.wrongType(key, other, "a text"));
        return value.filter(String.class::isInstance).map(String.class::cast);
    }

    private static Map<String, String> headers(Section table) {
        Map<String, String> headers = new HashMap<>();
        for (String name : table.keys()) {
            text(table, name).ifPresent(value -> headers.put(name.toLowerCase(Locale.ROOT), value));
        }
        return headers;
    }
}
