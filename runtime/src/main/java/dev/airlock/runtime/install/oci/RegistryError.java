package dev.airlock.runtime.install.oci;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.ForeignText;
import dev.airlock.failures.json.MalformedJsonException;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.sandbox.host.net.HttpResult;

/** The words of a registry that says no (OCI distribution specification 1.1, "Error Codes"). */
final class RegistryError {
    private RegistryError() {}

    /** A sentence that quotes the first error of an answer, with a space before it; nothing if it names none. */
    static String said(HttpResult.Response answer) {
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
