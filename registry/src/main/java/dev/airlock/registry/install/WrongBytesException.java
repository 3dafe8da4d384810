package dev.airlock.registry.install;

/** The bytes of a source have another digest or size than the source itself declares. */
public final class WrongBytesException extends SourceException {
    private static final long serialVersionUID = 1L;

    private final String what;
    private final String expected;
    private final String actual;

    /**
     * @param what the bytes, such as {@code the archive of github://acme/slack@1.2.0}
     * @param expected their declared digest or size
     * @param actual their actual one
     */
    public WrongBytesException(String what, String expected, String actual) {
        super(what + " does not match its source: it should be " + expected + ", but is " + actual + ".");
        this.what = what;
        this.expected = expected;
        this.actual = actual;
    }

    /** Returns which bytes. */
    public String what() {
        return what;
    }

    /** Returns their declared digest or size. */
    public String expected() {
        return expected;
    }

    /** Returns their actual digest or size. */
    public String actual() {
        return actual;
    }
}
