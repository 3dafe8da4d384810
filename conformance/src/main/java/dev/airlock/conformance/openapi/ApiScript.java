package dev.airlock.conformance.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.openapi.model.ApiOperation;
import dev.airlock.conformance.openapi.model.ApiParameter;
import dev.airlock.conformance.openapi.model.ApiParameter.Place;
import dev.airlock.conformance.scenarios.expectation.TomlText;
import dev.airlock.conformance.session.SampleArguments;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.credentials.CredentialKind;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes a scripted service for some operations, and a scenario for each, with the examples of the document. */
final class ApiScript {
    private static final String KEY = "the-key-of-the-call";

    private final Optional<CredentialKind> credential;

    ApiScript(Optional<CredentialKind> credential) {
        this.credential = credential;
    }

    /** Returns the script of the service. */
    String upstream(List<ApiOperation> operations) {
        StringBuilder out = new StringBuilder("#:schema ./.airlock/upstream.schema.json\n");
        out.append(
                "# A scripted service with the examples of its document. The first rule that matches a request answers it.\n");
        out.append(bindings());
        for (ApiOperation operation : operations) {
            URI url = url(operation, args(operation));
            out.append("\n[[exchange]]\nmatch = { method = \"")
                    .append(operation.method())
                    .append("\", host = ");
            out.append(TomlText.string(ApiServers.host(operation.server()))).append(", path = ");
            out.append(TomlText.string(url.getRawPath())).append(" }\n");
            out.append("respond = { status = ").append(operation.answer().status());
            if (operation.answer().form() != ApiOperation.Form.NOTHING) {
                out.append(", headers = { Content-Type = \"application/json\" }, body = ");
                out.append(TomlText.text(StrictJson.write(body(operation.answer()))));
            }
            out.append(" }\n");
        }
        return out.toString();
    }

    /** Returns the scenario of an operation. */
    String scenario(ApiOperation operation) {
        ObjectNode args = args(operation);
        URI url = url(operation, args);
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        return "#:schema ../.airlock/scenario.schema.json\ndescription = "
                + TomlText.string(operation.summary().isEmpty() ? "It is answered." : operation.summary())
                + "\nop = " + TomlText.string(operation.name())
                + (args.isEmpty() ? "" : "\nargs = " + TomlText.json(args))
                + (operation.keyHeader().isPresent() ? "\nkey = \"" + KEY + "\"" : "")
                + "\nupstream = \"../upstream.toml\"\n\n[expect]\noutput = " + TomlText.json(output(operation.answer()))
                + "\n\n[[expect.requests]]\nmethod = \"" + operation.method() + "\"\npath = "
                + TomlText.string(url.getRawPath() + query) + "\n"
                + operation
                        .keyHeader()
                        .map(header -> "headers = { " + TomlText.key(header) + " = \"" + KEY + "\" }\n")
                        .orElse("");
    }

    /** Returns a scenario in which the connection breaks. */
    String reset(ApiOperation operation) {
        ObjectNode args = args(operation);
        return "#:schema ../.airlock/scenario.schema.json\ndescription = \"The connection breaks before there is an answer.\"\nop = "
                + TomlText.string(operation.name())
                + (args.isEmpty() ? "" : "\nargs = " + TomlText.json(args))
                + "\n" + bindings() + "\n[[exchange]]\nmatch = { host = "
                + TomlText.string(ApiServers.host(operation.server()))
                + " }\nfault = \"reset\"\n\n[expect.failure]\nclass = \"network_error\"\n";
    }

    private String bindings() {
        return credential
                .map(kind -> "\n[bindings]\n" + kind.word() + " = \""
                        + (kind == CredentialKind.BASIC ? "somebody:made-up-password" : "made-up-token") + "\"\n")
                .orElse("");
    }

    /** Returns the arguments with which the examples are asked for. */
    static ObjectNode args(ApiOperation operation) {
        JsonNode args =
                ApiManifest.args(operation).map(SampleArguments::value).orElse(JsonNodeFactory.instance.objectNode());
        return args instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    }

    private static URI url(ApiOperation operation, ObjectNode args) {
        String path = operation.path();
        List<String> query = new ArrayList<>();
        for (ApiParameter parameter : operation.parameters()) {
            JsonNode value = args.path(parameter.name());
            if (parameter.place() == Place.PATH) {
                path = path.replace("{" + parameter.name() + "}", escaped(value.asText()));
            } else if (parameter.place() == Place.QUERY) {
                query.addAll(pairs(parameter, value));
            }
        }
        return URI.create(operation.server() + path + (query.isEmpty() ? "" : "?" + String.join("&", query)));
    }

    private static List<String> pairs(ApiParameter parameter, JsonNode value) {
        List<String> values = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(item -> values.add(item.asText()));
        } else if (!value.isMissingNode() && !value.isNull()) {
            values.add(value.asText());
        }
        List<String> sent = parameter.joined() && !values.isEmpty() ? List.of(String.join(",", values)) : values;
        return sent.stream()
                .map(text -> escaped(parameter.name()) + "=" + escaped(text))
                .toList();
    }

    /** Escapes a text as the guest libraries do: everything but the unreserved characters of RFC 3986, section 2.3. */
    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }

    private static JsonNode body(ApiOperation.Answer answer) {
        return answer.example().orElseGet(() -> SampleArguments.value(whole(answer.schema())));
    }

    private static JsonNode output(ApiOperation.Answer answer) {
        return switch (answer.form()) {
            case NOTHING -> JsonNodeFactory.instance.objectNode();
            case OBJECT -> body(answer);
            case LIST -> JsonNodeFactory.instance.objectNode().set("items", body(answer));
            case VALUE -> JsonNodeFactory.instance.objectNode().set("value", body(answer));
        };
    }

    /** Returns a schema that requires all that it describes, so that a made-up answer has all of it. */
    private static JsonNode whole(JsonNode schema) {
        if (!(schema.deepCopy() instanceof ObjectNode copy)) {
            return schema;
        }
        if (copy.path("properties") instanceof ObjectNode properties) {
            ArrayNode required = copy.putArray("required");
            properties.properties().forEach(member -> {
                required.add(member.getKey());
                member.setValue(whole(member.getValue()));
            });
        }
        if (copy.has("items")) {
            copy.set("items", whole(copy.path("items")));
        }
        return copy;
    }
}
