package dev.airlock.benchmarks.peers.subject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The call that is measured. Its operation exists in no connector, so the connector answers without a request. */
public final class CallInput {
    public static final String OPERATION = "no_such_operation";

    private static final String TEXT = "{\"op\":\"" + OPERATION
            + "\",\"args\":{},\"call\":{\"idempotency_key\":\"a1b2c3d4-0000-4000-8000-000000000000\",\"attempt\":1}}";

    private CallInput() {}

    /** Writes the call in the form that guests read. */
    public static Path write(Path file) throws IOException {
        return Files.writeString(file, TEXT);
    }
}
