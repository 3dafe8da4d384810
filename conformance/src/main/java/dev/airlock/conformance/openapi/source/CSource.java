package dev.airlock.conformance.openapi.source;

import dev.airlock.conformance.openapi.model.ApiOperation;
import dev.airlock.conformance.openapi.model.ApiParameter;
import dev.airlock.conformance.openapi.model.ApiParameter.Place;
import dev.airlock.conformance.types.NameWords;
import dev.airlock.conformance.types.TypeNames;
import java.util.List;
import java.util.stream.Collectors;

/** The source in C. */
final class CSource {
    private final ApiSource source;
    private final StringBuilder out = new StringBuilder();

    CSource(ApiSource source) {
        this.source = source;
    }

    String text() {
        boolean hasTypes = source.operations().stream()
                .anyMatch(operation -> source.names().args(operation.name()).isPresent());
        out.append("/* A connector for ").append(source.title()).append(". */\n#include \"airlock.h\"\n");
        out.append(hasTypes ? "#include \"operations.h\"\n" : "");
        out.append("\nstatic const char SERVICE[] = \"").append(source.title()).append("\";\n");
        source.operations().forEach(this::operation);
        out.append("\nAIRLOCK_CONNECTOR(");
        out.append(source.operations().stream()
                .map(operation -> "\n    {\"" + operation.name() + "\", " + function(operation) + "}")
                .collect(Collectors.joining(",")));
        return out.append(")\n").toString();
    }

    private void operation(ApiOperation operation) {
        out.append('\n');
        if (!operation.summary().isEmpty()) {
            out.append("/* ")
                    .append(operation.summary().replace("*/", "* /").replace("/*", "/ *"))
                    .append(" */\n");
        }
        out.append("static json *").append(function(operation)).append("(const airlock_call *call) {\n");
        if (Placed.needsArgs(operation)) {
            String args = source.names().args(operation.name()).orElseThrow().snake();
            out.append("    ").append(args).append(" args = ").append(args).append("_of(call);\n");
        } else if (source.names().args(operation.name()).isEmpty()
                && operation.keyHeader().isEmpty()) {
            out.append("    (void)call;\n");
        }
        for (ApiParameter segment : Placed.segments(operation)) {
            out.append("    text ").append(segment(segment)).append(" = airlock_path_segment(call, \"");
            out.append(segment.name()).append("\");\n");
        }
        request(operation);
        answer(operation);
        out.append("}\n");
    }

    private void request(ApiOperation operation) {
        boolean asks = !Placed.at(operation, Place.QUERY).isEmpty();
        boolean heads = operation.keyHeader().isPresent()
                || !Placed.at(operation, Place.HEADER).isEmpty();
        out.append(asks ? "    json *query = json_object();\n" : "");
        Placed.at(operation, Place.QUERY).forEach(parameter -> value(operation, parameter, "query"));
        out.append(heads ? "    json *headers = json_object();\n" : "");
        operation
                .keyHeader()
                .ifPresent(header -> out.append(
                        "    json_set(headers, \"%s\", json_text(call->idempotency_key));\n".formatted(header)));
        Placed.at(operation, Place.HEADER).forEach(parameter -> value(operation, parameter, "headers"));
        out.append("    airlock_response response = airlock_send((airlock_request){\n        .method = \"");
        out.append(operation.method()).append("\",\n        .url = ");
        out.append(asks ? "airlock_url(" + url(operation) + ", query)" : url(operation))
                .append(",\n");
        out.append(heads ? "        .headers = headers,\n" : "");
        out.append(operation.body().isPresent() ? "        .body = json_get(call->args, \"body\"),\n" : "");
        source.credential(operation)
                .ifPresent(kind ->
                        out.append("        .credential = \"").append(kind).append("\",\n"));
        out.append("    });\n");
    }

    private String url(ApiOperation operation) {
        List<PathPart> parts = PathPart.of(operation);
        if (parts.size() == 1) {
            return "text_of(\"" + parts.get(0).text() + "\")";
        }
        String format = parts.stream()
                .map(part -> part.parameter()
                        .map(parameter -> switch (ValueType.of(parameter)) {
                            case TEXT, DECIMAL -> "%.*s";
                            case WHOLE -> "%lld";
                            case FLAG -> "%s";
                        })
                        .orElse(part.text().replace("%", "%%")))
                .collect(Collectors.joining());
        String values = parts.stream()
                .flatMap(part -> part.parameter().stream())
                .map(parameter -> switch (ValueType.of(parameter)) {
                    case TEXT -> "TEXT_ARGS(" + segment(parameter) + ")";
                    case WHOLE -> field(operation, parameter);
                    case DECIMAL -> "TEXT_ARGS(json_write(airlock_write_number(" + field(operation, parameter) + ")))";
                    case FLAG -> field(operation, parameter) + " ? \"true\" : \"false\"";
                })
                .collect(Collectors.joining(", "));
        return "text_format(\"" + format + "\", " + values + ")";
    }

    /** Adds values to the object that a query or the headers are made of; a name may be there several times. */
    private void value(ApiOperation operation, ApiParameter parameter, String object) {
        String field = field(operation, parameter);
        String start = "json_set(" + object + ", \"" + parameter.name() + "\", ";
        ValueType type = ValueType.of(parameter);
        if (!ValueType.isList(parameter)) {
            String condition = parameter.required() ? "" : "if (" + flag(operation, parameter) + ") ";
            out.append("    ")
                    .append(condition)
                    .append(start)
                    .append(json(type, field))
                    .append(");\n");
        } else if (parameter.joined()) {
            String values = NameWords.of(parameter.name()).snake() + "_values";
            out.append("    text %s = text_of(\"\");\n".formatted(values));
            out.append("    for (size_t i = 0; i < %s.count; i++) {\n".formatted(field));
            out.append("        text value = %s;\n".formatted(text(type, field + ".items[i]")));
            out.append(
                    "        %s = text_format(\"%%.*s%%s%%.*s\", TEXT_ARGS(%s), i ? \",\" : \"\", TEXT_ARGS(value));\n"
                            .formatted(values, values));
            out.append("    }\n    ")
                    .append(start)
                    .append("json_text(")
                    .append(values)
                    .append("));\n");
        } else {
            out.append("    for (size_t i = 0; i < ")
                    .append(field)
                    .append(".count; i++) ")
                    .append(start);
            out.append(json(type, field + ".items[i]")).append(");\n");
        }
    }

    private void answer(ApiOperation operation) {
        switch (operation.answer().form()) {
            case OBJECT -> out.append("    return (json *)airlock_expect_json(response, SERVICE);\n");
            case LIST ->
                out.append("    return json_set(json_object(), \"items\", airlock_expect_json(response, SERVICE));\n");
            case VALUE ->
                out.append("    return json_set(json_object(), \"value\", airlock_expect_json(response, SERVICE));\n");
            case NOTHING -> out.append("    airlock_expect(response, SERVICE);\n    return json_object();\n");
        }
    }

    private static String json(ValueType type, String value) {
        return switch (type) {
            case TEXT -> "json_text(" + value + ")";
            case WHOLE -> "json_integer(" + value + ")";
            case DECIMAL -> "airlock_write_number(" + value + ")";
            case FLAG -> "airlock_write_bool(" + value + ")";
        };
    }

    private static String text(ValueType type, String value) {
        return type == ValueType.TEXT ? value : "json_write(" + json(type, value) + ")";
    }

    private String field(ApiOperation operation, ApiParameter parameter) {
        return "args."
                + TypeNames.cField(source.names()
                        .member(operation.name(), parameter.name())
                        .orElseThrow());
    }

    private String flag(ApiOperation operation, ApiParameter parameter) {
        return "args.has_"
                + source.names()
                        .member(operation.name(), parameter.name())
                        .orElseThrow()
                        .snake();
    }

    private static String segment(ApiParameter parameter) {
        return NameWords.of(parameter.name()).snake() + "_segment";
    }

    /** Single words may be words of C, and others begin like the names of the guest library. */
    private static String function(ApiOperation operation) {
        return NameWords.of(operation.name()).snake() + "_operation";
    }
}
