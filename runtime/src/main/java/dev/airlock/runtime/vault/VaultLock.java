package dev.airlock.runtime.vault;

import dev.airlock.runtime.vault.VaultUnusableException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Lets one thread of one process at a time change a vault, by a lock on a file beside it. The system frees it if a process dies. */
final class VaultLock implements AutoCloseable {
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final Map<Path, ReentrantLock> IN_THIS_PROCESS = new ConcurrentHashMap<>();

    private final ReentrantLock mine;
    private final FileChannel channel;
    private final FileLock lock;

    private VaultLock(ReentrantLock mine, FileChannel channel, FileLock lock) {
        this.mine = mine;
        this.channel = channel;
        this.lock = lock;
    }

    /** Waits for the lock on changes, at most so long. */
    static VaultLock take(VaultFile file, Duration atMost) throws VaultUnusableException {
        return take(file, ".lock", atMost);
    }

    /**
     * Waits for a lock of another name.
     *
     * @param suffix what stands after the vault's name in the name of the lock's file
     */
    static VaultLock take(VaultFile file, String suffix, Duration atMost) throws VaultUnusableException {
        long deadline = System.nanoTime() + atMost.toNanos();
        Path place = place(file, suffix);
        ReentrantLock mine = IN_THIS_PROCESS.computeIfAbsent(place, unseen -> new ReentrantLock());
        try {
            if (!mine.tryLock(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
                throw busy(file, "another thread of this process");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw busy(file, "another thread of this process");
        }
        Optional<VaultLock> taken = Optional.empty();
        try {
            taken = takeFile(place, mine, deadline);
            return taken.orElseThrow(() -> busy(file, "another process"));
        } catch (IOException e) {
            throw unlockable(file, e);
        } finally {
            if (taken.isEmpty()) {
                mine.unlock();
            }
        }
    }

    private static Optional<VaultLock> takeFile(Path place, ReentrantLock mine, long deadline) throws IOException {
        FileChannel channel = FileChannel.open(
                place,
                EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                VaultFile.attributes(place, "rw-------"));
        @Nullable FileLock lock = null;
        try {
            lock = channel.tryLock();
            while (lock == null
                    && System.nanoTime() - deadline < 0
                    && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(POLL_NANOS);
                lock = channel.tryLock();
            }
            return Optional.ofNullable(lock).map(held -> new VaultLock(mine, channel, held));
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
    }

    /** One place for one file, whatever links led to it. */
    private static Path place(VaultFile file, String suffix) throws VaultUnusableException {
        try {
            VaultFile.createFolder(file.folder());
            return file.folder().toRealPath().resolve(file.path().getFileName() + suffix);
        } catch (IOException e) {
            throw unlockable(file, e);
        }
    }

    private static VaultUnusableException unlockable(VaultFile file, IOException e) {
        return new VaultUnusableException(
                "The vault " + file.path() + " cannot be locked. Look at the permissions of its folder.", e);
    }

    @Override
    public void close() throws VaultUnusableException {
        try {
            lock.release();
            channel.close();
        } catch (IOException e) {
            throw new VaultUnusableException("The lock of the vault cannot be given back.", e);
        } finally {
            mine.unlock();
        }
    }

    private static VaultUnusableException busy(VaultFile file, String who) {
        return new VaultUnusableException(
                Reason.BUSY, "The vault " + file.path() + " is being changed by " + who + ". Try again in a moment.");
    }
}
