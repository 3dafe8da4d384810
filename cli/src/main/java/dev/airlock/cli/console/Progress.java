package dev.airlock.cli.console;

import dev.airlock.sandbox.time.Clock;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;

/**
 * A line on a terminal that shows the present activity and its duration. Without a person at the terminal it draws nothing; long work may
 * report a whole line now and then instead.
 */
public final class Progress implements AutoCloseable {
    private static final long FIRST_MILLIS = 700;
    private static final long EVERY_MILLIS = 200;
    private static final long REPORT_MILLIS = 30_000;
    private static final String CLEAR_LINE = "\r\u001b[2K";

    private final Terminal terminal;
    private final boolean shown;
    private final Timer timer = new Timer("airlock-progress", true);
    private final long start = Clock.SYSTEM.monotonicNanos();
    private volatile String what;
    private boolean drawn;
    private boolean closed;

    private Progress(Terminal terminal, boolean shown, String what) {
        this.terminal = terminal;
        this.shown = shown;
        this.what = what;
    }

    /** Shows the activity, if a person is at the terminal and it is not hidden. */
    public static Progress start(Terminal terminal, boolean hidden, String what) {
        Progress progress = new Progress(terminal, terminal.drawn() && !hidden, what);
        if (progress.shown) {
            progress.timer.schedule(progress.task(progress::draw), FIRST_MILLIS, EVERY_MILLIS);
        }
        return progress;
    }

    /** Does the same, and without a terminal reports the activity on a line of its own every 30 s. */
    public static Progress reporting(Terminal terminal, boolean hidden, String what) {
        Progress progress = start(terminal, hidden, what);
        if (!progress.shown && !hidden) {
            progress.timer.schedule(progress.task(progress::report), REPORT_MILLIS, REPORT_MILLIS);
        }
        return progress;
    }

    /** Shows another activity. */
    public void say(String next) {
        what = next;
    }

    /** Prints something in place of the line, and draws the line again below it. */
    public synchronized void wiped(Runnable print) {
        if (drawn) {
            terminal.err().print(CLEAR_LINE);
            terminal.err().flush();
            drawn = false;
        }
        print.run();
    }

    @Override
    public void close() {
        timer.cancel();
        erase();
    }

    private TimerTask task(Runnable work) {
        return new TimerTask() {
            @Override
            public void run() {
                work.run();
            }
        };
    }

    private synchronized void draw() {
        if (!closed) {
            terminal.err().print(CLEAR_LINE + activity());
            terminal.err().flush();
            drawn = true;
        }
    }

    private synchronized void report() {
        if (!closed) {
            terminal.err().println("airlock: " + activity());
        }
    }

    private String activity() {
        return what + " … " + TimeUnit.NANOSECONDS.toSeconds(Clock.SYSTEM.monotonicNanos() - start) + " s";
    }

    private synchronized void erase() {
        closed = true;
        if (drawn) {
            terminal.err().print(CLEAR_LINE);
            terminal.err().flush();
        }
    }
}
