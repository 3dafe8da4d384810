package dev.airlock.runtime.install.net;

import java.time.Duration;

/** Hears how a download or an upload goes on. Called by the thread that does it. */
public interface DownloadListener {
    /** Hears nothing. */
    DownloadListener NONE = new DownloadListener() {};

    /**
     * More has come of what the server does not say the length of.
     *
     * @param bytes how much so far
     */
    default void received(long bytes) {}

    /**
     * More has come.
     *
     * @param bytes how much so far
     * @param of how much it will be
     */
    default void received(long bytes, long of) {}

    /**
     * It broke off, and is taken up again.
     *
     * @param at how much of it is kept, in bytes; 0 if it is begun anew
     */
    default void resumes(long at) {}

    /**
     * The server asks to be left alone, and is asked again after that time.
     *
     * @param length how long it is
     */
    default void waits(Duration length) {}

    /**
     * More went out.
     *
     * @param bytes how much so far
     * @param of how much it will be
     */
    default void sent(long bytes, long of) {}
}
