package dev.airlock.runtime.recovery;

import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.runtime.bindings.BindingName;
import dev.airlock.runtime.bindings.CredentialRefresh;

/**
 * The failure of a call whose credential was rejected (401) and could not be renewed this time. The binding may still be good, so the
 * message does not ask for a new one.
 */
final class RenewalFailure {
    private RenewalFailure() {}

    /**
     * Returns the failure, which is retriable.
     *
     * @param rejected the failure that names the binding
     * @param failed why the credential could not be renewed
     */
    static Failure of(Failure rejected, String connector, CredentialRefresh.Result.Failed failed) {
        if (!(rejected.cause() instanceof Cause.Answered answered)) {
            return rejected;
        }
        String binding = answered.binding().orElse("");
        return Failure.bindingFailed(
                        rejected.auditId(),
                        connector,
                        new Cause.BindingRefused(BindingName.kindIn(binding), answered.binding()),
                        "The service did not accept its token, which could not be renewed: " + failed.why() + ".",
                        "Try again; if it fails again, run `airlock binding rebind " + binding + "`.",
                        true)
                .withSideEffects(rejected.sideEffects())
                .withDetail("status", answered.status())
                .withDetail("host", answered.host());
    }
}
