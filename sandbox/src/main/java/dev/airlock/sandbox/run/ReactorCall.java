package dev.airlock.sandbox.run;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.call.CallMemory;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.imports.ConnectorStyle;
import dev.airlock.sandbox.link.GuestMemory;
import dev.airlock.sandbox.link.RunningGuest;
import dev.airlock.sandbox.metering.HostPrice;

/**
 * One call of a reactor. It writes the document to the address that {@code airlock_alloc} returns, and reads the reply
 * at the address that {@code airlock_call} returns. Belongs to the call's own thread.
 */
final class ReactorCall implements RunningGuest.Entry {
    private final CallScope scope;
    private final boolean initializes;
    private final byte[] document;
    private final long replyLimit;
    private byte[] reply = {};

    /**
     * @param initializes whether {@code _initialize} runs before
     * @param document the call
     * @param replyLimit the most bytes that the reply may have
     */
    ReactorCall(CallScope scope, boolean initializes, byte[] document, long replyLimit) {
        this.scope = scope;
        this.initializes = initializes;
        this.document = document;
        this.replyLimit = replyLimit;
    }

    @Override
    public void enter(RunningGuest guest) {
        if (initializes) {
            guest.call(ConnectorStyle.INITIALIZE);
        }
        scope.fuel().charge(HostPrice.REACTOR.units(document.length));
        int address = (int) guest.call(ConnectorStyle.ALLOC, document.length);
        GuestMemory memory = guest.memory(ConnectorStyle.ALLOC);
        if (address == 0) {
            throw scope.end(new Termination.BadPointer(ConnectorStyle.ALLOC, 0, document.length, memory.sizeBytes()));
        }
        memory.write(address, document);
        long place = guest.call(ConnectorStyle.CALL, Integer.toUnsignedLong(address), document.length);
        reply = read(guest.memory(ConnectorStyle.CALL), (int) (place >>> Integer.SIZE), (int) place);
    }

    private byte[] read(GuestMemory memory, int address, int length) {
        memory.requireRange(address, length);
        long bytes = Integer.toUnsignedLong(length);
        scope.fuel().charge(HostPrice.REACTOR.unitsForBytes(bytes));
        if (bytes > replyLimit) {
            throw scope.end(new Termination.LimitReached(LimitName.STDOUT, replyLimit, bytes));
        }
        scope.memory().hold(CallMemory.Use.STDOUT, bytes);
        return memory.read(address, length);
    }

    /** The guest's reply; empty if it ended before. */
    byte[] reply() {
        return reply;
    }
}
