package dev.airlock.failures;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Applies a change to every text of a cause.
 *
 * @param change returns the new form of a text
 */
record RedactedCause(UnaryOperator<String> change) implements Cause.Cases<Cause> {
    private List<String> all(List<String> texts) {
        return texts.stream().map(change).toList();
    }

    @Override
    public Cause denied(Cause.Denied denied) {
        return new Cause.Denied(
                change.apply(denied.requested()),
                all(denied.granted()),
                change.apply(denied.fix()),
                denied.lacksApproval());
    }

    @Override
    public Cause bindingMissing(Cause.BindingMissing missing) {
        return new Cause.BindingMissing(
                change.apply(missing.kind()), missing.credential().map(change));
    }

    @Override
    public Cause bindingRefused(Cause.BindingRefused refused) {
        return new Cause.BindingRefused(
                change.apply(refused.kind()), refused.binding().map(change));
    }

    @Override
    public Cause wrongHash(Cause.WrongHash wrong) {
        return new Cause.WrongHash(
                change.apply(wrong.subject()), change.apply(wrong.expected()), change.apply(wrong.actual()));
    }

    @Override
    public Cause badSignature(Cause.BadSignature bad) {
        return new Cause.BadSignature(change.apply(bad.subject()));
    }

    @Override
    public Cause limitReached(Cause.LimitReached reached) {
        return reached;
    }

    @Override
    public Cause hostBusy(Cause.HostBusy busy) {
        return busy;
    }

    @Override
    public Cause trapped(Cause.Trapped trapped) {
        return new Cause.Trapped(change.apply(trapped.trap()), all(trapped.functions()));
    }

    @Override
    public Cause exited(Cause.Exited exited) {
        return exited;
    }

    @Override
    public Cause badInput(Cause.BadInput bad) {
        return new Cause.BadInput(all(bad.problems()));
    }

    @Override
    public Cause faulty(Cause.Faulty faulty) {
        return faulty;
    }

    @Override
    public Cause answered(Cause.Answered answered) {
        Optional<String> binding = answered.binding().map(change);
        return new Cause.Answered(
                answered.status(),
                change.apply(answered.host()),
                change.apply(answered.claimedClass()),
                binding,
                change.apply(answered.retryAfter()),
                change.apply(answered.shouldRetry()));
    }

    @Override
    public Cause broken(Cause.Broken broken) {
        return new Cause.Broken(broken.kind(), change.apply(broken.host()));
    }

    @Override
    public Cause circuitOpen(Cause.CircuitOpen open) {
        return new Cause.CircuitOpen(change.apply(open.host()), open.lastStatus(), open.retryAt());
    }

    @Override
    public Cause unknown(Cause.Unknown unknown) {
        return unknown;
    }
}
