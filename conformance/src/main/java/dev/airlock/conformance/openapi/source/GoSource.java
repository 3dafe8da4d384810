package dev.airlock.conformance.openapi.source;

import dev.airlock.conformance.openapi.model.ApiOperation;
import dev.airlock.conformance.openapi.model.ApiOperation.Form;
import dev.airlock.conformance.openapi.model.ApiParameter;
import dev.airlock.conformance.openapi.model.ApiParameter.Place;
import dev.airlock.conformance.types.NameWords;
import java.util.stream.Collectors;

/** The source in Go. */
final class GoSource {
    private static final String SEND = """

            // send returns the JSON body of the answer to a request.
            func send(request airlock.Request) (json.RawMessage, error) {
            	response, err := request.Send()
            	if err == nil {
            		err = response.Check(service)
            	}
            	if err != nil {
            		return nil, err
            	}
            	var body json.RawMessage
            	if response.Decode(&body) != nil {
            		return nil, response.Unexpected(service)
            	}
            	return body, nil
            }
            """;

    private final ApiSource source;
    private final StringBuilder out = new StringBuilder();

    GoSource(ApiSource source) {
        this.source = source;
    }

    String text() {
        source.operations().forEach(this::operation);
        boolean sends = source.operations().stream()
                .anyMatch(operation -> operation.answer().form() != Form.NOTHING);
        if (sends) {
            out.append(SEND);
        }
        return head(sends) + out;
    }

    private String head(boolean sends) {
        String json = sends ? "\t\"encoding/json\"\n" : "";
        String strconv = out.indexOf("strconv.") < 0 ? "" : "\t\"strconv\"\n";
        String strings = out.indexOf("strings.") < 0 ? "" : "\t\"strings\"\n";
        String standard = json + strconv + strings;
        int width = source.operations().stream()
                .mapToInt(known -> known.name().length())
                .max()
                .orElse(0);
        String handlers = source.operations().stream()
                .map(known -> "\t\t\"" + known.name() + "\": "
                        + " ".repeat(width - known.name().length()) + function(known) + ",\n")
                .collect(Collectors.joining());
        return "// A connector for " + source.title() + ".\npackage main\n\nimport (\n" + standard
                + (standard.isEmpty() ? "" : "\n") + "\t\"airlock.dev/guest/airlock\"\n)\n\nconst service = \""
                + source.title() + "\"\n\nfunc init() {\n\tairlock.Handle(airlock.Operations{\n" + handlers
                + "\t})\n}\n\nfunc main() {\n\tairlock.Serve()\n}\n";
    }

    private void operation(ApiOperation operation) {
        String args = source.names().args(operation.name()).map(NameWords::go).orElse("");
        out.append('\n');
        if (!operation.summary().isEmpty()) {
            out.append("// ").append(operation.summary()).append('\n');
        }
        out.append("func ").append(function(operation)).append("(call airlock.Call) (any, error) {\n");
        if (Placed.needsArgs(operation)) {
            out.append("\targs, err := Read").append(args).append("(call)\n");
            out.append("\tif err != nil {\n\t\treturn nil, err\n\t}\n");
        }
        for (ApiParameter segment : Placed.segments(operation)) {
            out.append('\t')
                    .append(segment(segment))
                    .append(", err := call.Args.PathSegment(\"")
                    .append(segment.name());
            out.append("\")\n\tif err != nil {\n\t\treturn nil, err\n\t}\n");
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
            out.append("\tquery := airlock.Params(\"\")\n");
            Placed.at(operation, Place.QUERY).forEach(parameter -> value(operation, parameter, "query = query.Add"));
        }
        out.append("\trequest := airlock.Request{Method: \"")
                .append(operation.method())
                .append("\", URL: ");
        out.append(asks ? "query.On(" + url + ")" : url);
        source.credential(operation)
                .ifPresent(kind -> out.append(", Credential: \"").append(kind).append('"'));
        out.append("}\n");
        operation
                .keyHeader()
                .ifPresent(header ->
                        out.append("\trequest = request.Header(\"%s\", call.IdempotencyKey)\n".formatted(header)));
        Placed.at(operation, Place.HEADER)
                .forEach(parameter -> value(operation, parameter, "request = request.Header"));
        if (operation.body().isPresent()) {
            out.append("\tif body, given := call.Args[\"body\"]; given {\n\t\trequest = request.JSON(body)\n\t}\n");
        }
    }

    private void value(ApiOperation operation, ApiParameter parameter, String call) {
        String field = field(operation, parameter);
        ValueType type = ValueType.of(parameter);
        String start = call + "(\"" + parameter.name() + "\", ";
        if (!ValueType.isList(parameter)) {
            boolean optional = !parameter.required();
            out.append(optional ? "\tif " + field + " != nil {\n\t" : "")
                    .append('\t')
                    .append(start);
            out.append(expression(type, (optional ? "*" : "") + field)).append(optional ? ")\n\t}\n" : ")\n");
        } else if (!parameter.joined()) {
            out.append("\tfor _, value := range ")
                    .append(field)
                    .append(" {\n\t\t")
                    .append(start);
            out.append(expression(type, "value")).append(")\n\t}\n");
        } else {
            out.append("\tif len(")
                    .append(field)
                    .append(") > 0 {\n\t\tvar values []string\n\t\tfor _, value := range ");
            out.append(field).append(" {\n\t\t\tvalues = append(values, ").append(expression(type, "value"));
            out.append(")\n\t\t}\n\t\t").append(start).append("strings.Join(values, \",\"))\n\t}\n");
        }
    }

    private void answer(ApiOperation operation) {
        switch (operation.answer().form()) {
            case OBJECT -> out.append("\treturn send(request)\n");
            case LIST -> out.append("\titems, err := send(request)\n\treturn map[string]any{\"items\": items}, err\n");
            case VALUE -> out.append("\tvalue, err := send(request)\n\treturn map[string]any{\"value\": value}, err\n");
            case NOTHING ->
                out.append("\tresponse, err := request.Send()\n\tif err != nil {\n\t\treturn nil, err\n\t}\n")
                        .append("\treturn map[string]any{}, response.Check(service)\n");
        }
    }

    private String field(ApiOperation operation, ApiParameter parameter) {
        return "args."
                + source.names()
                        .member(operation.name(), parameter.name())
                        .orElseThrow()
                        .go();
    }

    private static String expression(ValueType type, String value) {
        return switch (type) {
            case TEXT -> value;
            case WHOLE -> "strconv.FormatInt(" + value + ", 10)";
            case DECIMAL -> "strconv.FormatFloat(" + value + ", 'g', -1, 64)";
            case FLAG -> "strconv.FormatBool(" + value + ")";
        };
    }

    private static String segment(ApiParameter parameter) {
        return NameWords.of(parameter.name()).camel() + "Segment";
    }

    /** Words of Go are single words, and so are the other names of the file. */
    private static String function(ApiOperation operation) {
        NameWords name = NameWords.of(operation.name());
        return name.words().size() == 1 ? name.camel() + "Operation" : name.camel();
    }
}
