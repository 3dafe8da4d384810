package dev.airlock.runtime.recovery;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.bindings.CredentialRefresh;
import java.util.List;

/**
 * What a call failed with whose credential was not accepted (401), and could not be renewed this time. The binding may be as good as
 * ever, so nobody is told to bind another one.
 */
final class RenewalFailure {
    /** What else is known of the answer that did not accept the credential. */
    private static final List<String> KEPT = List.of("binding", "status", "host");

    private RenewalFailure() {}

    /**
     * The failure of a call that may be made again.
     *
     * @param rejected the failure that names the binding
     * @param failed why it could not be renewed
     */
    static Failure of(Failure rejected, String connector, CredentialRefresh.Result.Failed failed) {
        String binding = String.valueOf(rejected.details().getOrDefault("binding", ""));
        Failure failure = Failure.bindingFailed(
                        rejected.auditId(),
                        connector,
                        kind(binding),
                        "The service did not accept its token, which could not be renewed: " + failed.why() + ".",
                        "Try again; if it stays so, run `airlock binding rebind " + binding + "`.",
                        true)
                .withSideEffects(rejected.sideEffects());
        for (String key : KEPT) {
            Object value = rejected.details().get(key);
            failure = value == null ? failure : failure.withDetail(key, value);
        }
        return failure;
    }

    /** A binding's name begins with the kind of its credential. */
    private static String kind(String binding) {
        int slash = binding.indexOf('/');
        return slash < 0 ? binding : binding.substring(0, slash);
    }
}
