package dev.airlock.conformance.scenarios;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.jayway.jsonpath.JsonPathException;
import dev.airlock.conformance.scenarios.expectation.Expectation;
import dev.airlock.conformance.scenarios.expectation.Expectation.AtPath;
import dev.airlock.conformance.scenarios.expectation.Expectation.ExpectedFailure;
import dev.airlock.conformance.scenarios.expectation.Expectation.ExpectedRequest;
import dev.airlock.conformance.scenarios.expectation.PathValues;
import dev.airlock.conformance.scenarios.expectation.RecordedExpectation;
import dev.airlock.conformance.scenarios.expectation.TomlText;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.upstreams.RecordedRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the table {@code [expect]} that matches a result, in the forms that the scenario already uses. */
final class ExpectationText {

    private final Expectation before;
    private final StringBuilder out = new StringBuilder();

    private ExpectationText(Expectation before) {
        this.before = before;
    }

    /** Returns the tables; empty for a cancelled call. */
    static Optional<String> of(ScenarioResult result) {
        ExpectationText text = new ExpectationText(result.scenario().expectation());
        if (result.outcome() instanceof Outcome.Cancelled) {
            return Optional.empty();
        }
        text.out.append("[expect]\n");
        result.outcome().visit(text::success, failed -> text.failure(failed.failure()), cancelled -> {});
        text.state();
        text.requests(result.requests());
        return Optional.of(text.out.toString());
    }

    private void success(Outcome.Succeeded succeeded) {
        if (before.output().isPresent() || !before.looksAtOutput()) {
            line("output", TomlText.json(succeeded.output()));
        }
        before.outputContains()
                .ifPresent(part -> line("output_contains", TomlText.json(projected(part, succeeded.output()))));
        if (!succeeded.errors().isEmpty()) {
            ArrayNode errors = JsonNodeFactory.instance.arrayNode();
            succeeded.errors().forEach(errors::add);
            line("errors", TomlText.json(errors));
        }
        if (!before.outputAt().isEmpty()) {
            out.append("\n[expect.output_at]\n");
            before.outputAt().forEach(path -> at(path, succeeded.output()));
        }
    }

    private void at(AtPath path, JsonNode output) {
        try {
            JsonNode value = PathValues.find(path, output);
            TomlText.inline(value).ifPresent(text -> line(TomlText.string(path.path()), text));
        } catch (JsonPathException e) {
            out.append("# ").append(path.path()).append(" leads nowhere any more\n");
        }
    }

    /** Returns the value with only those members of objects that the pattern names. */
    private static JsonNode projected(JsonNode pattern, JsonNode value) {
        if (!pattern.isObject() || !value.isObject()) {
            return value;
        }
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        pattern.properties().stream()
                .filter(member -> value.has(member.getKey()))
                .forEach(member -> kept.set(member.getKey(), projected(member.getValue(), value.get(member.getKey()))));
        return kept;
    }

    private void failure(Failure failure) {
        Optional<ExpectedFailure> known = before.failure();
        out.append("\n[expect.failure]\n");
        line("class", TomlText.string(failure.failureClass().wireName()));
        line("retriable", Boolean.toString(failure.retriable()));
        known.flatMap(ExpectedFailure::boundary)
                .ifPresent(word ->
                        line("boundary", TomlText.string(failure.boundary().wireName())));
        known.flatMap(ExpectedFailure::messageContains)
                .ifPresent(part -> line(
                        "message_contains",
                        TomlText.string(failure.message().contains(part) ? part : failure.message())));
        JsonNode details = FailureEnvelope.errorNode(failure).path("details");
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        details.properties().stream()
                .filter(detail -> known.flatMap(ExpectedFailure::details)
                        .map(wanted -> wanted.has(detail.getKey()))
                        .orElse(RecordedExpectation.TELLING.contains(detail.getKey())))
                .forEach(detail -> shown.set(detail.getKey(), detail.getValue()));
        if (!shown.isEmpty()) {
            line("details", TomlText.json(shown));
        }
    }

    /** Writes what is expected to be kept as it was, since only a person knows which keys matter. */
    private void state() {
        if (!before.state().isEmpty()) {
            out.append("\n[expect.state]\n");
            before.state().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(kept -> line(TomlText.string(kept.getKey()), TomlText.string(kept.getValue())));
        }
    }

    private void requests(List<RecordedRequest> requests) {
        boolean asked = before.requests().isPresent();
        if (requests.isEmpty() && asked) {
            int end = out.indexOf("[expect]\n") + "[expect]\n".length();
            out.insert(end, "requests = []\n");
        }
        for (int i = 0; i < requests.size() && (asked || before.isEmpty()); i++) {
            List<ExpectedRequest> known = before.requests().orElse(List.of());
            request(requests.get(i), i < known.size() ? Optional.of(known.get(i)) : Optional.empty());
        }
    }

    private void request(RecordedRequest request, Optional<ExpectedRequest> known) {
        out.append("\n[[expect.requests]]\n");
        if (known.map(one -> one.method().isPresent()).orElse(true)) {
            line("method", TomlText.string(request.method()));
        }
        known.flatMap(ExpectedRequest::host).ifPresent(host -> line("host", TomlText.string(request.host())));
        if (known.map(one -> one.path().isPresent()).orElse(true)) {
            boolean whole = known.flatMap(ExpectedRequest::path)
                    .map(path -> path.contains("?"))
                    .orElse(true);
            line("path", TomlText.string(whole ? request.target() : request.path()));
        }
        ObjectNode headers = JsonNodeFactory.instance.objectNode();
        known.ifPresent(one -> one.headers().keySet().stream()
                .sorted()
                .forEach(name -> request.header(name).ifPresent(value -> headers.put(name, value))));
        if (!headers.isEmpty()) {
            TomlText.inline(headers).ifPresent(text -> line("headers", text));
        }
        body(request.body().text(), known);
    }

    private void body(String body, Optional<ExpectedRequest> known) {
        boolean exact = known.flatMap(ExpectedRequest::body).isPresent();
        boolean json = known.map(one -> one.json().isPresent()).orElse(!body.isEmpty());
        Optional<JsonNode> value = json ? parsed(body) : Optional.empty();
        if (exact || (json && value.isEmpty())) {
            line("body", TomlText.string(body));
        } else {
            value.ifPresent(node -> line("json", TomlText.json(node)));
        }
        known.flatMap(ExpectedRequest::bodyContains)
                .ifPresent(part -> line("body_contains", TomlText.string(body.contains(part) ? part : body)));
    }

    private static Optional<JsonNode> parsed(String body) {
        try {
            return Optional.of(StrictJson.read(body));
        } catch (MalformedJsonException e) {
            return Optional.empty();
        }
    }

    private void line(String key, String value) {
        out.append(key).append(" = ").append(value).append('\n');
    }
}
