package dev.airlock.conformance.conversion;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.scenarios.expectation.Expectation;
import dev.airlock.conformance.scenarios.expectation.Expectation.ExpectedFailure;
import dev.airlock.conformance.scenarios.expectation.Expectation.ExpectedRequest;
import dev.airlock.conformance.scenarios.expectation.TomlText;

/** Writes expectations as the table {@code [expect]}. */
final class ExpectationToml {
    private final StringBuilder out = new StringBuilder();

    private ExpectationToml() {}

    static String of(Expectation expectation) {
        ExpectationToml toml = new ExpectationToml();
        toml.out.append("[expect]\n");
        expectation.output().ifPresent(output -> toml.line("output", TomlText.json(output)));
        expectation.outputContains().ifPresent(part -> toml.line("output_contains", TomlText.json(part)));
        expectation.errors().ifPresent(errors -> toml.line("errors", TomlText.json(errors)));
        expectation
                .requests()
                .filter(java.util.List::isEmpty)
                .ifPresent(none -> toml.line("requests", "[] # it asked the service nothing"));
        expectation.failure().ifPresent(toml::failure);
        expectation.requests().ifPresent(requests -> requests.forEach(toml::request));
        return toml.out.toString();
    }

    private void failure(ExpectedFailure failure) {
        out.append("\n[expect.failure]\n");
        line("class", TomlText.string(failure.failureClass().wireName()));
        failure.retriable().ifPresent(flag -> line("retriable", flag.toString()));
        failure.boundary().ifPresent(word -> line("boundary", TomlText.string(word)));
        failure.details()
                .filter(details -> !details.isEmpty())
                .ifPresent(details -> line("details", TomlText.json(details)));
    }

    private void request(ExpectedRequest request) {
        out.append("\n[[expect.requests]]\n");
        request.method().ifPresent(method -> line("method", TomlText.string(method)));
        request.host().ifPresent(host -> line("host", TomlText.string(host)));
        request.path().ifPresent(path -> line("path", TomlText.string(path)));
        if (!request.headers().isEmpty()) {
            ObjectNode headers = JsonNodeFactory.instance.objectNode();
            request.headers().forEach(headers::put);
            TomlText.inline(headers).ifPresent(text -> line("headers", text));
        }
        request.body().ifPresent(body -> line("body", TomlText.text(body)));
        request.json().ifPresent(json -> line("json", TomlText.json(json)));
    }

    private void line(String key, String value) {
        out.append(key).append(" = ").append(value).append('\n');
    }
}
