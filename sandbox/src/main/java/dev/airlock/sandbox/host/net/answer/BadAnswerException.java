package dev.airlock.sandbox.host.net.answer;

import java.net.ProtocolException;

/** An answer breaks a rule of HTTP that its reader enforces. */
public final class BadAnswerException extends ProtocolException {
    private static final long serialVersionUID = 1L;

    private final String what;

    /** @param what the rule, in words that follow "host: " */
    public BadAnswerException(String what) {
        super(what);
        this.what = what;
    }

    public String what() {
        return what;
    }
}
