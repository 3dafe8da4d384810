package dev.airlock.runtime.bindings;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.credentials.Credential;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.manifests.credentials.Slot;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.oauth.OAuthSettings;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The terms under which a connector may use a binding. They are captured when it is created, so that a later version of the connector gets
 * nothing that the user did not agree to.
 *
 * @param connector the connector's key, {@link ConnectorIdentity#key}
 * @param shown the connector for people: its name with its publisher or its folder
 * @param hosts where the credential may be sent, as in a manifest, sorted
 * @param credential the name of the credential, if the manifest gives it one
 * @param slot its place in a request, as in {@link Slot#text}
 * @param oauth the source of its tokens; empty for other kinds. Does not include the publisher's client secret
 */
public record BindingTerms(
        String connector,
        String shown,
        List<String> hosts,
        Optional<String> credential,
        String slot,
        Optional<OAuthSettings> oauth) {
    /** Copies the hosts. */
    public BindingTerms {
        hosts = List.copyOf(hosts);
    }

    /**
     * Returns the terms that a connector requests now for the credential of {@code [capabilities.credential]}.
     *
     * @throws java.util.NoSuchElementException if its manifest declares no such credential
     */
    public static BindingTerms of(ConnectorIdentity identity, ConnectorManifest manifest) {
        return of(
                identity,
                manifest,
                NamedCredential.only(manifest.capabilities().credential().orElseThrow()));
    }

    /** Returns the terms that a connector requests now for one of several credentials. */
    public static BindingTerms of(ConnectorIdentity identity, ConnectorManifest manifest, NamedCredential declared) {
        Credential credential = declared.credential();
        return new BindingTerms(
                identity.key(),
                identity.name()
                        + (identity instanceof ConnectorIdentity.Signed signed
                                ? ", signed by " + signed.publisher()
                                : ", not signed, in " + ((ConnectorIdentity.Unsigned) identity).folder()),
                List.copyOf(new TreeSet<>(manifest.capabilities().grants().stream()
                        .map(NetworkGrant::toString)
                        .toList())),
                declared.name(),
                slot(credential),
                credential instanceof Credential.OAuth2 oauth ? Optional.of(settings(oauth)) : Optional.empty());
    }

    /** Returns whether they are for a connector's credential with a name, or for its unnamed one. */
    boolean areFor(String key, Optional<String> name) {
        return connector.equals(key) && credential.equals(name);
    }

    /** Returns the differences to other terms of the same connector, each as words that follow "it"; empty if there is none. */
    List<String> differences(BindingTerms now) {
        List<String> found = new ArrayList<>();
        difference("the hosts", String.join(", ", hosts), String.join(", ", now.hosts))
                .ifPresent(found::add);
        difference("the slot", slot, now.slot).ifPresent(found::add);
        if (oauth.isPresent() && now.oauth.isPresent()) {
            OAuthSettings was = oauth.get();
            OAuthSettings is = now.oauth.get();
            Stream.of(
                            difference(
                                    "authorize_url",
                                    text(was.consent().authorize()),
                                    text(is.consent().authorize())),
                            difference(
                                    "device_authorization_url",
                                    text(was.consent().device()),
                                    text(is.consent().device())),
                            difference(
                                    "token_url",
                                    was.tokenUrl().toString(),
                                    is.tokenUrl().toString()),
                            difference("client_id", was.clientId(), is.clientId()),
                            difference("the scopes", String.join(" ", was.scopes()), String.join(" ", is.scopes())))
                    .flatMap(Optional::stream)
                    .forEach(found::add);
        }
        return found;
    }

    private static String text(Optional<URI> url) {
        return url.map(URI::toString).orElse("");
    }

    private static Optional<String> difference(String what, String was, String is) {
        return was.equals(is)
                ? Optional.empty()
                : Optional.of(what + " (" + (was.isEmpty() ? "none" : was) + ", and now " + (is.isEmpty() ? "none" : is)
                        + ")");
    }

    private static OAuthSettings settings(Credential.OAuth2 declared) {
        return new OAuthSettings(
                declared.consent(), declared.tokenUrl(), declared.clientId(), declared.scopes(), Optional.empty());
    }

    /** Returns the slot's text. The default place of a token keeps its old text, so that bindings from before slots stay valid. */
    private static String slot(Credential credential) {
        if (credential instanceof Credential.OneSecret one) {
            boolean isToken = !(credential instanceof Credential.ApiKey);
            return isToken && one.slot().equals(Slot.Header.STANDARD)
                    ? "Authorization: Bearer"
                    : one.slot().text();
        }
        if (credential instanceof Credential.AwsSigV4 aws) {
            return "a signature for " + aws.service()
                    + aws.region().map(region -> " in " + region).orElse("");
        }
        return "Authorization: Basic";
    }
}
