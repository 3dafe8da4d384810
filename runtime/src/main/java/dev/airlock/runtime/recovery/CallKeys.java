package dev.airlock.runtime.recovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.runtime.files.KeyFile;
import dev.airlock.runtime.files.Lazy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes the idempotency keys of an agent's tool calls, so that a call that comes again has the key that it had. Keys are HMAC-SHA-256
 * under a secret: whoever does not have that, a connector for instance, cannot tell which key another call gets. Thread-safe.
 */
public final class CallKeys {
    private static final String ALGORITHM = "HmacSHA256";
    private static final String PURPOSE = "airlock-tool-call-key-v1";
    private static final int SECRET_BYTES = 32;

    private final Supplier<SecretKeySpec> secret;

    private CallKeys(byte[] secret) {
        SecretKeySpec spec = new SecretKeySpec(secret, ALGORITHM);
        this.secret = () -> spec;
    }

    private CallKeys(Supplier<CallKeys> whenNeeded) {
        this.secret = () -> whenNeeded.get().secret.get();
    }

    /** Keys under a secret that is gone with the process. */
    public static CallKeys ephemeral() {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        return new CallKeys(secret);
    }

    /**
     * Keys under the secret in a file, which is made for its owner alone when it does not exist.
     *
     * @throws IOException if it cannot be read or made, holds something else, or others may read it
     */
    public static CallKeys at(Path file) throws IOException {
        return new CallKeys(KeyFile.at(file, SECRET_BYTES));
    }

    /** The same, read or made when the first key is; that throws {@link java.io.UncheckedIOException} if it is not possible. */
    public static CallKeys in(Path file) {
        Supplier<CallKeys> keys = new Lazy<>(() -> {
            try {
                return at(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return new CallKeys(keys);
    }

    /**
     * What a tool call is.
     *
     * @param actor on whose behalf
     * @param conversation the host's name for the conversation
     * @param id the call's id in the conversation
     * @param action the action's name and version
     * @param arguments the action's inputs; how they are written makes no difference
     */
    public record ToolUse(String actor, String conversation, String id, String action, ObjectNode arguments) {}

    /** The key of a tool call: 43 characters that every header and URL takes as they are. */
    public String of(ToolUse use) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret.get());
            new LengthPrefixed(PURPOSE, use.actor(), use.conversation(), use.id(), use.action())
                    .and(CanonicalJson.of(use.arguments()))
                    .feed(mac::update);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has " + ALGORITHM, e);
        }
    }
}
