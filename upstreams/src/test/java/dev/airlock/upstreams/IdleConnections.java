package dev.airlock.upstreams;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Closes the connections that the clients of a test keep for another request. JUnit finds it by itself. */
public final class IdleConnections implements AfterEachCallback {
    @Override
    public void afterEach(ExtensionContext context) {
        Clients.CONNECTIONS.evictAll();
    }
}
