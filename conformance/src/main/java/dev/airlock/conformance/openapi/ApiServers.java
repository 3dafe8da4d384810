package dev.airlock.conformance.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** Finds the base URL of operations. */
final class ApiServers {
    private ApiServers() {}

    /** Returns the first base URL with a host in the first list that has one; variables have their defaults. */
    static Optional<String> first(JsonNode... lists) {
        for (JsonNode servers : lists) {
            for (JsonNode server : servers) {
                Optional<String> url = base(filled(server));
                if (url.isPresent()) {
                    return url;
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the URL without a slash at its end; empty if it is not absolute, or more than scheme, host, port and path. */
    static Optional<String> base(String text) {
        try {
            URI url = new URI(text);
            boolean web = "https".equals(url.getScheme()) || "http".equals(url.getScheme());
            boolean plain = url.getRawUserInfo() == null && url.getRawQuery() == null && url.getRawFragment() == null;
            return web && plain && url.getHost() != null ? Optional.of(text.replaceAll("/+$", "")) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** Returns the entry for a base URL in the list of hosts of a manifest. */
    static String host(String base) {
        URI url = URI.create(base);
        boolean secure = url.getScheme().equals("https");
        int port = url.getPort() > 0 ? url.getPort() : secure ? 443 : 80;
        return (secure ? "" : "http://") + url.getHost() + ":" + port;
    }

    private static String filled(JsonNode server) {
        String url = server.path("url").asText("");
        for (var variable : server.path("variables").properties()) {
            url = url.replace(
                    "{" + variable.getKey() + "}",
                    variable.getValue().path("default").asText(""));
        }
        return url;
    }
}
