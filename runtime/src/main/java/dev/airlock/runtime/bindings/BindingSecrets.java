package dev.airlock.runtime.bindings;

import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.credentials.Slot;
import dev.airlock.runtime.oauth.OAuthSettings;
import dev.airlock.runtime.oauth.TokenAnswer;
import dev.airlock.runtime.vault.VaultEntry;
import dev.airlock.sandbox.host.credentials.BoundCredential;
import dev.airlock.sandbox.host.credentials.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The secrets of a binding, to be stored in the vault. Confined to one thread. Close it after use, which overwrites them. */
public final class BindingSecrets implements AutoCloseable {
    static final String VALUE = "value";
    static final String REFRESH_TOKEN = "refresh_token";
    static final String CLIENT_SECRET = "client_secret";

    private final Map<String, byte[]> parts = new LinkedHashMap<>();
    private final Optional<Instant> expires;

    private BindingSecrets(Optional<Instant> expires) {
        this.expires = expires;
    }

    /**
     * Returns a secret that a person gave.
     *
     * @param text as {@link BoundCredential#of} accepts it; copied, so the caller wipes it
     * @throws IllegalArgumentException if it is too short, or does not have the form of its kind; the message says why
     */
    public static BindingSecrets of(CredentialKind kind, byte[] text) {
        BoundCredential bound = BoundCredential.of(kind, text);
        if (bound instanceof BoundCredential.UserPassword pair && !pair.hasLongPassword()) {
            throw new IllegalArgumentException("it is user:password, and a password has at least 8 bytes");
        }
        BindingSecrets secrets = new BindingSecrets(Optional.empty());
        secrets.parts.put(VALUE, text.clone());
        return secrets;
    }

    /**
     * Returns tokens that a provider issued.
     *
     * @throws IllegalArgumentException if a token cannot be bound
     */
    public static BindingSecrets of(TokenAnswer.Tokens tokens) {
        BindingSecrets secrets = of(CredentialKind.OAUTH2, tokens.access());
        BindingSecrets all = new BindingSecrets(tokens.expiresAt());
        all.parts.putAll(secrets.parts);
        tokens.refresh().ifPresent(refresh -> all.parts.put(REFRESH_TOKEN, refresh.clone()));
        return all;
    }

    /**
     * Returns tokens that a provider issued, with the client secret for renewals.
     *
     * @param clientSecret the publisher's, for providers that insist on one
     */
    public static BindingSecrets of(TokenAnswer.Tokens tokens, String clientSecret) {
        BindingSecrets all = of(tokens);
        all.parts.put(CLIENT_SECRET, clientSecret.getBytes(StandardCharsets.UTF_8));
        return all;
    }

    /** Returns why they do not fit the slot of the terms, to follow "a secret"; empty if they do. */
    Optional<String> refusal(BindingTerms terms) {
        return Slot.refusal(terms.slot(), Optional.ofNullable(parts.get(VALUE)).orElseThrow());
    }

    /** Returns when they expire. */
    Optional<Instant> expires() {
        return expires;
    }

    /** Copies them into an entry. */
    void into(VaultEntry entry) {
        parts.forEach(entry::with);
    }

    /** Returns the source of an entry's tokens, with the stored client secret; empty for kinds without tokens. */
    static Optional<OAuthSettings> settings(VaultEntry entry) {
        Optional<String> clientSecret =
                entry.secret(CLIENT_SECRET).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
        return BindingDescription.read(entry)
                .grants()
                .get(0)
                .oauth()
                .map(oauth -> new OAuthSettings(
                        oauth.consent(), oauth.tokenUrl(), oauth.clientId(), oauth.scopes(), clientSecret));
    }

    /** Returns everything in an entry that must not be returned to a guest. */
    static List<Secret> toScrub(CredentialKind kind, VaultEntry entry) {
        List<Secret> found = new ArrayList<>();
        entry.secret(VALUE)
                .ifPresent(value -> found.addAll(BoundCredential.of(kind, value).secrets()));
        for (String key : List.of(REFRESH_TOKEN, CLIENT_SECRET)) {
            entry.secret(key)
                    .filter(value -> Secret.refusal(value).isEmpty())
                    .ifPresent(value -> found.add(Secret.of(value)));
        }
        return found;
    }

    @Override
    public void close() {
        parts.values().forEach(part -> Arrays.fill(part, (byte) 0));
    }
}
