package dev.airlock.runtime.recovery;

import dev.airlock.failures.Cause;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.runtime.recovery.policy.Recovery;
import java.util.Optional;

/**
 * Renews the binding that a failure names, and delegates everything else to another handler.
 *
 * <pre>{@code
 * RecoveryHandler handler = new CredentialRenewal(bindings.refresh(), new ReviewQueue(store.reviews(), time));
 * }</pre>
 */
public final class CredentialRenewal implements RecoveryHandler {
    private final CredentialRefresh credentials;
    private final RecoveryHandler others;

    /**
     * @param credentials renews bindings
     * @param others handles everything else
     */
    public CredentialRenewal(CredentialRefresh credentials, RecoveryHandler others) {
        this.credentials = credentials;
        this.others = others;
    }

    @Override
    public boolean canRefreshCredential(Incident incident) {
        return binding(incident.failure().cause())
                .map(credentials::canRefresh)
                .orElseGet(() -> others.canRefreshCredential(incident));
    }

    @Override
    public CredentialRefresh.Result refreshCredential(Incident incident) {
        Optional<String> binding = binding(incident.failure().cause());
        if (binding.isEmpty()) {
            return others.refreshCredential(incident);
        }
        Frame frame = incident.frame();
        try {
            return credentials.refresh(
                    incident.subject().connector(),
                    binding.get(),
                    frame.attemptStarted(),
                    frame.left(),
                    frame.cancellation());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new CredentialRefresh.Result.Failed("it was interrupted");
        }
    }

    private static Optional<String> binding(Cause cause) {
        if (cause instanceof Cause.BindingRefused refused) {
            return refused.binding();
        }
        return cause instanceof Cause.Answered answered ? answered.binding() : Optional.empty();
    }

    @Override
    public Optional<String> escalate(Recovery.Queue queue, Incident incident) {
        return others.escalate(queue, incident);
    }

    @Override
    public void reconcile(Incident incident) {
        others.reconcile(incident);
    }

    @Override
    public boolean askUser(Incident incident) {
        return others.askUser(incident);
    }
}
