package dev.airlock.conformance.scenarios.expectation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.json.StrictJson;
import java.util.ArrayList;
import java.util.List;

/** Compares two JSON values and returns their differences. Numbers are equal if their values are. */
public final class JsonDifferences {
    private final boolean subset;
    private final List<Difference> found = new ArrayList<>();

    private JsonDifferences(boolean subset) {
        this.subset = subset;
    }

    /** Returns the places where the actual value differs from the expected one. */
    public static List<Difference> exact(String at, JsonNode expected, JsonNode actual) {
        return new JsonDifferences(false).compare(at, expected, actual);
    }

    /**
     * Returns the places where the actual value lacks a part of the expected one. Objects may have more members; lists must not be longer.
     */
    public static List<Difference> subset(String at, JsonNode expected, JsonNode actual) {
        return new JsonDifferences(true).compare(at, expected, actual);
    }

    private List<Difference> compare(String at, JsonNode expected, JsonNode actual) {
        visit(at, expected, actual);
        return found;
    }

    private void visit(String at, JsonNode expected, JsonNode actual) {
        if (expected.isObject() && actual.isObject()) {
            objects(at, expected, actual);
        } else if (expected.isArray() && actual.isArray()) {
            arrays(at, expected, actual);
        } else if (!same(expected, actual)) {
            found.add(Difference.of(at, StrictJson.write(expected), StrictJson.write(actual)));
        }
    }

    private void objects(String at, JsonNode expected, JsonNode actual) {
        expected.properties().forEach(member -> {
            String place = at + "/" + member.getKey();
            if (actual.has(member.getKey())) {
                visit(place, member.getValue(), actual.get(member.getKey()));
            } else {
                found.add(Difference.missing(place, StrictJson.write(member.getValue())));
            }
        });
        if (!subset) {
            actual.properties().stream()
                    .filter(member -> !expected.has(member.getKey()))
                    .forEach(member -> found.add(
                            Difference.unexpected(at + "/" + member.getKey(), StrictJson.write(member.getValue()))));
        }
    }

    private void arrays(String at, JsonNode expected, JsonNode actual) {
        for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
            String place = at + "/" + i;
            if (i >= actual.size()) {
                found.add(Difference.missing(place, StrictJson.write(expected.get(i))));
            } else if (i >= expected.size()) {
                found.add(Difference.unexpected(place, StrictJson.write(actual.get(i))));
            } else {
                visit(place, expected.get(i), actual.get(i));
            }
        }
    }

    private static boolean same(JsonNode expected, JsonNode actual) {
        if (expected.isNumber() && actual.isNumber()) {
            return expected.decimalValue().compareTo(actual.decimalValue()) == 0;
        }
        return expected.equals(actual);
    }
}
