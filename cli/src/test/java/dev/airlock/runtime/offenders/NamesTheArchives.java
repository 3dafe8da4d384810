package dev.airlock.runtime.offenders;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;

/** Breaks a rule of the house on purpose. */
public final class NamesTheArchives {
    private NamesTheArchives() {}

    static Object names() {
        return new TarArchiveEntry("name");
    }
}
