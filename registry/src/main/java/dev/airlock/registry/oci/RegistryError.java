package dev.airlock.registry.oci;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.host.net.message.HttpResult;

/** The error text of a registry (OCI distribution specification 1.1, "Error Codes"). */
final class RegistryError {
    private RegistryError() {}

    /** Returns a sentence that quotes the first error of an answer, after a space; empty if it names none. */
    static String describe(HttpResult.Response answer) {
        try {
            JsonNode first = StrictJson.read(answer.body()).path("errors").path(0);
            String words =
                    (first.path("code").asText() + ": " + first.path("message").asText()).replaceFirst("^: |: $", "");
            String cleaned = ForeignText.clean(words).strip();
            return cleaned.isEmpty() ? "" : " It says " + ForeignText.quoteAtEnd(cleaned);
        } catch (MalformedJsonException e) {
            return "";
        }
    }
}
