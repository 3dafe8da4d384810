package dev.airlock.runtime.files;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Something that is opened when it is first needed, once. Thread-safe. What fails to open is tried again the next time.
 *
 * @param <T> what it is
 */
public final class Lazy<T> implements Supplier<T> {
    private final Supplier<T> open;
    private volatile Optional<T> opened = Optional.empty();

    /** @param open opens it; what it throws reaches whoever needs it */
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

    /** It, if it was needed; empty: it was not opened. */
    public Optional<T> opened() {
        return opened;
    }
}
