package dev.airlock.runtime;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.audit.event.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.sandbox.api.LoadPhase;
import java.util.List;
import java.util.function.Consumer;

/** Several listeners. An exception of one harms neither the caller nor the other listeners. */
record Listeners(List<AirlockListener> all) implements AirlockListener {
    private static final String LISTENER = "listener";

    Listeners {
        all = List.copyOf(all);
    }

    @Override
    public void loading(LoadPhase phase, int functions) {
        tell(listener -> listener.loading(phase, functions));
    }

    @Override
    public void loaded(HostedConnector connector) {
        tell(listener -> listener.loaded(connector));
    }

    @Override
    public void notLoaded(ConnectorIdentity connector, Failure failure) {
        tell(listener -> listener.notLoaded(connector, failure));
    }

    @Override
    public void calling(String connector, String op) {
        tell(listener -> listener.calling(connector, op));
    }

    @Override
    public void recovering(RecoveryEvent event) {
        tell(listener -> listener.recovering(event));
    }

    @Override
    public void callEnded(CallResult result) {
        tell(listener -> listener.callEnded(result));
    }

    @Override
    public void runningAction(ActionCall call) {
        tell(listener -> listener.runningAction(call));
    }

    @Override
    public void ranAction(String action, ActionOutcome outcome) {
        tell(listener -> listener.ranAction(action, outcome));
    }

    @Override
    public void interpreted(Throwable why) {
        tell(listener -> listener.interpreted(why));
    }

    @Override
    public void fault(String correlationId, Throwable fault) {
        for (AirlockListener listener : all) {
            try {
                listener.fault(correlationId, fault);
            } catch (Throwable deaf) {
                fault.addSuppressed(deaf); // the next listener sees both
            }
        }
    }

    private void tell(Consumer<AirlockListener> news) {
        for (AirlockListener listener : all) {
            try {
                news.accept(listener);
            } catch (Throwable e) {
                fault(LISTENER, e);
            }
        }
    }
}
