package dev.airlock.runtime.install.oci;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a registry says that tokens are given (the distribution project's token authentication, RFC 6750 section 3).
 *
 * @param realm the URL of whoever gives them
 * @param service what the registry is called there; empty if it says nothing
 */
record BearerChallenge(String realm, String service) {
    private static final String SCHEME = "bearer ";
    private static final Pattern PARAMETER = Pattern.compile("([a-zA-Z_]+)\\s*=\\s*\"([^\"\\\\]*)\"");
    private static final int LONGEST = 4096;

    /** The challenge of a header {@code WWW-Authenticate}, if it is one for tokens. */
    static Optional<BearerChallenge> parse(String header) {
        if (header.length() > LONGEST || !header.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            return Optional.empty();
        }
        Map<String, String> parameters = new HashMap<>();
        Matcher matcher = PARAMETER.matcher(header);
        while (matcher.find()) {
            parameters.putIfAbsent(matcher.group(1).toLowerCase(Locale.ROOT), matcher.group(2));
        }
        return Optional.ofNullable(parameters.get("realm"))
                .map(realm -> new BearerChallenge(realm, parameters.getOrDefault("service", "")));
    }
}
