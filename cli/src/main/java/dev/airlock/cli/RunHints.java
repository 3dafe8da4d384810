package dev.airlock.cli;

import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Words about how the command was used, to whoever sees a call fail; the failure itself knows nothing of flags.
 *
 * @param terminal where relative paths start
 * @param directory the connector, as it was typed
 * @param upstream the script that answers, if one was named
 * @param flags the flag that set a limit, by the limit's name
 */
record RunHints(Terminal terminal, Path directory, Optional<Path> upstream, Map<String, String> flags) {
    private static final String SCRIPT = "upstream.toml";

    List<String> of(Failure failure) {
        List<String> hints = new ArrayList<>();
        flag(failure).ifPresent(hints::add);
        if (failure.failureClass() == FailureClass.BINDING_REQUIRED && upstream.isEmpty()) {
            hints.add("hint: airlock binding setup " + ConnectorPlace.shown(directory));
        }
        script(failure).ifPresent(hints::add);
        return hints;
    }

    private Optional<String> flag(Failure failure) {
        return failure.details().get("limit") instanceof String limit
                ? Optional.ofNullable(flags.get(limit))
                        .map(flag -> "hint: " + flag
                                + " set this limit for this run, whatever the manifest says; raise it there.")
                : Optional.empty();
    }

    private Optional<String> script(Failure failure) {
        boolean needsTheWorld = failure.failureClass() == FailureClass.BINDING_REQUIRED
                || (failure.failureClass() == FailureClass.NETWORK_ERROR
                        && Boolean.FALSE.equals(failure.details().get("request_sent")));
        if (upstream.isPresent() || !needsTheWorld) {
            return Optional.empty();
        }
        Path beside = directory.resolve(SCRIPT);
        return Optional.of(
                Files.isRegularFile(terminal.resolve(beside))
                        ? "hint: this run used the network; --upstream " + TypedFile.shown(beside)
                                + " answers in its place, with a credential of its own."
                        : "hint: this run used the network; --upstream FILE names a script that answers in its place, with"
                                + " credentials of its own.");
    }
}
