package dev.airlock.sandbox.engine.memory;

import com.dylibso.chicory.runtime.Memory;
import java.lang.ref.SoftReference;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The flat parts of one program's memories that no instance uses at the moment, each as at the start. The JVM may take them
 * when it needs their memory. Thread-safe.
 */
public final class FlatParts {
    private static final int MOST_KEPT = 2 * Runtime.getRuntime().availableProcessors();

    private final MemoryImage image;
    private final Queue<SoftReference<FlatPart>> idle = new ArrayBlockingQueue<>(MOST_KEPT);

    /** The flat parts of an image, which are made when they are first asked for. */
    public FlatParts(MemoryImage image) {
        this.image = image;
    }

    /** What every memory begins with. */
    MemoryImage image() {
        return image;
    }

    /**
     * One for a fresh instance.
     *
     * @param wanted how many pages it has room for; it may have room for more, or for {@link FlatPart#MOST_BYTES}
     */
    FlatPart take(long wanted) {
        for (SoftReference<FlatPart> next = idle.poll(); next != null; next = idle.poll()) {
            @Nullable FlatPart part = next.get();
            if (part != null && part.holds(wanted)) {
                return part;
            }
        }
        return FlatPart.of(image.shared(), wanted);
    }

    /**
     * Takes one back from an instance that is gone. What it wrote is erased before anybody else can have it.
     *
     * @param bytes how much memory that instance had
     */
    void giveBack(FlatPart part, long bytes) {
        image.noteGrown(bytes / Memory.PAGE_SIZE);
        part.reset(image.shared());
        idle.offer(new SoftReference<>(part));
    }
}
