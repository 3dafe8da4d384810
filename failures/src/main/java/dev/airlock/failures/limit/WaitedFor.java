package dev.airlock.failures.limit;

import java.util.Arrays;
import java.util.Optional;

/** The things that a call waits for within Airlock, as named in {@code details.waited}. */
public enum WaitedFor {
    /** The connector's state, while another process has the lock. */
    STATE_OF_ANOTHER_PROCESS(
            "state_locked",
            "for its state, which another process locks",
            "Make the call again when that process has released the state."),
    /** The connector's state, while other calls of this process use it. */
    STATE_OF_OTHER_CALLS(
            "state_in_use",
            "for its state, which other calls use",
            "Make the call again when fewer calls use their state."),
    /** Memory, while other calls hold it. */
    MEMORY("memory", "for memory, which other calls hold", "Make the call again when fewer calls run."),
    /** A permit for an exchange with a host. */
    EXCHANGE(
            "exchange",
            "for other exchanges with the same host to end",
            "Make the call again when fewer calls use that host."),
    /** The end of another call with the same key. */
    CALL_WITH_THE_SAME_KEY(
            "same_key",
            "for a call with the same key to end",
            "Call again later under the same key, to get the outcome of that call.");

    private final String wireName;
    private final String phrase;
    private final String next;

    WaitedFor(String wireName, String phrase, String next) {
        this.wireName = wireName;
        this.phrase = phrase;
        this.next = next;
    }

    /** Returns the name in {@code details.waited}. */
    public String wireName() {
        return wireName;
    }

    /** Returns the wait with that wire name, if there is one. */
    public static Optional<WaitedFor> ofWireName(String wireName) {
        return Arrays.stream(values())
                .filter(wait -> wait.wireName.equals(wireName))
                .findFirst();
    }

    /** Returns the phrase that follows "waited" in a sentence: {@code for memory, which other calls hold}. */
    public String phrase() {
        return phrase;
    }

    /** Returns the action to take, as a sentence. */
    public String next() {
        return next;
    }
}
