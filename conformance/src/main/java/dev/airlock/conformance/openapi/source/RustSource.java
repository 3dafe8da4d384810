package dev.airlock.conformance.openapi.source;

import dev.airlock.conformance.openapi.model.ApiOperation;
import dev.airlock.conformance.openapi.model.ApiOperation.Form;
import dev.airlock.conformance.openapi.model.ApiParameter;
import dev.airlock.conformance.openapi.model.ApiParameter.Place;
import dev.airlock.conformance.types.NameWords;
import dev.airlock.conformance.types.TypeNames;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The source in Rust. */
final class RustSource {
    private static final String SEND = """

            /// The JSON body of the answer to a request.
            fn send(request: Request) -> Result<Json, Error> {
                let response = request.send()?.check(SERVICE)?;
                response.json().ok_or_else(|| response.unexpected(SERVICE))
            }
            """;

    private final ApiSource source;
    private final StringBuilder out = new StringBuilder();

    RustSource(ApiSource source) {
        this.source = source;
    }

    String text() {
        source.operations().forEach(this::operation);
        if (source.operations().stream()
                .anyMatch(operation -> operation.answer().form() != Form.NOTHING)) {
            out.append(SEND);
        }
        return head() + out;
    }

    private String head() {
        List<String> types = source.operations().stream()
                .filter(Placed::needsArgs)
                .flatMap(operation -> source.names().args(operation.name()).stream())
                .map(NameWords::pascal)
                .sorted()
                .toList();
        TreeSet<String> used = new TreeSet<>(List.of("Call", "Error", "Output", "Request"));
        List.of("Json", "Params").stream()
                .filter(name -> out.indexOf(name) >= 0)
                .forEach(used::add);
        if (out.indexOf("object(") >= 0) {
            used.add("object");
        }
        boolean hasTypes = source.operations().stream()
                .anyMatch(operation -> source.names().args(operation.name()).isPresent());
        String handlers = source.operations().stream()
                .map(operation -> "    \"" + operation.name() + "\" => " + function(operation) + ",\n")
                .collect(Collectors.joining());
        return "//! A connector for " + source.title() + ".\n\n" + (hasTypes ? "mod operations;\n\n" : "")
                + "use airlock::{" + String.join(", ", used) + "};\n"
                + (types.isEmpty() ? "" : "use operations::{" + String.join(", ", types) + "};\n")
                + "\nconst SERVICE: &str = \"" + source.title() + "\";\n\nairlock::connector! {\n" + handlers + "}\n";
    }

    private void operation(ApiOperation operation) {
        out.append('\n');
        if (!operation.summary().isEmpty()) {
            out.append("/// ").append(operation.summary()).append('\n');
        }
        boolean usesCall = source.names().args(operation.name()).isPresent()
                || operation.keyHeader().isPresent();
        out.append("fn ").append(function(operation)).append(usesCall ? "(call" : "(_call");
        out.append(": &Call) -> Result<Output, Error> {\n");
        if (Placed.needsArgs(operation)) {
            String args = source.names().args(operation.name()).orElseThrow().pascal();
            out.append("    let args = ").append(args).append("::of(call)?;\n");
        }
        for (ApiParameter segment : Placed.segments(operation)) {
            out.append("    let ").append(segment(segment)).append(" = call.args.path_segment(\"");
            out.append(segment.name()).append("\")?;\n");
        }
        request(operation);
        answer(operation);
        out.append("}\n");
    }

    private void request(ApiOperation operation) {
        List<PathPart> parts = PathPart.of(operation);
        String url = parts.size() == 1
                ? "\"" + parts.get(0).text() + "\""
                : "&format!(\""
                        + parts.stream()
                                .map(part -> part.parameter().isPresent() ? "{}" : part.text())
                                .collect(Collectors.joining())
                        + "\", "
                        + parts.stream()
                                .flatMap(part -> part.parameter().stream())
                                .map(parameter -> ValueType.of(parameter) == ValueType.TEXT
                                        ? segment(parameter)
                                        : field(operation, parameter))
                                .collect(Collectors.joining(", "))
                        + ")";
        boolean asks = !Placed.at(operation, Place.QUERY).isEmpty();
        if (asks) {
            out.append("    let mut query = Params::new();\n");
            Placed.at(operation, Place.QUERY).forEach(parameter -> value(operation, parameter, "query = query.add"));
        }
        boolean changes = operation.body().isPresent()
                || !Placed.at(operation, Place.HEADER).isEmpty();
        out.append("    let ")
                .append(changes ? "mut " : "")
                .append("request = Request::new(\"")
                .append(operation.method());
        out.append("\", ").append(asks ? "&query.on(" + url + ")" : url).append(')');
        operation
                .keyHeader()
                .ifPresent(header -> out.append(".header(\"%s\", &call.idempotency_key)".formatted(header)));
        source.credential(operation)
                .ifPresent(kind -> out.append(".credential(\"").append(kind).append("\")"));
        out.append(";\n");
        Placed.at(operation, Place.HEADER)
                .forEach(parameter -> value(operation, parameter, "request = request.header"));
        if (operation.body().isPresent()) {
            out.append(
                    "    if let Some(body) = call.args.as_json().get(\"body\") {\n        request = request.json(body);\n    }\n");
        }
    }

    private void value(ApiOperation operation, ApiParameter parameter, String call) {
        String field = field(operation, parameter);
        boolean isText = ValueType.of(parameter) == ValueType.TEXT;
        String start = call + "(\"" + parameter.name() + "\", ";
        if (!ValueType.isList(parameter)) {
            if (parameter.required()) {
                out.append("    ")
                        .append(start)
                        .append('&')
                        .append(field)
                        .append(isText ? "" : ".to_string()")
                        .append(");\n");
            } else {
                out.append("    if let Some(value) = ")
                        .append(isText ? "&" : "")
                        .append(field)
                        .append(" {\n        ")
                        .append(start);
                out.append(isText ? "value" : "&value.to_string()").append(");\n    }\n");
            }
            return;
        }
        String values = parameter.required() ? field : field + ".unwrap_or_default()";
        if (parameter.joined()) {
            String join = ".iter().map(|value| value.to_string()).collect::<Vec<_>>().join(\",\")";
            out.append("    let values = ")
                    .append(values)
                    .append(join)
                    .append(";\n    if !values.is_empty() {\n        ");
            out.append(start).append("&values);\n    }\n");
        } else {
            out.append("    for value in ")
                    .append(values)
                    .append(" {\n        ")
                    .append(start);
            out.append(isText ? "&value" : "&value.to_string()").append(");\n    }\n");
        }
    }

    private void answer(ApiOperation operation) {
        switch (operation.answer().form()) {
            case OBJECT -> out.append("    Ok(send(request)?.into())\n");
            case LIST -> out.append("    Ok(object([(\"items\", send(request)?)]).into())\n");
            case VALUE -> out.append("    Ok(object([(\"value\", send(request)?)]).into())\n");
            case NOTHING -> out.append("    request.send()?.check(SERVICE)?;\n    Ok(object([]).into())\n");
        }
    }

    private String field(ApiOperation operation, ApiParameter parameter) {
        return "args."
                + TypeNames.rustField(source.names()
                        .member(operation.name(), parameter.name())
                        .orElseThrow());
    }

    private static String segment(ApiParameter parameter) {
        return NameWords.of(parameter.name()).snake() + "_segment";
    }

    private static String function(ApiOperation operation) {
        NameWords name = NameWords.of(operation.name());
        return name.words().size() == 1 ? name.snake() + "_operation" : name.snake();
    }
}
