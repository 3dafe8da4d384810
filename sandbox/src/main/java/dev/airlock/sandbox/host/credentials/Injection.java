package dev.airlock.sandbox.host.credentials;

import dev.airlock.manifests.credentials.Credential;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.manifests.credentials.Slot;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.url.TargetUrl;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Fills the slot that a manifest declares for its credential. */
public final class Injection {
    private static final String AUTHORIZATION = "Authorization";
    private static final Set<String> OF_A_SIGNATURE =
            Set.of("x-amz-date", "x-amz-content-sha256", "x-amz-security-token", "date");

    private Injection() {}

    /** Returns the declared credential that reserves a header of that name for the host. */
    public static Optional<NamedCredential> reserving(DeclaredCredentials declared, String header) {
        return declared.all().stream()
                .filter(one -> isReserved(one.credential(), header))
                .findFirst();
    }

    private static boolean isReserved(Credential credential, String header) {
        return header.equalsIgnoreCase(AUTHORIZATION)
                || (credential instanceof Credential.OneSecret one
                        && one.slot() instanceof Slot.Header slot
                        && asServersRead(header).equals(asServersRead(slot.name())))
                || (credential instanceof Credential.AwsSigV4 && OF_A_SIGNATURE.contains(asServersRead(header)));
    }

    /** CGI and its successors do not distinguish underscores and hyphens (RFC 3875, 4.1.18). */
    private static String asServersRead(String header) {
        return header.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the request with the credential in its slot.
     *
     * @param nowNanos nanoseconds since 1970, for kinds that sign the time
     * @throws IllegalArgumentException if the values do not have the shape that the declared kind needs
     */
    static HttpRequest into(HttpRequest request, Credential declared, BoundCredential bound, long nowNanos) {
        if (declared instanceof Credential.AwsSigV4 aws && bound instanceof BoundCredential.AwsKeys keys) {
            return with(request, AwsSigner.headers(request, aws, keys, nowNanos));
        }
        if (declared instanceof Credential.Basic && bound instanceof BoundCredential.UserPassword basic) {
            byte[] pair = basic.pair().reveal().getBytes(StandardCharsets.UTF_8);
            return request.with(
                    new HttpHeader(AUTHORIZATION, "Basic " + Base64.getEncoder().encodeToString(pair)));
        }
        if (declared instanceof Credential.OneSecret one && bound instanceof BoundCredential.Token token) {
            return SlotFilling.into(request, one.slot(), token.secret().reveal());
        }
        throw new IllegalArgumentException(
                "a credential of another shape than " + declared.kind().word());
    }

    /**
     * Returns a URL as it is sent with that secret. It differs only if the slot is in the URL, and the URL has a place
     * for it.
     */
    public static TargetUrl urlAsSent(TargetUrl url, Credential declared, String secret) {
        return declared instanceof Credential.OneSecret one ? SlotFilling.filled(url, one.slot(), secret) : url;
    }

    /** Returns a URL as the connector asked for it, if one of the secrets is in the slot. */
    public static TargetUrl urlAsAsked(TargetUrl sent, Credential declared, Collection<String> secrets) {
        return declared instanceof Credential.OneSecret one ? SlotFilling.outOf(sent, one.slot(), secrets) : sent;
    }

    /** Returns why the declared slot does not take the values, to follow "a secret"; empty if it takes them. */
    static Optional<String> refusal(Credential declared, BoundCredential bound) {
        return declared instanceof Credential.OneSecret one && bound instanceof BoundCredential.Token token
                ? Slot.refusal(one.slot().text(), token.secret().reveal().getBytes(StandardCharsets.UTF_8))
                : Optional.empty();
    }

    private static HttpRequest with(HttpRequest request, List<HttpHeader> more) {
        HttpRequest whole = request;
        for (HttpHeader header : more) {
            whole = whole.with(header);
        }
        return whole;
    }
}
