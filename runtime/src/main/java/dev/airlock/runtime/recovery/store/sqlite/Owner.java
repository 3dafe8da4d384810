package dev.airlock.runtime.recovery.store.sqlite;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process that claimed a key, as {@code PID START}, with its start in seconds since 1970. When the process is gone, so is its call. A
 * process in another PID namespace looks as if it were gone; its call is then in doubt too early, which refuses a repetition and allows
 * none.
 *
 * @param text the stored text
 */
record Owner(String text) {
    /** The process that runs this code. */
    static final Owner THIS_PROCESS = new Owner(describe(ProcessHandle.current()));

    private static final Pattern FORM = Pattern.compile("(\\d{1,18}) (\\d{1,18})");

    /** The tolerance for the start time of a process, which the system counts from its own start. */
    private static final Duration TOLERANCE = Duration.ofSeconds(10);

    /** Returns false if the process has certainly ended. */
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
