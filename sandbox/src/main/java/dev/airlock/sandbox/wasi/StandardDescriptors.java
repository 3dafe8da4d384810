package dev.airlock.sandbox.wasi;

import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.link.Arguments;
import dev.airlock.sandbox.link.GuestMemory;
import dev.airlock.sandbox.metering.HostPrice;

/** The operations on file descriptors 0, 1 and 2, the only ones there are. */
final class StandardDescriptors {
    private static final int STDIN = 0;
    private static final int STDERR = 2;
    private static final int FDSTAT_BYTES = 24;
    private static final int FILESTAT_BYTES = 64;
    private static final int FILESTAT_TYPE_AT = 16;
    private static final byte CHARACTER_DEVICE = 2;
    private static final long RIGHT_FD_READ = 1L << 1;
    private static final long RIGHT_FD_WRITE = 1L << 6;
    private static final long RIGHT_POLL = 1L << 27;

    private final CallScope scope;
    private final StandardStreams streams;

    StandardDescriptors(CallScope scope, StandardStreams streams) {
        this.scope = scope;
        this.streams = streams;
    }

    static boolean isStandard(int descriptor) {
        return descriptor >= STDIN && descriptor <= STDERR;
    }

    long read(GuestMemory memory, Arguments args) {
        if (args.i32(0) != STDIN) {
            return Errno.NOTCAPABLE;
        }
        if (!Iovecs.isCount(args.i32(2))) {
            return Errno.INVAL;
        }
        int total = 0;
        Iovecs iovecs = Iovecs.read(memory, scope, args.i32(1), args.i32(2));
        scope.fuel().charge(HostPrice.WASI_IO.unitsForBytes(iovecs.totalBytes()));
        for (int i = 0; i < iovecs.count() && streams.stdinLeft() > 0; i++) {
            int room = (int) Math.min(Integer.MAX_VALUE, Integer.toUnsignedLong(iovecs.length(i)));
            byte[] taken = streams.readStdin(room);
            memory.write(iovecs.address(i), taken);
            total += taken.length;
        }
        memory.writeInt(args.i32(3), total);
        return Errno.SUCCESS;
    }

    long write(GuestMemory memory, Arguments args) {
        int descriptor = args.i32(0);
        if (descriptor == STDIN) {
            return Errno.NOTCAPABLE;
        }
        if (!Iovecs.isCount(args.i32(2))) {
            return Errno.INVAL;
        }
        Iovecs iovecs = Iovecs.read(memory, scope, args.i32(1), args.i32(2));
        long total = iovecs.totalBytes();
        if (total > Integer.MAX_VALUE) {
            return Errno.INVAL;
        }
        memory.requireRange(args.i32(3), Integer.BYTES);
        scope.fuel().charge(HostPrice.WASI_IO.unitsForBytes(total));
        boolean toStderr = descriptor == STDERR || streams.stdoutIsStderr();
        if (toStderr) {
            streams.admitStderr(total);
        } else {
            streams.admitStdout(total);
        }
        for (int i = 0; i < iovecs.count(); i++) {
            byte[] bytes = memory.read(iovecs.address(i), iovecs.length(i));
            if (toStderr) {
                streams.writeStderr(bytes);
            } else {
                streams.writeStdout(bytes);
            }
        }
        memory.writeInt(args.i32(3), (int) total);
        return Errno.SUCCESS;
    }

    /** A standard stream is a character device; there is no other descriptor. */
    long status(GuestMemory memory, Arguments args) {
        int descriptor = args.i32(0);
        if (!isStandard(descriptor)) {
            return Errno.BADF;
        }
        byte[] fdstat = new byte[FDSTAT_BYTES];
        fdstat[0] = CHARACTER_DEVICE;
        memory.write(args.i32(1), fdstat);
        memory.writeLong(args.i32(1) + 8, (descriptor == STDIN ? RIGHT_FD_READ : RIGHT_FD_WRITE) | RIGHT_POLL);
        return Errno.SUCCESS;
    }

    long fileStatus(GuestMemory memory, Arguments args) {
        byte[] filestat = new byte[FILESTAT_BYTES];
        filestat[FILESTAT_TYPE_AT] = CHARACTER_DEVICE;
        memory.write(args.i32(1), filestat);
        return Errno.SUCCESS;
    }
}
