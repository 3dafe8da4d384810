package dev.airlock.registry.oci;

import java.util.List;
import java.util.Optional;

/**
 * The token service of a registry (the distribution project's token authentication, RFC 6750 section 3).
 *
 * @param realm the URL of the token service
 * @param service the registry's name there; empty if it has none
 */
record BearerChallenge(String realm, String service) {
    /** Returns the first challenge for tokens, at any position. */
    static Optional<BearerChallenge> in(List<Challenge> challenges) {
        return challenges.stream()
                .filter(challenge -> challenge.scheme().equals("bearer"))
                .filter(challenge -> challenge.parameters().containsKey("realm"))
                .findFirst()
                .map(Challenge::parameters)
                .map(said -> new BearerChallenge(said.getOrDefault("realm", ""), said.getOrDefault("service", "")));
    }
}
