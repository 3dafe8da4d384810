package dev.airlock.runtime.files;

import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.time.Sleeper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A lock on a file that lets one thread of one process work at a time. The system frees it if a process dies. The thread that took it must
 * close it.
 */
public final class ProcessLock implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(10);
    private static final Map<Path, ReentrantLock> IN_THIS_PROCESS = new ConcurrentHashMap<>();

    private final ReentrantLock mine;
    private final FileChannel channel;

    /** Another thread or process has the lock. */
    public static final class BusyException extends IOException {
        private static final long serialVersionUID = 1L;

        private final String holder;

        private BusyException(String message, String holder) {
            super(message);
            this.holder = holder;
        }

        private static BusyException heldBy(String holder) {
            return new BusyException(
                    Character.toUpperCase(holder.charAt(0)) + holder.substring(1)
                            + " is using it. Try again in a moment.",
                    holder);
        }

        /** Returns the holder: another thread of this process, or another process. */
        public String holder() {
            return holder;
        }
    }

    private ProcessLock(ReentrantLock mine, FileChannel channel) {
        this.mine = mine;
        this.channel = channel;
    }

    /**
     * Waits for the lock.
     *
     * @param file the file to lock; created, with its folder, if it does not exist
     * @param atMost how long to wait
     * @throws BusyException if the lock is not free in time, or the thread is interrupted
     * @throws IOException if the file cannot be created; like the other message, its message is a sentence without a path
     */
    public static ProcessLock take(Path file, Duration atMost) throws IOException {
        long deadline = Clock.SYSTEM.monotonicNanos() + atMost.toNanos();
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder");
        WholeFile.createFolder(folder);
        Path place = folder.toRealPath().resolve(Objects.requireNonNull(file.getFileName(), "a file has a name"));
        ReentrantLock mine = IN_THIS_PROCESS.computeIfAbsent(place, unseen -> new ReentrantLock());
        boolean taken = false;
        try {
            if (!mine.tryLock(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
                throw BusyException.heldBy("another thread of this process");
            }
            taken = true;
            ProcessLock lock = new ProcessLock(mine, locked(place, deadline));
            taken = false;
            return lock;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BusyException("It was interrupted.", "another thread of this process");
        } finally {
            if (taken) {
                mine.unlock();
            }
        }
    }

    private static FileChannel locked(Path place, long deadline) throws IOException, InterruptedException {
        if (Files.exists(place, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(place.toString()); // a pipe could block forever
        }
        FileChannel channel = FileChannel.open(
                place,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                WholeFile.attributes(place, "rw-------"));
        @Nullable FileLock lock = null;
        try {
            lock = channel.tryLock();
            while (lock == null && Clock.SYSTEM.monotonicNanos() - deadline < 0) {
                Sleeper.sleep(POLL);
                lock = channel.tryLock();
            }
            if (lock == null) {
                throw BusyException.heldBy("another process");
            }
            return channel;
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
    }

    /** Releases the lock. */
    @Override
    public void close() throws IOException {
        try {
            channel.close(); // which frees the lock
        } finally {
            mine.unlock();
        }
    }
}
