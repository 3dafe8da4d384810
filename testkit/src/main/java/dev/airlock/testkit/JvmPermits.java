package dev.airlock.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * The sandbox's permits that the whole JVM shares, if there is a sandbox. The sandbox's own tests use this class, so it finds the sandbox
 * by reflection. It never takes a permit, because two threads that each held some and waited for the rest would deadlock.
 */
final class JvmPermits {
    private static final String SHARE = "dev.airlock.sandbox.admission.JvmShare";

    private JvmPermits() {}

    /** Returns the kinds with a permit that is held. */
    static List<String> held() {
        List<String> held = new ArrayList<>();
        try {
            Class<?> share = Class.forName(SHARE);
            if (taken(share, "documents") > 0) {
                held.add("a slot for large documents");
            }
            if (taken(share, "loads") > 0) {
                held.add("a slot for loads");
            }
        } catch (ClassNotFoundException withoutSandbox) {
            return held;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the sandbox's limiters are not as this class knows them", e);
        }
        return held;
    }

    private static int taken(Class<?> share, String kind) throws ReflectiveOperationException {
        Object limiter =
                share.getMethod(kind).invoke(share.getMethod("ofTheJvm").invoke(null));
        return (int) limiter.getClass().getMethod("inUse").invoke(limiter);
    }
}
