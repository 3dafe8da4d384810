package dev.airlock.sandbox.load;

/** Holds a permit until it is closed, unless somebody else takes it over before. Belongs to one thread. */
public final class HeldPermit implements AutoCloseable {
    private Permit permit;

    /** Holds that permit. */
    public HeldPermit(Permit permit) {
        this.permit = permit;
    }

    /** Lets go of the permit without giving it back; whoever gets it closes it. */
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
