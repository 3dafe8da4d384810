package dev.airlock.runtime;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.RunnerListener;
import dev.airlock.runtime.audit.event.AuditSubject.ConnectorIdentity;
import dev.airlock.sandbox.host.credentials.CredentialSource;

/**
 * Reports the events of an action runner to the listeners of a runtime.
 *
 * @param listener receives the events
 * @param standard the secrets of a connector whose options name none
 */
record ActionNotifier(AirlockListener listener, CredentialSource standard) implements RunnerListener {
    @Override
    public void loaded(Ready connector) {
        listener.loaded(new HostedConnector(
                connector.loaded(),
                connector.pinned().recorded(),
                connector.options().credentials().orElse(standard),
                connector.shapes(),
                connector.pinned().files().integrity()));
    }

    @Override
    public void notLoaded(ConnectorIdentity connector, Failure failure) {
        listener.notLoaded(connector, failure);
    }

    @Override
    public void running(ActionCall call) {
        listener.runningAction(call);
    }

    @Override
    public void ran(String action, ActionOutcome outcome) {
        listener.ranAction(action, outcome);
    }
}
