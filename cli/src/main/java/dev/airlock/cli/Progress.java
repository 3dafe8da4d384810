package dev.airlock.cli;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One line on a terminal that says what is going on and for how long; nothing at all where nobody looks. */
final class Progress implements AutoCloseable {
    private static final long FIRST_MILLIS = 700;
    private static final long EVERY_MILLIS = 200;
    private static final String CLEAR_LINE = "\r\u001b[2K";

    private final Terminal terminal;
    private final boolean shown;
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, work -> {
        Thread thread = new Thread(work, "airlock-progress");
        thread.setDaemon(true);
        return thread;
    });
    private final long start = System.nanoTime();
    private volatile String what;
    private boolean drawn;

    private Progress(Terminal terminal, boolean shown, String what) {
        this.terminal = terminal;
        this.shown = shown;
        this.what = what;
    }

    static Progress start(Terminal terminal, boolean hidden, String what) {
        Progress progress = new Progress(terminal, terminal.interactive() && !hidden, what);
        if (progress.shown) {
            progress.timer.scheduleAtFixedRate(progress::draw, FIRST_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
        return progress;
    }

    void say(String next) {
        what = next;
    }

    @Override
    public void close() {
        timer.shutdownNow();
        erase();
    }

    private synchronized void draw() {
        if (!timer.isShutdown()) {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            terminal.err().print(CLEAR_LINE + what + " … " + seconds + " s");
            terminal.err().flush();
            drawn = true;
        }
    }

    private synchronized void erase() {
        if (drawn) {
            terminal.err().print(CLEAR_LINE);
            terminal.err().flush();
            drawn = false;
        }
    }
}
