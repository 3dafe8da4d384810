package dev.airlock.upstreams.wire;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Listeners on 127.0.0.1 that hand each HTTP request to one handler. Closing the server ends every wait, socket and thread. */
public final class WireServer implements AutoCloseable {
    private static final AtomicInteger SERVERS = new AtomicInteger();
    private static final int BACKLOG = 512;
    private static final int CLOSE_SECONDS = 5;

    private final WireHandler handler;
    private final Consumer<String> notes;
    private final ExecutorService threads;
    private final String name = "airlock-upstream-" + SERVERS.incrementAndGet() + "-";
    private final AtomicInteger threadCount = new AtomicInteger();
    private final Set<Thread> started = ConcurrentHashMap.newKeySet();
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);

    /**
     * A server without listeners.
     *
     * @param handler answers the requests
     * @param notes receives a line about each connection that failed in a way that the handler does not see
     */
    public WireServer(WireHandler handler, Consumer<String> notes) {
        this.handler = handler;
        this.notes = notes;
        this.threads = Executors.newCachedThreadPool(this::thread);
    }

    /** Opens a listener on a port that the system chooses. */
    public InetSocketAddress listen(Greeting greeting) throws IOException {
        ServerSocket listener = new ServerSocket(0, BACKLOG, loopback());
        keep(listener);
        threads.execute(() -> accept(listener, greeting));
        return new InetSocketAddress(loopback(), listener.getLocalPort());
    }

    /** Reserves a port and never listens on it, so that connections to it are refused and no other process can take it. */
    public InetSocketAddress refuse() throws IOException {
        Socket holder = new Socket();
        keep(holder);
        holder.bind(new InetSocketAddress(loopback(), 0));
        return new InetSocketAddress(loopback(), holder.getLocalPort());
    }

    /** Waits for that time. Returns false if the server closes before it has passed. */
    public boolean pause(Duration time) {
        try {
            return !closed.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns the number of open listeners and connections. */
    public int openSockets() {
        return open.size();
    }

    /** Ends everything. Returns when the last thread has ended, or after 5 s with a note that one has not. */
    @Override
    public void close() {
        closed.countDown();
        threads.shutdownNow();
        open.forEach(this::release);
        try {
            boolean ended = threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
            for (Thread thread : started) {
                thread.join(ended ? 0 : 1);
            }
            if (!ended) {
                notes.accept("a thread of the upstream did not end within " + CLOSE_SECONDS + " s of its close");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void keep(Closeable socket) {
        open.add(socket);
        if (closed.getCount() == 0) {
            release(socket);
        }
    }

    void release(Closeable socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            notes.accept("a socket could not be closed: " + e.getMessage());
        }
    }

    /** Runs one exchange on its own thread. */
    void start(Runnable exchange) {
        try {
            threads.execute(exchange);
        } catch (RejectedExecutionException e) {
            note("an exchange was refused: " + e.getMessage());
        }
    }

    /** Passes an exchange to the handler. */
    void handle(WireExchange exchange) throws IOException {
        try {
            handler.handle(exchange);
        } catch (RuntimeException e) {
            notes.accept("the upstream itself failed: " + e);
            exchange.resetConnection();
            throw new IOException("the handler failed", e);
        }
    }

    void note(String text) {
        if (closed.getCount() > 0) {
            notes.accept(text);
        }
    }

    /** Returns a thread that close() can join. The pool counts a thread as ended a moment before it has ended. */
    private Thread thread(Runnable task) {
        started.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        Thread thread = new Thread(task, name + threadCount.incrementAndGet());
        thread.setDaemon(true);
        started.add(thread);
        return thread;
    }

    private void accept(ServerSocket listener, Greeting greeting) {
        while (closed.getCount() > 0) {
            try {
                Socket socket = listener.accept();
                keep(socket);
                start(() -> new WireConnection(this, socket).serve(greeting));
            } catch (IOException e) {
                note("a listener ended: " + e.getMessage());
                return;
            }
        }
    }

    private static InetAddress loopback() {
        try {
            return InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
