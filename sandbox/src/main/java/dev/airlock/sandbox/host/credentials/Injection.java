package dev.airlock.sandbox.host.credentials;

import dev.airlock.manifests.credentials.Credential;
import dev.airlock.sandbox.host.net.HttpHeader;
import dev.airlock.sandbox.host.net.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The slot that a manifest declares for its credential, and what goes into it. */
public final class Injection {
    private static final String AUTHORIZATION = "Authorization";
    private static final String KEY = "{key}";
    private static final Set<String> OF_A_SIGNATURE =
            Set.of("x-amz-date", "x-amz-content-sha256", "x-amz-security-token", "date");

    private Injection() {}

    /** Whether a header of that name is the host's to set, since the manifest declares a credential. */
    public static boolean isReserved(Credential credential, String header) {
        return header.equalsIgnoreCase(AUTHORIZATION)
                || (credential instanceof Credential.ApiKey key && header.equalsIgnoreCase(key.header()))
                || (credential instanceof Credential.AwsSigV4
                        && OF_A_SIGNATURE.contains(header.toLowerCase(Locale.ROOT)));
    }

    /**
     * The request with the credential in its slot.
     *
     * @param nowNanos nanoseconds since 1970, for kinds that sign the time
     * @throws IllegalArgumentException if the values are not of the shape that the declared kind needs
     */
    static HttpRequest into(HttpRequest request, Credential declared, BoundCredential bound, long nowNanos) {
        if (declared instanceof Credential.AwsSigV4 aws && bound instanceof BoundCredential.AwsKeys keys) {
            return with(request, AwsSigner.headers(request, aws, keys, nowNanos));
        }
        return with(request, List.of(header(declared, bound)));
    }

    private static HttpHeader header(Credential declared, BoundCredential bound) {
        if (declared instanceof Credential.Basic && bound instanceof BoundCredential.UserPassword basic) {
            byte[] pair = basic.pair().reveal().getBytes(StandardCharsets.UTF_8);
            return new HttpHeader(AUTHORIZATION, "Basic " + Base64.getEncoder().encodeToString(pair));
        }
        if (bound instanceof BoundCredential.Token token) {
            String secret = token.secret().reveal();
            if (declared instanceof Credential.ApiKey key) {
                return new HttpHeader(key.header(), key.format().replace(KEY, secret));
            }
            if (declared instanceof Credential.Bearer || declared instanceof Credential.OAuth2) {
                return new HttpHeader(AUTHORIZATION, "Bearer " + secret);
            }
        }
        throw new IllegalArgumentException(
                "a credential of another shape than " + declared.kind().word());
    }

    private static HttpRequest with(HttpRequest request, List<HttpHeader> more) {
        HttpRequest whole = request;
        for (HttpHeader header : more) {
            whole = whole.with(header);
        }
        return whole;
    }
}
