package dev.airlock.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The call that is measured: of an operation that no connector has, so that it answers without asking anybody. */
final class CallDocument {
    static final String OPERATION = "no_such_operation";

    private static final String TEXT = "{\"op\":\"" + OPERATION
            + "\",\"args\":{},\"call\":{\"idempotency_key\":\"a1b2c3d4-0000-4000-8000-000000000000\",\"attempt\":1}}";

    private CallDocument() {}

    /** Writes it as guests read it. */
    static Path write(Path file) throws IOException {
        return Files.writeString(file, TEXT);
    }
}
