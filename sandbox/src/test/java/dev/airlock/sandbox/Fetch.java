package dev.airlock.sandbox;

import dev.airlock.manifests.ConnectorManifest;

/**
 * The guest {@code fetch}, which shows the answer to one request with an api_key wherever a connector can show
 * anything.
 */
public final class Fetch {
    public static final ConnectorManifest MANIFEST = Bench.manifest("""
            [capabilities.network]
            hosts = ["api.example.com:443"]
            [capabilities.credential]
            kind = "api_key"
            [capabilities.runtime]
            imports = ["http_request", "http_response_status", "http_response_read", "http_response_headers", "last_error", "log"]
            """);

    private Fetch() {}
}
