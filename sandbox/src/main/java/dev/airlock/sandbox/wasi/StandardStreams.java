package dev.airlock.sandbox.wasi;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.admission.CallDemand;
import dev.airlock.sandbox.call.CallMemory;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Standard input, output and error of one call, each within its limit. Belongs to the call's own thread. */
public final class StandardStreams {
    /** How much of standard error is kept from its start, in bytes. */
    public static final int STDERR_KEPT = 256 << 10;

    private static final int STDERR_TAIL = 2 << 10;
    private static final String DROPPED_MARK = "\n[more was written to standard error and is not kept]\n";

    private final CallScope scope;
    private byte[] stdin;
    private final long stdoutLimit;
    private final long stderrLimit;
    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    /** Empty until the guest writes to standard error, which few calls do. */
    private byte[] stderrTail = {};

    private int stdinRead;
    private long stdoutWritten;
    private long stderrWritten;
    private boolean stdoutIsStderr;

    /**
     * @param stdin the guest's whole input
     * @param stdoutLimit bytes that may be written to standard output
     * @param stderrLimit bytes that may be written to standard error, most of which are dropped
     */
    public StandardStreams(CallScope scope, byte[] stdin, long stdoutLimit, long stderrLimit) {
        this.scope = scope;
        this.stdin = stdin;
        this.stdoutLimit = stdoutLimit;
        this.stderrLimit = stderrLimit;
    }

    /** Replaces the guest's input, before the guest reads anything. */
    public void provideStdin(byte[] bytes) {
        stdin = bytes;
    }

    /** Sends standard output to standard error, for a guest that replies in another way. */
    public void mergeStdoutIntoStderr() {
        stdoutIsStderr = true;
    }

    boolean stdoutIsStderr() {
        return stdoutIsStderr;
    }

    /** The number of bytes that were written to standard output. */
    public int stdoutSize() {
        return stdout.size();
    }

    /** The bytes that were written to standard output. */
    public byte[] stdout() {
        return stdout.toByteArray();
    }

    /** The part of standard error that was kept, with a mark if the rest is missing. */
    public String stderr() {
        String kept = stderr.toString(StandardCharsets.UTF_8);
        return stderrWritten > STDERR_KEPT ? kept + DROPPED_MARK : kept;
    }

    /** The last bytes that were written to standard error, as text that starts with a whole character. */
    public String stderrEnd() {
        byte[] end = tail();
        int start = 0;
        while (stderrWritten > end.length && start < end.length && isContinuation(end[start])) {
            start++;
        }
        return new String(end, start, end.length - start, StandardCharsets.UTF_8);
    }

    private static boolean isContinuation(byte b) {
        return (b & 0xC0) == 0x80;
    }

    /** Takes up to that many bytes of standard input; none at its end. */
    byte[] readStdin(int atMost) {
        int count = Math.min(atMost, stdin.length - stdinRead);
        byte[] taken = Arrays.copyOfRange(stdin, stdinRead, stdinRead + count);
        stdinRead += count;
        return taken;
    }

    /** The number of bytes of standard input that are left. */
    int stdinLeft() {
        return stdin.length - stdinRead;
    }

    /** Makes room for that many bytes of standard output before they are copied. */
    void admitStdout(long bytes) {
        stdoutWritten += bytes;
        if (stdoutWritten > stdoutLimit) {
            throw scope.end(new Termination.LimitReached(LimitName.STDOUT, stdoutLimit, stdoutWritten));
        }
        scope.memory().hold(CallMemory.Use.STDOUT, CallDemand.growing(stdoutWritten));
    }

    /** Makes room for that many bytes of standard error before they are copied. */
    void admitStderr(long bytes) {
        if (stderrWritten + bytes > stderrLimit) {
            throw scope.end(new Termination.LimitReached(LimitName.STDERR, stderrLimit, stderrWritten + bytes));
        }
        scope.memory().hold(CallMemory.Use.STDERR, CallDemand.growing(Math.min(STDERR_KEPT, stderrWritten + bytes)));
    }

    void writeStdout(byte[] bytes) {
        stdout.writeBytes(bytes);
    }

    void writeStderr(byte[] bytes) {
        int room = (int) Math.max(0, Math.min(bytes.length, STDERR_KEPT - stderrWritten));
        stderr.write(bytes, 0, room);
        keepTail(bytes);
        stderrWritten += bytes.length;
    }

    /** Byte n of standard error is at index n modulo the tail's size, so that a short write costs little. */
    private void keepTail(byte[] bytes) {
        if (stderrTail.length == 0) {
            stderrTail = new byte[STDERR_TAIL];
        }
        int from = Math.max(0, bytes.length - STDERR_TAIL);
        while (from < bytes.length) {
            int at = (int) ((stderrWritten + from) % STDERR_TAIL);
            int count = Math.min(bytes.length - from, STDERR_TAIL - at);
            System.arraycopy(bytes, from, stderrTail, at, count);
            from += count;
        }
    }

    private byte[] tail() {
        int length = (int) Math.min(stderrWritten, STDERR_TAIL);
        byte[] end = new byte[length];
        for (int i = 0; i < length; i++) {
            end[i] = stderrTail[(int) ((stderrWritten - length + i) % STDERR_TAIL)];
        }
        return end;
    }
}
