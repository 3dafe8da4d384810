package dev.airlock.runtime.recovery.keys;

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
 * Makes the idempotency keys of an agent's tool calls, so that a repeated call gets the same key. Keys are HMAC-SHA-256 under a secret:
 * without it, a connector for instance cannot derive the key of another call. Thread-safe.
 */
public final class CallKeys {
    private static final String ALGORITHM = "HmacSHA256";
    private static final String PURPOSE = "airlock-tool-call-key-v1";
    private static final String FINGERPRINT = "airlock-tool-call-key-fingerprint-v1";
    private static final int SECRET_BYTES = 32;

    private final Supplier<SecretKeySpec> secret;

    private CallKeys(byte[] secret) {
        SecretKeySpec spec = new SecretKeySpec(secret, ALGORITHM);
        this.secret = () -> spec;
    }

    private CallKeys(Supplier<CallKeys> whenNeeded) {
        this.secret = () -> whenNeeded.get().secret.get();
    }

    /** Returns keys under a secret that ends with the process. */
    public static CallKeys ephemeral() {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        return new CallKeys(secret);
    }

    /**
     * Returns keys under the secret in a file. If the file does not exist, it is created, readable by its owner only.
     *
     * @throws IOException if the file cannot be read or created, holds something else, or is readable by others
     */
    public static CallKeys at(Path file) throws IOException {
        return new CallKeys(KeyFile.at(file, SECRET_BYTES));
    }

    /**
     * Returns keys under the secret in a file, which is read or created for the first key. That throws {@link java.io.UncheckedIOException}
     * if it fails.
     */
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
     * The identity of a tool call.
     *
     * @param actor the actor on whose behalf it is made
     * @param conversation the host's name for the conversation
     * @param id the call's id in the conversation
     * @param action the action's name and version
     * @param arguments the action's inputs; their formatting does not matter
     */
    public record ToolUse(String actor, String conversation, String id, String action, ObjectNode arguments) {}

    /** Returns a text that is the same under the same secret, and says nothing else about it. */
    public String fingerprint() {
        return mac(new LengthPrefixed(FINGERPRINT));
    }

    /** Returns the key of a tool call: 43 characters that need no escaping in a header or URL. */
    public String of(ToolUse use) {
        return mac(new LengthPrefixed(PURPOSE, use.actor(), use.conversation(), use.id(), use.action())
                .and(CanonicalJson.of(use.arguments())));
    }

    private String mac(LengthPrefixed text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret.get());
            text.feed(mac::update);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has " + ALGORITHM, e);
        }
    }
}
