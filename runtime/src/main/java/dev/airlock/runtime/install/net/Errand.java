package dev.airlock.runtime.install.net;

/** What a person wants of a server, so that what went wrong is said in the words of that. */
enum Errand {
    /** To get an archive. */
    DOWNLOAD(
            "The download",
            "get the archive in another way and name the file with --from",
            "Get the archive in another way and name the file with --from."),
    /** To have one kept. */
    UPLOAD(
            "The upload",
            "publish from a machine that needs no proxy",
            "Run the command again: data that the server already has is not sent again.");

    private final String subject;
    private final String withoutProxy;
    private final String late;

    Errand(String subject, String withoutProxy, String late) {
        this.subject = subject;
        this.withoutProxy = withoutProxy;
        this.late = late;
    }

    /** Begins a sentence about it. */
    String subject() {
        return subject;
    }

    /** What to do where only a proxy reaches the server. */
    String withoutProxy() {
        return withoutProxy;
    }

    /** What to do where there is not enough time for it, as a sentence. */
    String late() {
        return late;
    }
}
