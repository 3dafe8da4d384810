package dev.airlock.runtime.recovery.journal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import java.util.Optional;

/**
 * A journal that notifies a listener of each decision once the journal has it.
 *
 * @param journal keeps the record
 * @param listener is notified of decisions
 */
record ObservedJournal(Journal journal, RecoveryListener listener) implements Journal {
    @Override
    public Optional<Failure> intend(ObjectNode args, String key) {
        return journal.intend(args, key);
    }

    @Override
    public void decide(RecoveryEvent event) {
        journal.decide(event);
        listener.on(event);
    }

    @Override
    public Optional<Failure> refusal(AuditId attempt) {
        return journal.refusal(attempt);
    }

    @Override
    public void attempted(Target target, Call attempt, Outcome outcome) {
        journal.attempted(target, attempt, outcome);
    }

    @Override
    public void end(Result result) {
        journal.end(result);
    }

    @Override
    public boolean recorded() {
        return journal.recorded();
    }

    @Override
    public void abandon(Failure why) {
        journal.abandon(why);
    }
}
