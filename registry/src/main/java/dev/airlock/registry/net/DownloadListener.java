package dev.airlock.registry.net;

import java.time.Duration;

/** A listener for the progress of a download or an upload. Called on the thread of the transfer. */
public interface DownloadListener {
    /** A listener that does nothing. */
    DownloadListener NONE = new DownloadListener() {};

    /**
     * Called when more bytes of a body of unknown length were received.
     *
     * @param bytes how many so far
     */
    default void received(long bytes) {}

    /**
     * Called when more bytes were received.
     *
     * @param bytes how many so far
     * @param of how many there will be
     */
    default void received(long bytes, long of) {}

    /**
     * Called when the transfer broke off and is resumed.
     *
     * @param at how many bytes are kept; 0 if it starts again
     */
    default void resumes(long at) {}

    /**
     * Called when the server asks for a pause, after which it is asked again.
     *
     * @param length the length of the pause
     */
    default void waits(Duration length) {}

    /**
     * Called when more bytes were sent.
     *
     * @param bytes how many so far
     * @param of how many there will be
     */
    default void sent(long bytes, long of) {}
}
