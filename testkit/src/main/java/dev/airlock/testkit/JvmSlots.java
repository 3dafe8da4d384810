package dev.airlock.testkit;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Slots of the sandbox that all of the JVM shares, where there is a sandbox. A slot is known to be free by taking it; the
 * sandbox's own tests use this class, so it is reached by name.
 */
final class JvmSlots {
    private static final String SLOTS = "dev.airlock.sandbox.admission.Slots";
    private static final long MOST_MILLIS = 50;

    private JvmSlots() {}

    /** The kinds of which a slot is held. */
    static List<String> held() {
        List<String> held = new ArrayList<>();
        try {
            Class<?> slots = Class.forName(SLOTS);
            Method take = slots.getMethod("takeAnyway");
            if (!areFree(take, slots.getMethod("forLargeDocuments").invoke(null), 1)) {
                held.add("a slot for large documents");
            }
            int loads = Math.max(1, Runtime.getRuntime().availableProcessors());
            if (!areFree(take, slots.getMethod("forLoads").invoke(null), loads)) {
                held.add("a slot for loads");
            }
        } catch (ClassNotFoundException withoutSandbox) {
            return held;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the sandbox's slots are not as this class knows them", e);
        }
        return held;
    }

    private static boolean areFree(Method take, Object slots, int count) {
        FutureTask<Boolean> trial = new FutureTask<>(() -> takeAndGiveBack(take, slots, count));
        Thread thread = new Thread(trial, "testkit-slots");
        thread.setDaemon(true);
        thread.start();
        try {
            return trial.get(MOST_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException held) {
            return false; // the thread gives back what it gets, whenever that is
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean takeAndGiveBack(Method take, Object slots, int count) throws ReflectiveOperationException {
        List<Runnable> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add((Runnable) take.invoke(slots));
        }
        taken.forEach(Runnable::run);
        return true;
    }
}
