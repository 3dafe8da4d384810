package dev.airlock.sandbox.admission;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;

/**
 * Who holds how much of a budget, and who may have more. Belongs to whoever holds the budget's lock.
 *
 * <p>A call may have more only if each call that is older can still get all that it was promised once those before it are over. So the
 * oldest gets on whatever the others do, then the next one: no number of calls can wait for one another for ever. What a load
 * or a compilation holds comes back without anybody's help, so it is asked only whether there is room for it.
 *
 * <p>No connector holds more than half of the budget, unless that is its oldest call's doing.
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

    /** What calls and loads hold. */
    long heldBytes() {
        return heldBytes;
    }

    /** What stays loaded holds. */
    long residentBytes() {
        return residentBytes;
    }

    /** The most that one call is promised: more than half, and not so much that no other call could begin beside it. */
    long mostPromised() {
        return totalBytes / 4 * 3;
    }

    /** The calls that run, the oldest first. */
    List<HeldMemory> calls() {
        return calls;
    }

    /** Whether there is room. */
    boolean fits(long bytes) {
        return heldBytes + residentBytes + bytes <= totalBytes;
    }

    /** Whether there could be room for so much, however long somebody who holds so much waits. */
    boolean couldFit(long holds, long bytes) {
        return holds + residentBytes + bytes <= totalBytes;
    }

    /** Whether nothing but what is pending holds memory and goes on: calls that wait for memory do not. */
    boolean onlyPendingGoesOn() {
        long waiting = calls.stream()
                .filter(HeldMemory::isWaiting)
                .mapToLong(HeldMemory::heldBytes)
                .sum();
        return heldBytes - waiting <= pendingBytes;
    }

    /** Whether a connector may begin something that holds so much. */
    boolean mayBegin(String connector, long bytes) {
        long held = heldByConnector.getOrDefault(connector, 0L);
        return held == 0 || held + bytes <= totalBytes / 2;
    }

    /** Whether a connector, and all together, hold at most half of what they may if it has so much more. */
    boolean hasPlenty(String connector, long bytes) {
        return heldByConnector.getOrDefault(connector, 0L) + bytes <= totalBytes / 4
                && heldBytes + residentBytes + bytes <= totalBytes / 2;
    }

    /** Whether a call's connector lets it have so much more. */
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

    /** Whether every call that runs still gets what it is promised if a younger one begins with so much. */
    boolean keepsPromises(long bytes) {
        return keepsPromises(calls.size(), bytes);
    }

    /** Whether every older call still gets what it is promised if that one has so much more. */
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

    /** A call is over; whether it had begun, and was not over before. */
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

    /** What a connector holds is pending from now on, and does not count as its share. */
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
