package dev.airlock.conformance.conversion;

import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.recording.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the reasons why a script cannot reproduce a recorded call, apart from its exchanges. */
final class Obstacles {
    /** The failures of the machine and its files, which a scenario cannot reproduce. */
    private static final Set<String> OF_THE_HOST =
            Set.of("host_fault", "leaked_threads", "audit_unavailable", "vault_unavailable", "store_unavailable");

    private Obstacles() {}

    /** Returns the reasons, each as the end of a sentence. */
    static List<String> of(Recording recording, RecordedState state) {
        List<String> found = new ArrayList<>();
        if (!recording.end().isComplete()) {
            found.add("asked for more than a recording keeps");
        }
        if (recording.end().outcome().has("cancelled")) {
            found.add("was cancelled");
        } else if (recording.end().cut().isPresent()) {
            found.add("was stopped from outside while its own code ran");
        }
        state.obstacle().ifPresent(found::add);
        if (recording.end().isRedacted() && recording.asked().args().isEmpty()) {
            found.add("had a secret in its arguments where it could not be replaced, so they were not recorded");
        }
        recording.events().stream().map(Obstacles::of).flatMap(Optional::stream).forEach(found::add);
        String reason = recording.end().outcome().at("/error/details/reason").asText();
        String limit = recording.end().outcome().at("/error/details/limit").asText();
        if (found.isEmpty() && (OF_THE_HOST.contains(reason) || limit.equals("host_busy"))) {
            found.add("failed because Airlock failed (" + (reason.isEmpty() ? limit : reason) + ")");
        }
        return found;
    }

    private static Optional<String> of(HostEvent event) {
        if (!(event.answer() instanceof HostAnswer.Ended ended)) {
            return Optional.empty();
        }
        if (ended.termination() instanceof Termination.BindingRefused refused) {
            return Optional.of("had a binding that could not be used: " + refused.why());
        }
        if (ended.termination() instanceof Termination.VaultUnavailable) {
            return Optional.of("could not read the vault");
        }
        if (ended.termination() instanceof Termination.HostFault) {
            return Optional.of("failed because Airlock failed");
        }
        if (ended.termination() instanceof Termination.Cancelled) {
            return Optional.of("was cancelled while it waited");
        }
        return ended.termination() instanceof Termination.Denied denied && event.question() instanceof HostQuery.Http
                ? denied(denied.denial().what())
                : Optional.empty();
    }

    /**
     * Returns the reason for a denial that a scenario cannot reproduce, because it depends on the address of a name or on the hosts of a
     * binding.
     */
    private static Optional<String> denied(String what) {
        if (what.startsWith("The connector asked for its credential at ")) {
            return Optional.of("asked for its credential at a host that its binding was not made for");
        }
        return what.startsWith("The connector ") || what.contains(" redirects the connector to ")
                ? Optional.empty()
                : Optional.of("was denied an address that depends on DNS outside the scenario");
    }
}
