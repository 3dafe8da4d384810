package dev.airlock.sandbox.host.net.client;

import java.io.IOException;

/** A kept connection must not be used again, which is known before anything of the request went out. */
final class StaleConnectionException extends IOException {
    private static final long serialVersionUID = 1L;
}
