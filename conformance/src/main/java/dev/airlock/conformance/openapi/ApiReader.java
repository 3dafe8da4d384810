package dev.airlock.conformance.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.openapi.model.ApiOperation;
import dev.airlock.conformance.openapi.model.ApiOperation.Answer;
import dev.airlock.conformance.openapi.model.ApiOperation.Form;
import dev.airlock.conformance.openapi.model.ApiParameter;
import dev.airlock.conformance.openapi.model.ApiParameter.Place;
import dev.airlock.conformance.types.TypeNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one operation of a document, or finds out why no connector can offer it. */
final class ApiReader {
    private static final Pattern PLACE = Pattern.compile("\\{([^{}]*)}");
    private static final Pattern PLAIN_PATH = Pattern.compile("[A-Za-z0-9_.~!$&'()*+,;=:@%/{}-]*");
    private static final Set<String> OF_THE_CLIENT =
            Set.of("accept", "content-type", "authorization", "if-none-match", "if-modified-since");

    /** What services call the header of draft-ietf-httpapi-idempotency-key-header. */
    private static final Set<String> KEYS = Set.of("idempotency-key", "x-idempotency-key");

    private static final Set<String> SIMPLE = Set.of("string", "integer", "number", "boolean");

    private final ApiDocument document;
    private final ApiSecurity security;
    private final Optional<String> server;

    ApiReader(ApiDocument document, ApiSecurity security, Optional<String> server) {
        this.document = document;
        this.security = security;
        this.server = server;
    }

    /**
     * Returns the operation.
     *
     * @throws ApiProblem with the reason if it cannot be offered
     */
    ApiOperation read(ApiCatalog.Entry entry) throws ApiProblem {
        JsonNode node = entry.node();
        List<ApiParameter> all = parameters(entry);
        List<ApiParameter> parameters =
                all.stream().filter(parameter -> !isKey(parameter)).toList();
        checkPath(entry.path(), parameters);
        JsonNode body = document.resolved(node.path("requestBody"));
        boolean bodyRequired = body.path("required").asBoolean();
        Optional<JsonNode> json = json(body.path("content"));
        if (json.isEmpty() && !body.path("content").isEmpty()) {
            throw new ApiProblem("its body is not JSON");
        }
        if (json.isPresent()
                && parameters.stream().anyMatch(parameter -> parameter.name().equals(ApiOperation.BODY))) {
            throw new ApiProblem("it has a parameter and a body that are both called body");
        }
        return new ApiOperation(
                entry.name(),
                summary(node),
                entry.method(),
                base(entry),
                entry.path(),
                parameters,
                json.map(media -> ApiSchemas.sent(document, media.path("schema"))),
                bodyRequired,
                answer(node.path("responses")),
                all.stream().filter(ApiReader::isKey).map(ApiParameter::name).findFirst(),
                security.of(node));
    }

    private static boolean isKey(ApiParameter parameter) {
        return parameter.place() == Place.HEADER
                && KEYS.contains(parameter.name().toLowerCase(Locale.ROOT));
    }

    private static String summary(JsonNode node) {
        String text = node.path("summary").asText("");
        return ApiText.oneLine(text.isBlank() ? node.path("description").asText("") : text, 200);
    }

    private String base(ApiCatalog.Entry entry) throws ApiProblem {
        return server.or(() -> ApiServers.first(
                        entry.node().path("servers"),
                        entry.item().path("servers"),
                        document.root().path("servers")))
                .orElseThrow(() -> new ApiProblem("the document names no server by an absolute URL; add --server URL"));
    }

    private List<ApiParameter> parameters(ApiCatalog.Entry entry) throws ApiProblem {
        Map<String, JsonNode> written = new LinkedHashMap<>();
        for (JsonNode list :
                List.of(entry.item().path("parameters"), entry.node().path("parameters"))) {
            for (JsonNode parameter : list) {
                JsonNode known = document.resolved(parameter);
                written.put(known.path("in").asText() + " " + known.path("name").asText(), known);
            }
        }
        Map<String, ApiParameter> parameters = new LinkedHashMap<>();
        for (JsonNode parameter : written.values()) {
            Optional<ApiParameter> read = parameter(parameter);
            if (read.isPresent() && parameters.putIfAbsent(read.get().name(), read.get()) != null) {
                throw new ApiProblem("two of its parameters are called "
                        + ApiText.oneLine(read.get().name(), 60));
            }
        }
        return new ArrayList<>(parameters.values());
    }

    /** Returns a parameter; empty if it is one that the host sets, or one that nobody needs and no URL can hold. */
    private Optional<ApiParameter> parameter(JsonNode written) throws ApiProblem {
        String name = written.path("name").asText("");
        boolean required = written.path("required").asBoolean();
        String place = written.path("in").asText("").toUpperCase(Locale.ROOT);
        if (place.equals("HEADER") && OF_THE_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
            return Optional.empty();
        }
        ObjectNode schema = ApiSchemas.sent(document, written.path("schema"));
        String description = ApiText.oneLine(written.path("description").asText(""), 200);
        if (!description.isEmpty()) {
            schema.put("description", description);
        }
        JsonNode example = written.path("example");
        if (example.isValueNode() && !example.isNull() && !schema.has("examples")) {
            schema.putArray("examples").add(example);
        }
        boolean fits = TypeNames.canHave(name) && !place.equals("COOKIE") && isSimple(written, place, schema);
        if (!fits && required) {
            throw new ApiProblem("its parameter " + ApiText.oneLine(name, 60)
                    + (place.equals("COOKIE") ? " is a cookie" : " is more than a text, a number or a list of them"));
        }
        return fits
                ? Optional.of(new ApiParameter(
                        name,
                        Place.valueOf(place),
                        required || place.equals("PATH"),
                        !written.path("explode").asBoolean(!place.equals("HEADER")),
                        schema))
                : Optional.empty();
    }

    private static boolean isSimple(JsonNode written, String place, ObjectNode schema) {
        if (schema.path("type").isMissingNode() && !written.has("content")) {
            schema.put("type", "string");
        }
        String type = schema.path("type").isArray()
                ? schema.path("type").path(0).asText()
                : schema.path("type").asText();
        if (SIMPLE.contains(type)) {
            schema.put("type", type);
            return true;
        }
        boolean isList = type.equals("array") && place.equals("QUERY");
        String style = written.path("style").asText("form");
        return isList
                && style.equals("form")
                && SIMPLE.contains(schema.path("items").path("type").asText());
    }

    private static void checkPath(String path, List<ApiParameter> parameters) throws ApiProblem {
        if (!path.startsWith("/") || !PLAIN_PATH.matcher(path).matches()) {
            throw new ApiProblem("its path is none that a URL can have");
        }
        List<String> places = new ArrayList<>();
        Matcher matcher = PLACE.matcher(path);
        while (matcher.find()) {
            places.add(matcher.group(1));
        }
        List<String> declared = parameters.stream()
                .filter(parameter -> parameter.place() == Place.PATH)
                .map(ApiParameter::name)
                .toList();
        if (!declared.containsAll(places) || !places.containsAll(declared)) {
            throw new ApiProblem("its path and its parameters do not agree");
        }
    }

    private Answer answer(JsonNode responses) {
        int first = 0;
        for (var response : responses.properties()) {
            if (!response.getKey().matches("2[0-9X]{2}")) {
                continue;
            }
            int status = Integer.parseInt(response.getKey().replace('X', '0'));
            first = first == 0 ? status : first;
            Optional<JsonNode> media =
                    json(document.resolved(response.getValue()).path("content"));
            if (media.isPresent()) {
                return answer(status, media.get());
            }
        }
        return new Answer(
                first == 0 ? 200 : first, Form.NOTHING, JsonNodeFactory.instance.objectNode(), Optional.empty());
    }

    private Answer answer(int status, JsonNode media) {
        ObjectNode schema = ApiSchemas.answered(document, media.path("schema"));
        Optional<JsonNode> example = example(media);
        String type = schema.path("type").isArray()
                ? schema.path("type").path(0).asText()
                : schema.path("type").asText("");
        if (type.isEmpty() && example.isPresent()) {
            type = example.get().isObject() ? "object" : example.get().isArray() ? "array" : "";
        }
        Form form = switch (type) {
            case "object" -> Form.OBJECT;
            case "array" -> Form.LIST;
            default -> Form.VALUE;
        };
        return new Answer(status, form, schema, example.filter(body -> fits(body, form)));
    }

    private static boolean fits(JsonNode body, Form form) {
        return switch (form) {
            case OBJECT -> body.isObject();
            case LIST -> body.isArray();
            case NOTHING, VALUE -> true;
        };
    }

    /** Returns a body from the document. */
    private Optional<JsonNode> example(JsonNode media) {
        JsonNode named = media.path("examples").isObject()
                        && !media.path("examples").isEmpty()
                ? document.resolved(media.path("examples").iterator().next()).path("value")
                : MissingNode.getInstance();
        JsonNode schema = document.resolved(media.path("schema"));
        for (JsonNode found : List.of(
                media.path("example"),
                named,
                schema.path("example"),
                schema.path("examples").path(0))) {
            if (!found.isMissingNode()) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    private static Optional<JsonNode> json(JsonNode content) {
        for (var media : content.properties()) {
            String type = media.getKey()
                    .toLowerCase(Locale.ROOT)
                    .replaceAll(";.*", "")
                    .strip();
            if (type.equals("application/json") || type.endsWith("+json") || type.equals("*/*")) {
                return Optional.of(media.getValue());
            }
        }
        return Optional.empty();
    }
}
