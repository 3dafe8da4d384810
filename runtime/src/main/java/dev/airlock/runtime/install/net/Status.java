package dev.airlock.runtime.install.net;

/** The statuses that downloads and uploads tell apart (RFC 9110, section 15). */
public final class Status {
    /** The whole. */
    public static final int OK = 200;
    /** The part that was asked for. */
    public static final int PART = 206;
    /** Who asks has to say who that is. */
    public static final int UNAUTHORIZED = 401;
    /** Who asks may not have it. */
    public static final int FORBIDDEN = 403;
    /** An upload has begun. */
    public static final int ACCEPTED = 202;
    /** It is kept. */
    public static final int CREATED = 201;
    /** Nothing is there. */
    public static final int ABSENT = 404;
    /** What is there cannot be asked for in this way. */
    public static final int NO_SUCH_METHOD = 405;
    /** It is more than is taken. */
    public static final int TOO_LARGE = 413;
    /** There is no such part. */
    public static final int NO_SUCH_PART = 416;

    static final int UNAVAILABLE = 503;
    private static final int SERVER_ERRORS = 500;

    private Status() {}

    /** Whether the server did what it was asked to. */
    public static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }

    /** Whether it cannot say whether it did. */
    public static boolean isServerError(int status) {
        return status >= SERVER_ERRORS;
    }

    /** Whether it sends elsewhere. */
    public static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }
}
