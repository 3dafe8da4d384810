package dev.airlock.registry.net;

/** The user's task, so that problems are reported in its words. */
enum TransferPurpose {
    /** To get an archive. */
    DOWNLOAD(
            "The download",
            "get the archive in another way and name the file with --from",
            "Get the archive in another way and name the file with --from."),
    /** To publish an archive. */
    UPLOAD(
            "The upload",
            "publish from a machine that needs no proxy",
            "Run the command again: data that the server already has is not sent again.");

    private final String subject;
    private final String withoutProxy;
    private final String late;

    TransferPurpose(String subject, String withoutProxy, String late) {
        this.subject = subject;
        this.withoutProxy = withoutProxy;
        this.late = late;
    }

    /** Returns the beginning of a sentence about it. */
    String subject() {
        return subject;
    }

    /** Returns the next step if only a proxy reaches the server. */
    String withoutProxy() {
        return withoutProxy;
    }

    /** Returns the next step if the time was too short, as a sentence. */
    String late() {
        return late;
    }
}
