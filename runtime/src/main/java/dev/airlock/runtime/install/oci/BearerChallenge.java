package dev.airlock.runtime.install.oci;

import java.util.List;
import java.util.Optional;

/**
 * Where a registry says that tokens are given (the distribution project's token authentication, RFC 6750 section 3).
 *
 * @param realm the URL of whoever gives them
 * @param service what the registry is called there; empty if it says nothing
 */
record BearerChallenge(String realm, String service) {
    /** The first of a registry's challenges that is one for tokens, wherever it stands. */
    static Optional<BearerChallenge> in(List<Challenge> challenges) {
        return challenges.stream()
                .filter(challenge -> challenge.scheme().equals("bearer"))
                .filter(challenge -> challenge.parameters().containsKey("realm"))
                .findFirst()
                .map(Challenge::parameters)
                .map(said -> new BearerChallenge(said.getOrDefault("realm", ""), said.getOrDefault("service", "")));
    }
}
