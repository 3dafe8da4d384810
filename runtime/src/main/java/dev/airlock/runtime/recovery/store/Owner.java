package dev.airlock.runtime.recovery.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process that claimed a key, as {@code PID START}, with its start in seconds since 1970. When it is gone, so is the call
 * that it made. A process that another one's number space hides looks as if it were gone: then its call is in doubt too soon,
 * which refuses a repetition and allows none.
 *
 * @param text as it is kept
 */
record Owner(String text) {
    /** Whoever runs this code. */
    static final Owner THIS_PROCESS = new Owner(describe(ProcessHandle.current()));

    private static final Pattern FORM = Pattern.compile("(\\d{1,18}) (\\d{1,18})");

    /** So much the start of a process may differ from one look to the next: the system counts it from its own start. */
    private static final Duration TOLERANCE = Duration.ofSeconds(10);

    /** False if the process has certainly ended. */
    boolean mayLive() {
        if (this.equals(THIS_PROCESS)) {
            return true;
        }
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return true;
        }
        Optional<ProcessHandle> found =
                ProcessHandle.of(Long.parseLong(parts.group(1))).filter(ProcessHandle::isAlive);
        Instant started = Instant.ofEpochSecond(Long.parseLong(parts.group(2)));
        return found.isPresent()
                && found.get()
                        .info()
                        .startInstant()
                        .map(start -> Duration.between(started, start).abs().compareTo(TOLERANCE) <= 0)
                        .orElse(true);
    }

    private static String describe(ProcessHandle process) {
        return process.info()
                .startInstant()
                .map(start -> process.pid() + " " + start.getEpochSecond())
                .orElse("unknown");
    }
}
