package dev.airlock.sandbox.budget;

/** Holds a permit until it is closed, unless it passes the permit on before. Belongs to one thread. */
public final class HeldPermit implements AutoCloseable {
    private Permit permit;

    /** Holds that permit. */
    public HeldPermit(Permit permit) {
        this.permit = permit;
    }

    /** Releases the permit without returning it; the receiver closes it. */
    public Permit passOn() {
        Permit passed = permit;
        permit = Permit.NONE;
        return passed;
    }

    @Override
    public void close() {
        passOn().close();
    }
}
