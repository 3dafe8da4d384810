package dev.airlock.sandbox.engine.pass;

import dev.airlock.formats.hash.Sha256;
import dev.airlock.sandbox.metering.MeteredModule;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;

/**
 * The name of a guest's machine, with which the names of its other classes begin.
 *
 * <p>It is derived from everything that determines the classes, so that classes of other code have other names. An
 * archive of loaded classes (CDS) distinguishes them by name, size and a checksum alone: with a common name, another
 * guest's class could run.
 */
public final class GuestName {
    /** The prefix of every class of every guest. */
    public static final String PREFIX = "dev.airlock.guest.Module";

    private GuestName() {}

    /**
     * Returns the name for a module's classes.
     *
     * @param divideFrom the size in bytes from which functions are divided
     * @param interpreted functions that are not compiled
     * @param empty functions that are compiled as stubs
     */
    public static String of(
            MeteredModule module, ClassPass pass, int divideFrom, Set<Integer> interpreted, Set<Integer> empty) {
        String how = Translation.version().orElse("")
                + ", schedule " + module.scheduleVersion()
                + ", class pass " + pass.word()
                + ", divided from " + divideFrom
                + ", interpreted " + new TreeSet<>(interpreted)
                + ", empty " + new TreeSet<>(empty);
        return PREFIX + '_' + Sha256.hex(Sha256.of(module.bytes()), how.getBytes(StandardCharsets.UTF_8));
    }
}
