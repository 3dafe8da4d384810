package dev.airlock.runtime.audit.key;

import dev.airlock.runtime.files.HomeSettings;
import java.util.ArrayList;
import java.util.List;

/** The keepers that a home names. */
public final class HeadKeepers {
    private HeadKeepers() {}

    /** Returns the keepers in the settings of a home. */
    public static List<HeadKeeper> of(HomeSettings settings) {
        List<HeadKeeper> keepers = new ArrayList<>();
        settings.headsFile().map(HeadKeeper::file).ifPresent(keepers::add);
        if (!settings.headsCommand().isEmpty()) {
            keepers.add(HeadKeeper.command(settings.headsCommand()));
        }
        return keepers;
    }
}
