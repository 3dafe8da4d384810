package dev.airlock.runtime.install;

/** What a source gave has another digest, or another size, than the source itself says that it has. */
public final class WrongBytesException extends SourceException {
    private static final long serialVersionUID = 1L;

    private final String what;
    private final String expected;
    private final String actual;

    /**
     * @param what which bytes, such as {@code the archive of github://acme/slack@1.2.0}
     * @param expected the digest or size that they should have
     * @param actual the one that they have
     */
    public WrongBytesException(String what, String expected, String actual) {
        super(what + " does not match its source: it should be " + expected + ", but is " + actual + ".");
        this.what = what;
        this.expected = expected;
        this.actual = actual;
    }

    /** Which bytes. */
    public String what() {
        return what;
    }

    /** What they should have come to. */
    public String expected() {
        return expected;
    }

    /** What they come to. */
    public String actual() {
        return actual;
    }
}
