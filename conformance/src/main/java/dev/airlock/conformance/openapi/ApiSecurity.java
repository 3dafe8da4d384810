package dev.airlock.conformance.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.conformance.scenarios.expectation.TomlText;
import dev.airlock.manifests.credentials.CredentialKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The security schemes of a document, as credentials of a manifest. */
final class ApiSecurity {
    private final ApiDocument document;

    ApiSecurity(ApiDocument document) {
        this.document = document;
    }

    /**
     * Returns the scheme that authorizes an operation; empty if it needs none.
     *
     * @throws ApiProblem if it needs several at once, or one that a manifest has no kind for
     */
    Optional<String> of(JsonNode operation) throws ApiProblem {
        JsonNode alternatives = operation.has("security")
                ? operation.path("security")
                : document.root().path("security");
        List<String> unknown = new ArrayList<>();
        for (JsonNode alternative : alternatives) {
            if (alternative.isEmpty()) {
                return Optional.empty();
            }
            String scheme = alternative.fieldNames().next();
            if (alternative.size() == 1 && kind(scheme).isPresent()) {
                return Optional.of(scheme);
            }
            unknown.add(alternative.properties().stream()
                    .map(member -> member.getKey())
                    .collect(Collectors.joining(" and ")));
        }
        if (unknown.isEmpty()) {
            return Optional.empty();
        }
        throw new ApiProblem(
                "no credential of a manifest is what it needs: " + ApiText.oneLine(String.join(", or ", unknown), 100));
    }

    /** Returns the kind of credential that a scheme is; empty if no manifest has one. */
    Optional<CredentialKind> kind(String scheme) {
        JsonNode node = scheme(scheme);
        String http = node.path("scheme").asText("").toLowerCase(Locale.ROOT);
        return Optional.ofNullable(
                switch (node.path("type").asText("")) {
                    case "http" ->
                        http.equals("bearer")
                                ? CredentialKind.BEARER
                                : http.equals("basic") ? CredentialKind.BASIC : null;
                    case "apiKey" -> CredentialKind.API_KEY;
                    case "oauth2" -> hasCodeFlow(node) ? CredentialKind.OAUTH2 : CredentialKind.BEARER;
                    case "openIdConnect" -> CredentialKind.BEARER;
                    default -> null;
                });
    }

    /** Returns the table {@code [capabilities.credential]} for a scheme, with what its author has to fill in. */
    String toml(String scheme) {
        JsonNode node = scheme(scheme);
        CredentialKind kind = kind(scheme).orElseThrow();
        StringBuilder toml = new StringBuilder("[capabilities.credential]\nkind = \"" + kind.word() + "\"\n");
        switch (kind) {
            case API_KEY -> toml.append(apiKey(node));
            case OAUTH2 -> toml.append(oauth2(node.path("flows").path("authorizationCode")));
            default -> {
                if (!node.path("type").asText().equals("http")) {
                    toml.append("# The document offers no flow that Airlock can do; a token is bound as it is.\n");
                }
            }
        }
        return toml.toString();
    }

    private static String apiKey(JsonNode node) {
        String place = node.path("in").asText("header");
        return "slot = " + TomlText.string(place + ":" + node.path("name").asText()) + "\nformat = \"{key}\"\n";
    }

    private static String oauth2(JsonNode flow) {
        String scopes = flow.path("scopes").properties().stream()
                .map(scope -> TomlText.string(scope.getKey()))
                .collect(Collectors.joining(", "));
        return """
                [capabilities.credential.oauth2]
                authorize_url = %s
                token_url = %s
                client_id = "the-client-id"  # of your application at the service
                scopes = [%s]  # leave those that no operation needs out
                """.formatted(
                        TomlText.string(flow.path("authorizationUrl").asText()),
                        TomlText.string(flow.path("tokenUrl").asText()),
                        scopes);
    }

    private static boolean hasCodeFlow(JsonNode node) {
        JsonNode flow = node.path("flows").path("authorizationCode");
        return flow.path("authorizationUrl").asText("").startsWith("https://")
                && flow.path("tokenUrl").asText("").startsWith("https://")
                && !flow.path("scopes").isEmpty();
    }

    private JsonNode scheme(String name) {
        return document.resolved(
                document.root().path("components").path("securitySchemes").path(name));
    }
}
