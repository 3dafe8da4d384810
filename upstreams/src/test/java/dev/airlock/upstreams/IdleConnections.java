package dev.airlock.upstreams;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Closes the idle connections that the clients of a test keep. JUnit finds it by itself. */
public final class IdleConnections implements AfterEachCallback {
    @Override
    public void afterEach(ExtensionContext context) {
        Clients.CONNECTIONS.evictAll();
    }
}
