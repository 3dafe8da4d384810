package dev.airlock.sandbox.host;

import dev.airlock.failures.Redactor;
import dev.airlock.manifests.credentials.Credential;
import dev.airlock.sandbox.host.net.HttpHeader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The slot that a manifest declares for its credential, and what goes into it. */
final class Injection {
    private static final String AUTHORIZATION = "Authorization";
    private static final String KEY = "{key}";

    private Injection() {}

    /** The header that holds the credential; empty for a kind that signs instead. */
    static Optional<String> slot(Credential credential) {
        if (credential instanceof Credential.ApiKey key) {
            return Optional.of(key.header());
        }
        return credential instanceof Credential.AwsSigV4 ? Optional.empty() : Optional.of(AUTHORIZATION);
    }

    /** Whether a header of that name is the host's to set, since the manifest declares a credential. */
    static boolean isReserved(Credential credential, String header) {
        return header.equalsIgnoreCase(AUTHORIZATION)
                || slot(credential).filter(header::equalsIgnoreCase).isPresent();
    }

    /** The header to inject; empty for a kind that this version does not supply. */
    static Optional<HttpHeader> header(Credential credential, Secret secret) {
        if (credential instanceof Credential.ApiKey key) {
            return Optional.of(new HttpHeader(key.header(), key.format().replace(KEY, secret.reveal())));
        }
        if (credential instanceof Credential.Basic) {
            byte[] pair = secret.reveal().getBytes(StandardCharsets.UTF_8);
            return Optional.of(
                    new HttpHeader(AUTHORIZATION, "Basic " + Base64.getEncoder().encodeToString(pair)));
        }
        if (credential instanceof Credential.AwsSigV4) {
            return Optional.empty();
        }
        return Optional.of(new HttpHeader(AUTHORIZATION, "Bearer " + secret.reveal()));
    }

    /** Finds the secret in whatever comes back; of a pair also the password alone, if it is long enough to be looked for. */
    static Redactor redactor(Credential credential, Secret secret) {
        String value = secret.reveal();
        String password = credential instanceof Credential.Basic ? value.substring(value.indexOf(':') + 1) : value;
        List<String> secrets = Stream.of(value, password)
                .filter(text -> text.length() >= Redactor.MIN_SECRET_BYTES)
                .distinct()
                .toList();
        return Redactor.of(secrets);
    }
}
