package dev.airlock.runtime.recovery.journal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import java.util.Optional;

/** A journal that keeps no record and allows everything. */
enum NoJournal implements Journal {
    INSTANCE;

    @Override
    public Optional<Failure> intend(ObjectNode args, String key) {
        return Optional.empty();
    }

    @Override
    public void decide(RecoveryEvent event) {}

    @Override
    public Optional<Failure> refusal(AuditId attempt) {
        return Optional.empty();
    }

    @Override
    public void attempted(Target target, Call attempt, Outcome outcome) {}

    @Override
    public void end(Result result) {}

    @Override
    public void abandon(Failure why) {}
}
