package dev.airlock.runtime.bindings;

import dev.airlock.manifests.names.ConnectorIdentity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What may be shown of a binding; its secrets are not in it.
 *
 * @param name its name
 * @param created when it was made
 * @param renewed when its secrets came last, by a person or by a renewal
 * @param expires when its token ends; empty for kinds without, and where the provider does not say
 * @param renewable whether it can be renewed without a person
 * @param refused why it cannot be used any more; empty if it can
 * @param grants who may use it, for what; at least one
 */
public record Binding(
        BindingName name,
        Instant created,
        Instant renewed,
        Optional<Instant> expires,
        boolean renewable,
        Optional<String> refused,
        List<BindingTerms> grants) {
    /** Copies the list. */
    public Binding {
        grants = List.copyOf(grants);
    }

    /** Whether that connector may use it at all. */
    public boolean isGrantedTo(ConnectorIdentity connector) {
        return grants.stream().anyMatch(terms -> terms.connector().equals(connector.key()));
    }

    /** The names of that connector's credentials that it is for; an empty one is the credential without a name. */
    public List<Optional<String>> credentialsOf(ConnectorIdentity connector) {
        return grants.stream()
                .filter(terms -> terms.connector().equals(connector.key()))
                .map(BindingTerms::credential)
                .toList();
    }

    /** What that connector may use it for as its credential of that name, if it may. */
    Optional<BindingTerms> grantOf(String connector, Optional<String> credential) {
        return grants.stream()
                .filter(terms -> terms.areFor(connector, credential))
                .findFirst();
    }
}
