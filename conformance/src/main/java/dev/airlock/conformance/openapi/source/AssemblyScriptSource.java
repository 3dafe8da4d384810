package dev.airlock.conformance.openapi.source;

import dev.airlock.conformance.openapi.model.ApiOperation;
import dev.airlock.conformance.openapi.model.ApiParameter;
import dev.airlock.conformance.openapi.model.ApiParameter.Place;
import dev.airlock.conformance.types.NameWords;
import dev.airlock.conformance.types.TypeNames;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The source in AssemblyScript. */
final class AssemblyScriptSource {
    private final ApiSource source;
    private final StringBuilder out = new StringBuilder();

    AssemblyScriptSource(ApiSource source) {
        this.source = source;
    }

    String text() {
        source.operations().forEach(this::operation);
        out.append("\nserve([\n");
        source.operations()
                .forEach(operation -> out.append("  new Operation(\"")
                        .append(operation.name())
                        .append("\", ")
                        .append(function(operation))
                        .append("),\n"));
        return head() + out.append("]);\n");
    }

    private String head() {
        TreeSet<String> used = new TreeSet<>(List.of("Call", "Json", "Operation", "Request", "serve"));
        if (out.indexOf("new Params()") >= 0) {
            used.add("Params");
        }
        String decimals = out.indexOf("decimalText(") < 0 ? "" : "decimalText, ";
        String readers = source.operations().stream()
                .filter(Placed::needsArgs)
                .flatMap(operation -> source.names().args(operation.name()).stream())
                .map(name -> "read" + name.pascal())
                .sorted()
                .collect(Collectors.joining(", "));
        return "/** A connector for " + source.title() + ". */\nimport { " + String.join(", ", used)
                + " } from \"../guest/airlock\";\n"
                + (readers.isEmpty() ? "" : "import { " + decimals + readers + " } from \"./operations\";\n")
                + "\nconst SERVICE = \"" + source.title() + "\";\n";
    }

    private void operation(ApiOperation operation) {
        out.append('\n');
        if (!operation.summary().isEmpty()) {
            String summary = operation.summary().replace("*/", "* /").replace("/*", "/ *");
            out.append("/** ").append(summary).append(" */\n");
        }
        out.append("function ").append(function(operation)).append("(call: Call): Json {\n");
        if (Placed.needsArgs(operation)) {
            out.append("  const args = read");
            out.append(source.names().args(operation.name()).orElseThrow().pascal())
                    .append("(call);\n");
        }
        for (ApiParameter segment : Placed.segments(operation)) {
            out.append("  const ")
                    .append(segment(segment))
                    .append(" = call.pathSegment(\"")
                    .append(segment.name());
            out.append("\");\n");
        }
        request(operation);
        answer(operation);
        out.append("}\n");
    }

    private void request(ApiOperation operation) {
        String url = PathPart.of(operation).stream()
                .map(part -> part.parameter()
                        .map(parameter -> ValueType.of(parameter) == ValueType.TEXT
                                ? segment(parameter)
                                : expression(ValueType.of(parameter), field(operation, parameter)))
                        .orElse("\"" + part.text() + "\""))
                .collect(Collectors.joining(" + "));
        boolean asks = !Placed.at(operation, Place.QUERY).isEmpty();
        if (asks) {
            out.append("  const query = new Params();\n");
            Placed.at(operation, Place.QUERY).forEach(parameter -> value(operation, parameter, "query.add"));
        }
        out.append("  const request = new Request(")
                .append(asks ? "query.on(" + url + ")" : url)
                .append(");\n");
        out.append("  request.method = \"").append(operation.method()).append("\";\n");
        source.credential(operation)
                .ifPresent(kind ->
                        out.append("  request.credential = \"").append(kind).append("\";\n"));
        operation
                .keyHeader()
                .ifPresent(header -> out.append("  request.header(\"%s\", call.idempotencyKey);\n".formatted(header)));
        Placed.at(operation, Place.HEADER).forEach(parameter -> value(operation, parameter, "request.header"));
        if (operation.body().isPresent()) {
            out.append("  const body = call.args.get(\"body\");\n  if (body) {\n    request.json(body);\n");
            out.append("    request.method = \"").append(operation.method()).append("\";\n  }\n");
        }
    }

    private void value(ApiOperation operation, ApiParameter parameter, String call) {
        String field = field(operation, parameter);
        String start = call + "(\"" + parameter.name() + "\", ";
        if (!ValueType.isList(parameter)) {
            single(operation, parameter, start);
        } else if (parameter.required()) {
            out.append(list(parameter, field, start).indent(2));
        } else {
            String local = NameWords.of(parameter.name()).camel() + "Given";
            out.append("  const %s = %s;\n  if (%s) {\n".formatted(local, field, local));
            out.append(list(parameter, local, start).indent(4)).append("  }\n");
        }
    }

    private void single(ApiOperation operation, ApiParameter parameter, String start) {
        String field = field(operation, parameter);
        ValueType type = ValueType.of(parameter);
        if (parameter.required()) {
            out.append("  %s%s);\n".formatted(start, expression(type, field)));
        } else if (type == ValueType.TEXT) {
            String local = NameWords.of(parameter.name()).camel() + "Given";
            out.append("  const %s = %s;\n  if (%s !== null) %s%s);\n".formatted(local, field, local, start, local));
        } else {
            NameWords name =
                    source.names().member(operation.name(), parameter.name()).orElseThrow();
            out.append("  if (args.has%s) %s%s);\n".formatted(name.pascal(), start, expression(type, field)));
        }
    }

    private static String list(ApiParameter parameter, String list, String start) {
        ValueType type = ValueType.of(parameter);
        if (parameter.joined()) {
            String items = type == ValueType.DECIMAL ? list + ".map<string>((item) => decimalText(item))" : list;
            return "if (%s.length) %s%s.join(\",\"));".formatted(list, start, items);
        }
        return "for (let i = 0; i < %s.length; i++) %s%s);".formatted(list, start, expression(type, list + "[i]"));
    }

    private void answer(ApiOperation operation) {
        switch (operation.answer().form()) {
            case OBJECT -> out.append("  return request.send().expectJson(SERVICE);\n");
            case LIST -> out.append("  return Json.object().set(\"items\", request.send().expectJson(SERVICE));\n");
            case VALUE -> out.append("  return Json.object().set(\"value\", request.send().expectJson(SERVICE));\n");
            case NOTHING -> out.append("  request.send().expect(SERVICE);\n  return Json.object();\n");
        }
    }

    private static String expression(ValueType type, String value) {
        return switch (type) {
            case TEXT -> value;
            case WHOLE, FLAG -> value + ".toString()";
            case DECIMAL -> "decimalText(" + value + ")";
        };
    }

    private String field(ApiOperation operation, ApiParameter parameter) {
        NameWords name =
                source.names().member(operation.name(), parameter.name()).orElseThrow();
        return "args." + TypeNames.assemblyScriptField(name);
    }

    private static String segment(ApiParameter parameter) {
        return NameWords.of(parameter.name()).camel() + "Segment";
    }

    private static String function(ApiOperation operation) {
        NameWords name = NameWords.of(operation.name());
        return name.words().size() == 1 ? name.camel() + "Operation" : name.camel();
    }
}
