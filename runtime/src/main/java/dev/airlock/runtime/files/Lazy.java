package dev.airlock.runtime.files;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A resource that is opened once, when it is first needed. Thread-safe. If opening it fails, the next use tries again.
 *
 * @param <T> the type of the resource
 */
public final class Lazy<T> implements Supplier<T> {
    private final Supplier<T> open;
    private volatile Optional<T> opened = Optional.empty();

    /** @param open opens it; its exceptions reach the caller of {@link #get} */
    public Lazy(Supplier<T> open) {
        this.open = open;
    }

    @Override
    public T get() {
        return opened.orElseGet(this::openedOnce);
    }

    private synchronized T openedOnce() {
        if (opened.isEmpty()) {
            opened = Optional.of(open.get());
        }
        return opened.get();
    }

    /** Returns the resource if it was opened. */
    public Optional<T> opened() {
        return opened;
    }
}
