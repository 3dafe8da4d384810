package dev.airlock.registry.oci;

import java.util.List;
import java.util.Map;

/**
 * One authentication method that a server offers.
 *
 * @param scheme in lower case
 * @param parameters its parameters, with names in lower case; of duplicates, the first value
 */
record Challenge(String scheme, Map<String, String> parameters) {
    Challenge {
        parameters = Map.copyOf(parameters);
    }

    /** Returns all challenges in the {@code WWW-Authenticate} headers of one answer, in order. */
    static List<Challenge> of(List<String> headers) {
        return headers.stream()
                .flatMap(header -> new ChallengeParser(header).parse().stream())
                .toList();
    }
}
