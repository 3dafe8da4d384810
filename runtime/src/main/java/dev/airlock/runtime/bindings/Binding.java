package dev.airlock.runtime.bindings;

import dev.airlock.manifests.names.ConnectorIdentity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The public description of a binding, without its secrets.
 *
 * @param name its name
 * @param created when it was created
 * @param renewed when its secrets were last set, by a person or by a renewal
 * @param expires when its token expires; empty for other kinds, and if the provider does not say
 * @param renewable whether it can be renewed without a person
 * @param refused why it cannot be used any more; empty if it can
 * @param grants the connectors that may use it, with their terms; at least one
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

    /** Returns whether a connector may use it at all. */
    public boolean isGrantedTo(ConnectorIdentity connector) {
        return grants.stream().anyMatch(terms -> terms.connector().equals(connector.key()));
    }

    /** Returns the names of a connector's credentials that use it; an empty one is the unnamed credential. */
    public List<Optional<String>> credentialsOf(ConnectorIdentity connector) {
        return grants.stream()
                .filter(terms -> terms.connector().equals(connector.key()))
                .map(BindingTerms::credential)
                .toList();
    }

    /** Returns the terms for a connector's credential with a name, if it may use it. */
    Optional<BindingTerms> grantOf(String connector, Optional<String> credential) {
        return grants.stream()
                .filter(terms -> terms.areFor(connector, credential))
                .findFirst();
    }
}
