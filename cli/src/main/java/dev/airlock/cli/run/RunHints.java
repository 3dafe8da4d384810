package dev.airlock.cli.run;

import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.environment.ConnectorPlace;
import dev.airlock.cli.run.flags.LimitFlags;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Hints about the use of the command after a failed call. The failure itself knows no flags.
 *
 * @param terminal the terminal whose directory resolves relative paths
 * @param directory the connector, as it was typed
 * @param upstream the script that answers, if one was named
 * @param limits the flags that set limits
 */
record RunHints(Terminal terminal, Path directory, Optional<Path> upstream, LimitFlags limits) {
    private static final String SCRIPT = "upstream.toml";

    List<String> of(Failure failure) {
        List<String> hints = new ArrayList<>();
        limits.hint(failure).ifPresent(hints::add);
        if (failure.cause() instanceof Cause.BindingMissing missing && upstream.isEmpty()) {
            hints.add("hint: airlock binding setup " + ConnectorPlace.shown(directory)
                    + missing.credential().map(name -> " --credential " + name).orElse(""));
        }
        script(failure).ifPresent(hints::add);
        return hints;
    }

    private Optional<String> script(Failure failure) {
        boolean needsTheWorld = failure.failureClass() == FailureClass.BINDING_REQUIRED
                || (failure.failureClass() == FailureClass.NETWORK_ERROR
                        && !failure.sideEffects().requestSent());
        if (upstream.isPresent() || !needsTheWorld) {
            return Optional.empty();
        }
        Path beside = directory.resolve(SCRIPT);
        return Optional.of(
                Files.isRegularFile(terminal.resolve(beside))
                        ? "hint: this run used the network; --upstream " + TypedFile.shown(beside)
                                + " answers instead, with its own credential."
                        : "hint: this run used the network; --upstream FILE names a script that answers instead, with"
                                + " its own credentials.");
    }
}
