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
        String readers = source.operations().stream()
                .filter(Placed::needsArgs)
                .flatMap(operation -> source.names().args(operation.name()).stream())
                .map(name -> "read" + name.pascal())
                .sorted()
                .collect(Collectors.joining(", "));
        return "/** A connector for " + source.title() + ". */\nimport { " + String.join(", ", used)
                + " } from \"../guest/airlock\";\n"
                + (readers.isEmpty() ? "" : "import { " + readers + " } from \"./operations\";\n")
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
                                : field(operation, parameter) + ".toString()")
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
        Placed.at(operation, Place.HEADER).forEach(parameter -> value(operation, parameter, "request.header"));
        if (operation.body().isPresent()) {
            out.append("  const body = call.args.get(\"body\");\n  if (body) {\n    request.json(body);\n");
            out.append("    request.method = \"").append(operation.method()).append("\";\n  }\n");
        }
    }

    private void value(ApiOperation operation, ApiParameter parameter, String call) {
        String field = field(operation, parameter);
        String text = ValueType.of(parameter) == ValueType.TEXT ? "" : ".toString()";
        String start = call + "(\"" + parameter.name() + "\", ";
        String local = NameWords.of(parameter.name()).camel() + "Given";
        if (ValueType.isList(parameter)) {
            String list = parameter.required() ? field : local;
            String indent = parameter.required() ? "  " : "    ";
            out.append(parameter.required() ? "" : "  const " + local + " = " + field + ";\n  if (" + local + ") {\n");
            out.append(indent);
            if (parameter.joined()) {
                out.append("if (")
                        .append(list)
                        .append(".length) ")
                        .append(start)
                        .append(list)
                        .append(".join(\",\"));\n");
            } else {
                out.append("for (let i = 0; i < ")
                        .append(list)
                        .append(".length; i++) ")
                        .append(start)
                        .append(list);
                out.append("[i]").append(text).append(");\n");
            }
            out.append(parameter.required() ? "" : "  }\n");
        } else if (parameter.required()) {
            out.append("  ").append(start).append(field).append(text).append(");\n");
        } else if (text.isEmpty()) {
            out.append("  const ")
                    .append(local)
                    .append(" = ")
                    .append(field)
                    .append(";\n  if (")
                    .append(local);
            out.append(" !== null) ").append(start).append(local).append(");\n");
        } else {
            String flag = "args.has"
                    + source.names()
                            .member(operation.name(), parameter.name())
                            .orElseThrow()
                            .pascal();
            out.append("  if (")
                    .append(flag)
                    .append(") ")
                    .append(start)
                    .append(field)
                    .append(text)
                    .append(");\n");
        }
    }

    private void answer(ApiOperation operation) {
        switch (operation.answer().form()) {
            case OBJECT -> out.append("  return request.send().expectJson(SERVICE);\n");
            case LIST -> out.append("  return Json.object().set(\"items\", request.send().expectJson(SERVICE));\n");
            case VALUE -> out.append("  return Json.object().set(\"value\", request.send().expectJson(SERVICE));\n");
            case NOTHING -> out.append("  request.send().expect(SERVICE);\n  return Json.object();\n");
        }
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
