package dev.airlock.sandbox.boundary;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.evidence.Evidence;
import dev.airlock.sandbox.evidence.Exchange;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The errors of a partial result, each with a class of the closed set if it has one. A class that no exchange of the
 * call supports, or that only the host gives, becomes {@code connector_runtime_error}; the claim is kept.
 */
final class PartialErrors {
    private static final String CLASS = "class";

    private final List<Exchange> exchanges;
    private final UnaryOperator<String> scrub;

    /** @param scrub removes the secrets of the call from a text */
    PartialErrors(Evidence evidence, UnaryOperator<String> scrub) {
        this.exchanges = evidence.all();
        this.scrub = scrub;
    }

    /** Returns the error with its class checked against the evidence. */
    ObjectNode typed(ObjectNode error) {
        JsonNode claim = error.path(CLASS);
        if (claim.isMissingNode() || claim.isNull() || isBorneOut(claim)) {
            return error;
        }
        String claimed = claim.isTextual() ? claim.textValue() : StrictJson.write(claim);
        return error.deepCopy()
                .put(CLASS, FailureClass.CONNECTOR_RUNTIME_ERROR.wireName())
                .put("claimed_class", scrub.apply(ForeignText.clean(claimed)));
    }

    /** An error need not be about the last exchange, so any exchange of its kind supports it. */
    private boolean isBorneOut(JsonNode claim) {
        Optional<FailureClass> known =
                claim.isTextual() ? FailureClass.ofWireName(claim.textValue()) : Optional.empty();
        return known.map(failureClass -> switch (failureClass) {
                    case CONNECTOR_RUNTIME_ERROR -> true;
                    case NETWORK_ERROR -> exchanges.stream().anyMatch(one -> !isAnswered(one));
                    case EXTERNAL_API_ERROR -> exchanges.stream().anyMatch(PartialErrors::isAnswered);
                    case CAPABILITY_DENIED,
                            BINDING_REQUIRED,
                            BINDING_FAILED,
                            RESOURCE_LIMIT_EXCEEDED,
                            HASH_MISMATCH,
                            SIGNATURE_FAILURE,
                            APPROVAL_DENIED,
                            APPROVAL_TIMEOUT -> false;
                })
                .orElse(false);
    }

    private static boolean isAnswered(Exchange exchange) {
        return exchange.result() instanceof Exchange.Answered;
    }
}
