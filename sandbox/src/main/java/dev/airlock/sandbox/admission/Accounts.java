package dev.airlock.sandbox.admission;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;

/**
 * The accounts of a budget: who holds how much, and who may have more. Guarded by the budget's lock.
 *
 * <p>A call may have more only if each older call can still get everything that it was promised once those before it
 * are over. So the oldest makes progress whatever the others do, then the next: calls cannot wait for one another for
 * ever. Loads and compilations return what they hold without anyone's help, so for them only the room counts.
 *
 * <p>No connector holds more than half of the budget, unless its oldest call needs it.
 */
final class Accounts {
    private final long totalBytes;
    private final List<HeldMemory> calls = new ArrayList<>();
    private final Map<String, Long> heldByConnector = new HashMap<>();
    private long heldBytes;
    private long residentBytes;
    private long pendingBytes;

    Accounts(long totalBytes) {
        this.totalBytes = totalBytes;
    }

    long totalBytes() {
        return totalBytes;
    }

    /** The bytes that calls and loads hold. */
    long heldBytes() {
        return heldBytes;
    }

    /** The bytes of everything that stays loaded. */
    long residentBytes() {
        return residentBytes;
    }

    /** The most that one call is promised: more than half, and not so much that no other call could begin beside it. */
    long mostPromised() {
        return totalBytes / 4 * 3;
    }

    /** The running calls, oldest first. */
    List<HeldMemory> calls() {
        return calls;
    }

    /** Whether there is room for that many bytes. */
    boolean fits(long bytes) {
        return heldBytes + residentBytes + bytes <= totalBytes;
    }

    /** Whether there could ever be room for that many bytes while their user holds that much. */
    boolean couldFit(long holds, long bytes) {
        return holds + residentBytes + bytes <= totalBytes;
    }

    /** Whether only pending work holds memory and makes progress: calls that wait for memory do not. */
    boolean onlyPendingGoesOn() {
        long waiting = calls.stream()
                .filter(HeldMemory::isWaiting)
                .mapToLong(HeldMemory::heldBytes)
                .sum();
        return heldBytes - waiting <= pendingBytes;
    }

    /** Whether a connector may begin something that holds that much. */
    boolean mayBegin(String connector, long bytes) {
        long held = heldByConnector.getOrDefault(connector, 0L);
        return held == 0 || held + bytes <= totalBytes / 2;
    }

    /** Whether a connector, and all together, hold at most half of what they may after taking that much more. */
    boolean hasPlenty(String connector, long bytes) {
        return heldByConnector.getOrDefault(connector, 0L) + bytes <= totalBytes / 4
                && heldBytes + residentBytes + bytes <= totalBytes / 2;
    }

    /** Whether a call's connector may give it that much more. */
    boolean mayGrow(HeldMemory call, long bytes) {
        return isOldestOfItsConnector(call) || mayBegin(call.connector(), bytes);
    }

    private boolean isOldestOfItsConnector(HeldMemory call) {
        for (HeldMemory other : calls) {
            if (other.connector().equals(call.connector())) {
                return other == call;
            }
        }
        return true;
    }

    /** Whether every running call still gets what it is promised if a younger one begins with that much. */
    boolean keepsPromises(long bytes) {
        return keepsPromises(calls.size(), bytes);
    }

    /** Whether every older call still gets what it is promised if this one has that much more. */
    boolean keepsPromises(HeldMemory call, long bytes) {
        return keepsPromises(calls.indexOf(call), bytes);
    }

    private boolean keepsPromises(int place, long bytes) {
        long younger = residentBytes + pendingBytes;
        for (ListIterator<HeldMemory> back = calls.listIterator(calls.size()); back.hasPrevious(); ) {
            boolean isOlder = back.previousIndex() < place;
            HeldMemory call = back.previous();
            if (isOlder && younger + bytes + Math.max(call.promisedBytes(), call.heldBytes()) > totalBytes) {
                return false;
            }
            younger += call.heldBytes();
        }
        return true;
    }

    void begin(HeldMemory call) {
        calls.add(call);
    }

    /** Ends a call. Returns whether it had begun and was not over before. */
    boolean end(HeldMemory call) {
        return calls.remove(call);
    }

    void hold(String connector, long bytes) {
        heldBytes += bytes;
        heldByConnector.merge(connector, bytes, Long::sum);
    }

    void giveBack(String connector, long bytes) {
        heldBytes -= bytes;
        lessOfItsShare(connector, bytes);
    }

    /** Makes what a connector holds pending from now on, so that it does not count as the connector's share. */
    void pend(String connector, long bytes) {
        pendingBytes += bytes;
        lessOfItsShare(connector, bytes);
    }

    void noLongerPending(long bytes) {
        pendingBytes -= bytes;
        heldBytes -= bytes;
    }

    void stay(long bytes) {
        residentBytes += bytes;
    }

    private void lessOfItsShare(String connector, long bytes) {
        heldByConnector.computeIfPresent(connector, (name, held) -> held == bytes ? null : held - bytes);
    }
}
