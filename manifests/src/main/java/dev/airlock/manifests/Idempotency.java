package dev.airlock.manifests;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;

/** Whether a connector's calls may be repeated, in the manifest's own words. */
public enum Idempotency {
    /** Two calls have the same effect as one. */
    IDEMPOTENT("idempotent"),
    /** No call is ever repeated. */
    NOT_IDEMPOTENT("not_idempotent"),
    /** A call is repeated only if nothing was sent. */
    NOT_IDEMPOTENT_ONCE_SENT("not_idempotent_once_sent");

    private final String word;

    Idempotency(String word) {
        this.word = word;
    }

    /** Returns the word in the manifest. */
    public String word() {
        return word;
    }

    static Parsed<Idempotency> parse(String word) {
        for (Idempotency idempotency : values()) {
            if (idempotency.word.equals(word)) {
                return Parsed.ok(idempotency);
            }
        }
        return Parsed.wrong(
                "default is " + Printable.quoted(word),
                "write \"idempotent\", \"not_idempotent\" or \"not_idempotent_once_sent\"");
    }
}
