package dev.airlock.runtime.install.net;

/** The statuses that a download tells apart (RFC 9110, section 15). */
public final class Status {
    /** The whole. */
    public static final int OK = 200;
    /** The part that was asked for. */
    public static final int PART = 206;
    /** Who asks has to say who that is. */
    public static final int UNAUTHORIZED = 401;
    /** Who asks may not have it. */
    public static final int FORBIDDEN = 403;
    /** Nothing is there. */
    public static final int ABSENT = 404;
    /** There is no such part. */
    public static final int NO_SUCH_PART = 416;

    private Status() {}

    static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }
}
