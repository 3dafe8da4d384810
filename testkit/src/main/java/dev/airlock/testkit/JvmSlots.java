package dev.airlock.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * Slots of the sandbox that all of the JVM shares, where there is a sandbox. The sandbox's own tests use this class, so it is
 * reached by name. A look takes no slot: two looks that each held some and waited for the rest would wait for ever.
 */
final class JvmSlots {
    private static final String SLOTS = "dev.airlock.sandbox.admission.Slots";

    private JvmSlots() {}

    /** The kinds of which a slot is held. */
    static List<String> held() {
        List<String> held = new ArrayList<>();
        try {
            Class<?> slots = Class.forName(SLOTS);
            if (taken(slots, "forLargeDocuments") > 0) {
                held.add("a slot for large documents");
            }
            if (taken(slots, "forLoads") > 0) {
                held.add("a slot for loads");
            }
        } catch (ClassNotFoundException withoutSandbox) {
            return held;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the sandbox's slots are not as this class knows them", e);
        }
        return held;
    }

    private static int taken(Class<?> slots, String kind) throws ReflectiveOperationException {
        return (int) slots.getMethod("taken").invoke(slots.getMethod(kind).invoke(null));
    }
}
