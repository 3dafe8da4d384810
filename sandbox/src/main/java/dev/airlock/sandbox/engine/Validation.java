package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.load.LoadBudget;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The validation of one module as its author wrote it, part by part. Several threads may work on it at once. */
public final class Validation {
    private static final int DECLARATIONS = -1;

    private final byte[] module;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger valid = new AtomicInteger();
    private final NavigableMap<Integer, InvalidModuleException> invalid = new ConcurrentSkipListMap<>();
    private volatile int parts = -1;

    Validation(byte[] module) {
        this.module = module;
    }

    /**
     * Validates one part after the other, until all are taken or one is not valid.
     *
     * <p>Throws {@link dev.airlock.sandbox.load.LoadStopped} if the budget does not last.
     */
    public void work(LoadBudget budget) {
        int part = DECLARATIONS;
        try {
            ModuleParser.Validator validator = ModuleParser.validator(module, budget);
            parts = validator.parts();
            for (part = taken.getAndIncrement(); part < parts && invalid.isEmpty(); part = taken.getAndIncrement()) {
                validator.validate(part);
                valid.incrementAndGet();
            }
        } catch (InvalidModuleException e) {
            invalid.put(part, e);
        }
    }

    /** Whether some part is known not to be valid. */
    public boolean foundSomething() {
        return !invalid.isEmpty();
    }

    /**
     * Says what came of it, once nobody works on it any more.
     *
     * @throws InvalidModuleException if the module breaks a rule of the core specification's validation chapter: the first
     *     part that does, however many threads there were
     * @throws IllegalStateException if some part was not looked at
     */
    public void check() throws InvalidModuleException {
        if (!invalid.isEmpty()) {
            throw invalid.firstEntry().getValue();
        }
        if (valid.get() != parts) {
            throw new IllegalStateException("a part of the module was not validated");
        }
    }
}
