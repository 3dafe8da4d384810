package dev.airlock.runtime.install.oci;

import java.util.List;
import java.util.Map;

/**
 * One way to say who asks, of those that a server offers.
 *
 * @param scheme in lower case
 * @param parameters by their names in lower case; of one that comes twice the first value
 */
record Challenge(String scheme, Map<String, String> parameters) {
    Challenge {
        parameters = Map.copyOf(parameters);
    }

    /** All that the headers {@code WWW-Authenticate} of one answer offer, in their order. */
    static List<Challenge> of(List<String> headers) {
        return headers.stream()
                .flatMap(header -> new ChallengeParser(header).parse().stream())
                .toList();
    }
}
