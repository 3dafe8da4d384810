package dev.airlock.sandbox.host.net.client;

import dev.airlock.sandbox.host.net.dial.DaemonThreads;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.internal.concurrent.TaskRunner;
import okhttp3.internal.connection.ConnectionListener;

/**
 * The threads of one transport: a timer, and those of the HTTP client for connecting and for reading HTTP/2. The client
 * would share its own across the JVM and let them linger. Its task runner is set through members that are public only
 * in the class file, so that the threads end with the transport.
 */
final class ClientThreads implements AutoCloseable {
    /** The most connections that wait for another exchange. */
    static final int MAX_IDLE_CONNECTIONS = 16;

    /**
     * The time that an idle connection is kept. It is shorter than the idle limits of common servers, so the server has
     * seldom closed a pooled connection.
     */
    private static final long KEEP_ALIVE_SECONDS = 4;

    private final ThreadFactory threads = DaemonThreads.named("airlock-http");
    private final TaskRunner.RealBackend backend = new TaskRunner.RealBackend(this::newThread);
    private final TaskRunner taskRunner = new TaskRunner(backend, TaskRunner.Companion.getLogger());
    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, DaemonThreads.named("airlock-http-timer"));
    private final ConnectionPool pool = new ConnectionPool(
            MAX_IDLE_CONNECTIONS,
            KEEP_ALIVE_SECONDS,
            TimeUnit.SECONDS,
            taskRunner,
            ConnectionListener.Companion.getNONE());
    private volatile boolean outlivesClose;

    ClientThreads() {
        backend.getExecutor().setKeepAliveTime(1, TimeUnit.SECONDS);
        // an exchange that is broken off during the close still submits clean-up of its connection, which is not
        // needed
        backend.getExecutor().setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(1, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    TaskRunner taskRunner() {
        return taskRunner;
    }

    ScheduledThreadPoolExecutor timer() {
        return timer;
    }

    ConnectionPool pool() {
        return pool;
    }

    /** Waits a moment for the threads to end. Those that still run have no socket left to wait for. */
    @Override
    public void close() {
        timer.shutdownNow();
        backend.getExecutor()
                .setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy()); // drop what comes now
        backend.getExecutor().shutdownNow();
        try {
            timer.awaitTermination(1, TimeUnit.SECONDS);
            outlivesClose = !backend.getExecutor().awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            outlivesClose = true;
            Thread.currentThread().interrupt();
        }
    }

    /** A thread that ends after the wait returns its buffers only then. */
    private Thread newThread(Runnable work) {
        return threads.newThread(() -> {
            try {
                work.run();
            } finally {
                if (outlivesClose) {
                    PooledBuffers.overwrite();
                }
            }
        });
    }
}
