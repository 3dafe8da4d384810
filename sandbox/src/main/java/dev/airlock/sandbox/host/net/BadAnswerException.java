package dev.airlock.sandbox.host.net;

import java.net.ProtocolException;

/** An answer breaks a rule of HTTP that its reader enforces. */
final class BadAnswerException extends ProtocolException {
    private static final long serialVersionUID = 1L;

    private final String what;

    /** @param what the rule, in words that follow "host: " */
    BadAnswerException(String what) {
        super(what);
        this.what = what;
    }

    String what() {
        return what;
    }
}
