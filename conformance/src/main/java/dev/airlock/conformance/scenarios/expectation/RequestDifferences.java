package dev.airlock.conformance.scenarios.expectation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.conformance.scenarios.expectation.Expectation.ExpectedRequest;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.upstreams.RecordedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares the requests that an upstream saw with the expected ones. */
public final class RequestDifferences {
    private final List<Difference> found = new ArrayList<>();

    private RequestDifferences() {}

    public static List<Difference> between(List<ExpectedRequest> expected, List<RecordedRequest> actual) {
        RequestDifferences differences = new RequestDifferences();
        for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
            String place = "requests/" + (i + 1);
            if (i >= actual.size()) {
                differences.found.add(Difference.missing(place, shown(expected.get(i))));
            } else if (i >= expected.size()) {
                differences.found.add(Difference.unexpected(
                        place, actual.get(i).method() + " " + actual.get(i).target()));
            } else {
                differences.compare(place, expected.get(i), actual.get(i));
            }
        }
        return differences.found;
    }

    private static String shown(ExpectedRequest request) {
        return request.method().orElse("a request")
                + request.path().map(path -> " " + path).orElse("");
    }

    private void compare(String at, ExpectedRequest expected, RecordedRequest actual) {
        expected.method().ifPresent(method -> text(at + "/method", method, actual.method()));
        expected.host().ifPresent(host -> text(at + "/host", host, actual.host()));
        expected.path()
                .ifPresent(path -> text(at + "/path", path, path.contains("?") ? actual.target() : actual.path()));
        expected.headers().forEach((name, value) -> {
            Optional<String> sent = actual.header(name);
            if (sent.isEmpty()) {
                found.add(Difference.missing(at + "/headers/" + name, value));
            } else {
                text(at + "/headers/" + name, value, sent.get());
            }
        });
        String body = actual.body().text();
        expected.body().ifPresent(whole -> text(at + "/body", whole, body));
        expected.bodyContains()
                .filter(part -> !body.contains(part))
                .ifPresent(part -> found.add(Difference.of(at + "/body", "… " + part + " …", body)));
        expected.json().ifPresent(value -> json(at + "/json", value, body));
    }

    private void json(String at, JsonNode expected, String body) {
        try {
            found.addAll(JsonDifferences.exact(at, expected, StrictJson.read(body)));
        } catch (MalformedJsonException e) {
            found.add(Difference.of(at, StrictJson.write(expected), body));
        }
    }

    private void text(String at, String expected, String actual) {
        if (!expected.equals(actual)) {
            found.add(Difference.of(at, expected, actual));
        }
    }
}
