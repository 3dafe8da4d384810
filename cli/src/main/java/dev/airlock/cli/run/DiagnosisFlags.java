package dev.airlock.cli.run;

import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.call.FuelProfile;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that show what a call did inside. */
final class DiagnosisFlags {
    @Option(
            names = "--profile",
            paramLabel = "FILE",
            description =
                    "Write the fuel of each function to this file, as a page with a flame graph. The connector is"
                            + " interpreted; the same call gives the same page. Default: no page.")
    private @Nullable Path profile;

    @Option(names = "--headroom", description = "Show how much of each limit the call used.")
    private boolean headroom;

    private final AtomicReference<FuelProfile> made = new AtomicReference<>();

    /** The options with what these flags need. */
    LoadOptions addTo(LoadOptions options) {
        return profile == null ? options : options.profiledBy(made::set);
    }

    /** Where the profile goes, if one is wanted. */
    Optional<Path> profile() {
        return Optional.ofNullable(profile);
    }

    /** The profile of the latest attempt, if one was made. */
    Optional<FuelProfile> made() {
        return Optional.ofNullable(made.get());
    }

    boolean headroom() {
        return headroom;
    }
}
