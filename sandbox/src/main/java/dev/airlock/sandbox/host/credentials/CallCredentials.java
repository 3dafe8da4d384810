package dev.airlock.sandbox.host.credentials;

import dev.airlock.failures.Denial;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.credentials.Credential;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.url.TargetUrl;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The credentials of one call: those that are injected into its requests, and all that must be removed from the
 * answers. A secret that the call has met is searched for until the call is over, even if another has replaced it.
 * Belongs to the call's own thread.
 */
public final class CallCredentials {
    private final DeclaredCredentials declared;
    private final CredentialSource source;
    private final CallScope scope;
    private final Clock clock;
    private final Set<String> met = new LinkedHashSet<>();
    private Redactor redactor = Redactor.ofNothing();

    /** @param clock the time of day that signatures bear */
    public CallCredentials(ConnectorManifest manifest, CredentialSource source, CallScope scope, Clock clock) {
        this.declared = manifest.capabilities().credentials();
        this.source = source.forCall(scope);
        this.scope = scope;
        this.clock = clock;
    }

    /** Learns the secrets to remove from the next answer. Returns whether there are any. */
    public boolean look() {
        if (!declared.isEmpty()) {
            learn(orEnd(() -> source.secrets(declared, scope)));
        }
        return !met.isEmpty();
    }

    /**
     * Returns the request with the credential that it asks for in its slot. The request has passed every other check.
     *
     * @throws dev.airlock.sandbox.call.CallEnded if none is bound, or it cannot be used, or not at that host
     */
    public HttpRequest inject(HttpRequest request) {
        NamedCredential asked = requested(request);
        Credential credential = asked.credential();
        CredentialAnswer answer = orEnd(() -> source.find(asked, scope));
        if (answer instanceof CredentialAnswer.Missing missing) {
            throw scope.end(new Termination.BindingMissing(credential.kind().word(), asked.name(), missing.next()));
        }
        if (answer instanceof CredentialAnswer.Refused no) {
            throw scope.end(refused(asked, no));
        }
        CredentialAnswer.Bound bound = (CredentialAnswer.Bound) answer;
        NetworkGrant place =
                new NetworkGrant(request.url().scheme(), request.url().address());
        if (!bound.mayGoTo(place)) {
            throw scope.end(new Termination.Denied(notBoundTo(bound, place)));
        }
        learn(bound.credential().secrets());
        Optional<String> unfit = Injection.refusal(credential, bound.credential());
        if (unfit.isPresent()) {
            throw scope.end(doesNotFit(credential, bound, unfit.get()));
        }
        HttpRequest named = bound.binding().map(request::carrying).orElse(request);
        return Injection.into(named, credential, bound.credential(), clock.realtimeNanos());
    }

    /**
     * Returns a URL from a service's answer to a request with a credential, as the connector would have asked for it:
     * without what {@link #inject} writes into it.
     *
     * @param request the request that was answered, before its credential was injected
     */
    public TargetUrl withoutCredential(HttpRequest request, TargetUrl url) {
        return Injection.urlAsAsked(url, requested(request).credential(), met);
    }

    /** Removes every secret that the call has met so far. */
    public Redactor redactor() {
        return redactor;
    }

    private NamedCredential requested(HttpRequest request) {
        return declared.find(request.label().binding().orElseThrow()).orElseThrow();
    }

    private <T> T orEnd(Supplier<T> question) {
        try {
            return question.get();
        } catch (CredentialRefusedException e) {
            throw scope.end(refused(e.declared(), e.answer()));
        } catch (CredentialsUnavailableException e) {
            throw scope.end(new Termination.VaultUnavailable(String.valueOf(e.getMessage())));
        }
    }

    private static Termination.BindingRefused refused(NamedCredential asked, CredentialAnswer.Refused no) {
        return new Termination.BindingRefused(asked.kind().word(), no.binding(), no.why(), no.next(), no.retriable());
    }

    private void learn(List<Secret> secrets) {
        boolean anyNew = false;
        for (Secret secret : secrets) {
            anyNew |= met.add(secret.reveal());
        }
        if (anyNew) {
            redactor = Redactor.of(met);
        }
    }

    private static Termination.BindingRefused doesNotFit(
            Credential credential, CredentialAnswer.Bound bound, String refusal) {
        return new Termination.BindingRefused(
                credential.kind().word(),
                bound.binding().orElse(credential.kind().word()),
                "Its secret does not fit into its slot: a secret " + refusal + ".",
                bound.mend().isEmpty() ? "Bind another secret." : "Run `" + bound.mend() + "` with another secret.",
                false);
    }

    private static Denial notBoundTo(CredentialAnswer.Bound bound, NetworkGrant place) {
        return new Denial(
                "The connector asked for its credential at " + place + ", and the binding was not made for that host",
                place.toString(),
                bound.hosts().stream()
                        .flatMap(Set::stream)
                        .map(NetworkGrant::toString)
                        .sorted()
                        .toList(),
                bound.mend().isEmpty() ? "" : "run `" + bound.mend() + "` if the credential may go there");
    }
}
