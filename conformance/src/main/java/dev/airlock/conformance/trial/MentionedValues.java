package dev.airlock.conformance.trial;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.conformance.session.Observation;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.upstreams.RecordedRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The single values that a call returns or sends: leaves of JSON, parts of URLs and forms, headers. Their places are omitted, so a
 * different order makes no difference.
 */
public final class MentionedValues {
    private static final int LONGEST_SHOWN = 80;

    private final Set<String> values = new LinkedHashSet<>();

    private MentionedValues() {}

    public static Set<String> of(Observation seen) {
        MentionedValues mentions = new MentionedValues();
        if (seen.outcome() instanceof Outcome.Succeeded succeeded) {
            mentions.addJson(succeeded.output());
            succeeded.errors().forEach(mentions::addJson);
        }
        seen.requests().forEach(mentions::addRequest);
        return mentions.values;
    }

    public static Set<String> ofRequests(List<RecordedRequest> requests) {
        MentionedValues mentions = new MentionedValues();
        requests.forEach(mentions::addRequest);
        return mentions.values;
    }

    public static String shown(String value) {
        return ForeignText.quote(ForeignText.clean(value, LONGEST_SHOWN));
    }

    private void addRequest(RecordedRequest request) {
        addParts(request.path(), "/");
        request.query().ifPresent(query -> addParts(query, "[&=]"));
        request.headers().values().forEach(values::addAll);
        addBody(request);
    }

    private void addBody(RecordedRequest request) {
        String text = request.body().text();
        try {
            addJson(StrictJson.read(text));
        } catch (MalformedJsonException e) {
            // The body is not JSON: it is a form, or one value.
            if (request.header("content-type").orElse("").startsWith("application/x-www-form-urlencoded")) {
                addParts(text, "[&=]");
            } else {
                values.add(text);
            }
        }
    }

    private void addJson(JsonNode node) {
        if (node.isValueNode()) {
            values.add(node.asText());
        } else {
            node.forEach(this::addJson);
            for (Map.Entry<String, JsonNode> property : node.properties()) {
                values.add(property.getKey());
            }
        }
    }

    private void addParts(String encoded, String between) {
        Arrays.stream(encoded.split(between, -1)).map(MentionedValues::decoded).forEach(values::add);
    }

    private static String decoded(String part) {
        try {
            return URLDecoder.decode(part, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return part;
        }
    }
}
