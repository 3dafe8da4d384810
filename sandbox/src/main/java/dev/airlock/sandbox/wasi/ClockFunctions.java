package dev.airlock.sandbox.wasi;

import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.link.Arguments;
import dev.airlock.sandbox.link.GuestMemory;
import dev.airlock.sandbox.metering.HostPrice;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostInterceptor;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.time.Clock;

/** Reads clocks, and waits on them: {@code poll_oneoff} really sleeps, inside the call's deadline. */
final class ClockFunctions {
    private static final int REALTIME = 0;
    private static final int MONOTONIC = 1;
    private static final int SUBSCRIPTION_BYTES = 48;
    private static final int EVENT_BYTES = 32;
    private static final int EVENT_CLOCK = 0;
    private static final int EVENT_FD_WRITE = 2;
    private static final int FLAG_ABSOLUTE = 1;
    private static final int MAX_SUBSCRIPTIONS = 4096;

    private final CallScope scope;
    private final Clock clock;
    private final StandardStreams streams;
    private final HostInterceptor interceptor;

    ClockFunctions(CallScope scope, Clock clock, StandardStreams streams, HostInterceptor interceptor) {
        this.scope = scope;
        this.clock = clock;
        this.streams = streams;
        this.interceptor = interceptor;
    }

    long resolution(GuestMemory memory, Arguments args) {
        if (!isClock(args.i32(0))) {
            return Errno.INVAL;
        }
        memory.writeLong(args.i32(1), 1);
        return Errno.SUCCESS;
    }

    long time(GuestMemory memory, Arguments args) {
        if (!isClock(args.i32(0))) {
            return Errno.INVAL;
        }
        memory.writeLong(args.i32(2), now(args.i32(0)));
        return Errno.SUCCESS;
    }

    long poll(GuestMemory memory, Arguments args) {
        int in = args.i32(0);
        int out = args.i32(1);
        int count = args.i32(2);
        if (count <= 0 || count > MAX_SUBSCRIPTIONS) {
            return Errno.INVAL;
        }
        memory.requireRange(in, count * SUBSCRIPTION_BYTES);
        memory.requireRange(out, count * EVENT_BYTES);
        memory.requireRange(args.i32(3), Integer.BYTES);
        scope.fuel().charge(HostPrice.WASI_IO.unitsForBytes((long) count * (SUBSCRIPTION_BYTES + EVENT_BYTES)));
        Subscription[] subscriptions = new Subscription[count];
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            subscriptions[i] = read(memory, in + i * SUBSCRIPTION_BYTES);
            shortest = Math.min(shortest, subscriptions[i].waitNanos);
        }
        if (shortest > 0) {
            sleep(shortest);
        }
        memory.writeInt(args.i32(3), writeDue(memory, out, subscriptions, Math.max(0, shortest)));
        return Errno.SUCCESS;
    }

    private static int writeDue(GuestMemory memory, int out, Subscription[] subscriptions, long waited) {
        int due = 0;
        for (Subscription subscription : subscriptions) {
            if (subscription.waitNanos <= waited) {
                byte[] event = new byte[EVENT_BYTES];
                event[8] = (byte) subscription.errno;
                event[10] = (byte) subscription.type;
                int at = out + due++ * EVENT_BYTES;
                memory.write(at, event);
                memory.writeLong(at, subscription.userData);
                memory.writeLong(at + 16, subscription.bytesReady);
            }
        }
        return due;
    }

    private Subscription read(GuestMemory memory, int at) {
        long userData = memory.readLong(at);
        int type = memory.readInt(at + 8) & 0xFF;
        if (type == EVENT_CLOCK) {
            return readClock(memory, at, userData);
        }
        if (type > EVENT_FD_WRITE) {
            return new Subscription(userData, type, 0, Errno.INVAL, 0);
        }
        int descriptor = memory.readInt(at + 16);
        if (!StandardDescriptors.isStandard(descriptor)) {
            return new Subscription(userData, type, 0, Errno.BADF, 0);
        }
        long ready = type == EVENT_FD_WRITE ? Integer.MAX_VALUE : streams.stdinLeft();
        return new Subscription(userData, type, 0, Errno.SUCCESS, ready);
    }

    private Subscription readClock(GuestMemory memory, int at, long userData) {
        int id = memory.readInt(at + 16);
        if (!isClock(id)) {
            return new Subscription(userData, EVENT_CLOCK, 0, Errno.INVAL, 0);
        }
        long timeout = memory.readLong(at + 24);
        boolean absolute = (memory.readInt(at + 40) & FLAG_ABSOLUTE) != 0;
        long wait = timeout < 0 ? Long.MAX_VALUE : timeout;
        if (absolute) {
            wait = Math.max(0, wait - now(id));
        }
        return new Subscription(userData, EVENT_CLOCK, wait, Errno.SUCCESS, 0);
    }

    private static boolean isClock(int id) {
        return id == REALTIME || id == MONOTONIC;
    }

    private long now(int id) {
        boolean real = id == REALTIME;
        return interceptor
                .answer(
                        scope,
                        () -> new HostQuery.Time(real ? HostQuery.Clock.REALTIME : HostQuery.Clock.MONOTONIC),
                        HostAnswer.Whole.class,
                        () -> new HostAnswer.Whole(real ? clock.realtimeNanos() : clock.monotonicNanos()))
                .value();
    }

    private void sleep(long nanos) {
        interceptor.answer(scope, () -> new HostQuery.Sleep(nanos), HostAnswer.Done.class, () -> {
            scope.sleep(nanos);
            return new HostAnswer.Done();
        });
    }

    private record Subscription(long userData, int type, long waitNanos, long errno, long bytesReady) {}
}
