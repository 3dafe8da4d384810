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
        return grantOf(connector.key()).isPresent();
    }

    /** What that connector may use it for, if it may. */
    Optional<BindingTerms> grantOf(String connector) {
        return grants.stream()
                .filter(terms -> terms.connector().equals(connector))
                .findFirst();
    }
}
