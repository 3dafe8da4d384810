package dev.airlock.sandbox.wasi;

/** The error numbers that this implementation returns (WASI preview 1, {@code errno}). */
final class Errno {
    static final long SUCCESS = 0;
    static final long BADF = 8;
    static final long INVAL = 28;
    static final long NOSYS = 52;
    static final long NOTSUP = 58;
    static final long SPIPE = 70;
    static final long NOTCAPABLE = 76;

    private Errno() {}
}
