package dev.airlock.registry.net;

/** The statuses that matter to downloads and uploads (RFC 9110, section 15). */
public final class Status {
    /** The whole content. */
    public static final int OK = 200;
    /** The requested part. */
    public static final int PART = 206;
    /** The client has to authenticate. */
    public static final int UNAUTHORIZED = 401;
    /** The client may not have it. */
    public static final int FORBIDDEN = 403;
    /** An upload has begun. */
    public static final int ACCEPTED = 202;
    /** The content is stored. */
    public static final int CREATED = 201;
    /** Nothing is there. */
    public static final int ABSENT = 404;
    /** The method is not supported for it. */
    public static final int NO_SUCH_METHOD = 405;
    /** The content is larger than accepted. */
    public static final int TOO_LARGE = 413;
    /** There is no such part. */
    public static final int NO_SUCH_PART = 416;

    static final int UNAVAILABLE = 503;
    private static final int SERVER_ERRORS = 500;

    private Status() {}

    /** Returns whether the request succeeded. */
    public static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }

    /** Returns whether the server cannot say if it did. */
    public static boolean isServerError(int status) {
        return status >= SERVER_ERRORS;
    }

    /** Returns whether the server redirects. */
    public static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }
}
