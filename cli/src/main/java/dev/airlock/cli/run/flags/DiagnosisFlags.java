package dev.airlock.cli.run.flags;

import dev.airlock.sandbox.api.LoadObservation;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.call.FuelProfile;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that show the internals of a call. */
public final class DiagnosisFlags {
    @Option(
            names = "--profile",
            paramLabel = "FILE",
            description = "Write the fuel of each function to this file, as a page with a flame graph. The connector is"
                    + " interpreted; the same call gives the same page. Default: no page.")
    private @Nullable Path profile;

    @Option(names = "--headroom", description = "Show how much of each limit the call used.")
    private boolean headroom;

    private final AtomicReference<FuelProfile> made = new AtomicReference<>();

    /** Returns the options that these flags need. */
    public LoadOptions addTo(LoadOptions options) {
        return profile == null ? options : LoadObservation.profiled(options, made::set);
    }

    /** Returns the file for the profile, if one is requested. */
    public Optional<Path> profile() {
        return Optional.ofNullable(profile);
    }

    /** Returns the profile of the latest attempt, if there is one. */
    public Optional<FuelProfile> fuelProfile() {
        return Optional.ofNullable(made.get());
    }

    public boolean headroom() {
        return headroom;
    }
}
