package dev.airlock.sandbox.host;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.admission.CallDemand;
import dev.airlock.sandbox.call.CallMemory;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.link.Arguments;
import dev.airlock.sandbox.link.GuestMemory;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostInterceptor;
import dev.airlock.sandbox.recording.HostQuery;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The log of a guest in one call. A line over 4 KiB is cut with a mark; bytes that are not UTF-8 are replaced; too many
 * lines or bytes end the call. Belongs to the call's own thread.
 */
final class GuestLog {
    private static final String CUT = "… [cut]";
    private static final int LONGEST_LEVEL = 16;

    private final CallScope scope;
    private final long mostLines;
    private final long mostBytes;
    private final Consumer<GuestLogLine> listener;
    private final HostInterceptor interceptor;
    private final List<GuestLogLine> lines = new ArrayList<>();
    private long bytes;

    GuestLog(CallScope scope, Limits limits, Consumer<GuestLogLine> listener, HostInterceptor interceptor) {
        this.scope = scope;
        this.mostLines = limits.get(LimitName.LOG);
        this.mostBytes = limits.get(LimitName.LOG_BYTES);
        this.listener = listener;
        this.interceptor = interceptor;
    }

    /** {@code log(level_ptr, level_len, msg_ptr, msg_len)}. */
    long log(GuestMemory memory, Arguments arguments) {
        Span level = Span.in(memory, arguments.i32(0), arguments.i32(1));
        Span message = Span.in(memory, arguments.i32(2), arguments.i32(3));
        byte[] kept = message.readAtMost(Limits.LOG_LINE);
        boolean whole = kept.length == message.length();
        count(kept.length);
        GuestLogLine line = new GuestLogLine(
                LogLevel.of(text(level.readAtMost(LONGEST_LEVEL + 1))),
                whole ? text(kept) : text(withoutTornEnd(kept)) + CUT);
        lines.add(line);
        listener.accept(line);
        interceptor.answer(
                scope,
                () -> new HostQuery.Log(line.level().word(), line.message()),
                HostAnswer.Done.class,
                HostAnswer.Done::new);
        return 0;
    }

    List<GuestLogLine> lines() {
        return List.copyOf(lines);
    }

    private void count(int more) {
        if (lines.size() >= mostLines) {
            throw scope.end(new Termination.LimitReached(LimitName.LOG, mostLines, lines.size() + 1L));
        }
        bytes += more;
        if (bytes > mostBytes) {
            throw scope.end(new Termination.LimitReached(LimitName.LOG_BYTES, mostBytes, bytes));
        }
        scope.memory().hold(CallMemory.Use.LOG, CallDemand.log(lines.size() + 1L, bytes));
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    /** Removes the beginning of a character whose rest was cut. */
    private static byte[] withoutTornEnd(byte[] utf8) {
        int lead = utf8.length - 1;
        while (lead > utf8.length - 4 && lead > 0 && (utf8[lead] & 0xc0) == 0x80) {
            lead--;
        }
        int first = utf8[lead] & 0xff;
        int needed = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
        return lead + needed > utf8.length ? Arrays.copyOf(utf8, lead) : utf8;
    }
}
