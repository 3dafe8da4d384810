package dev.airlock.runtime.recovery.policy;

/** Who waits for a call. Calls that nobody waits for do not add to the load of a service that has too much of it. */
public enum CallSource {
    /** Somebody waits for the answer: the command, an agent's conversation. */
    FOREGROUND("foreground"),
    /** Nobody does. What a caller of the Java API gets unless it says otherwise. */
    BACKGROUND("background");

    private final String wireName;

    CallSource(String wireName) {
        this.wireName = wireName;
    }

    /** The name in events. */
    public String wireName() {
        return wireName;
    }
}
