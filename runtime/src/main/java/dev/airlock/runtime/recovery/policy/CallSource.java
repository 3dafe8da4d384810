package dev.airlock.runtime.recovery.policy;

/** Says whether a person waits for a call. A call in the background does not add to the load of an overloaded service. */
public enum CallSource {
    /** A person waits for the answer: at the command line or in an agent's conversation. */
    FOREGROUND("foreground"),
    /** No person waits. The default of the Java API. */
    BACKGROUND("background");

    private final String wireName;

    CallSource(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name in events. */
    public String wireName() {
        return wireName;
    }
}
