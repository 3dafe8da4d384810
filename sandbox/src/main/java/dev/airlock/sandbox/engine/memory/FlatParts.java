package dev.airlock.sandbox.engine.memory;

import com.dylibso.chicory.runtime.Memory;
import java.lang.ref.SoftReference;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The flat parts of one program's memories that no instance uses now, each with its initial content. The JVM may
 * collect them when it needs their memory. Thread-safe.
 */
public final class FlatParts {
    private static final int MOST_KEPT = 2 * Runtime.getRuntime().availableProcessors();

    private final MemoryImage image;
    private final Queue<SoftReference<FlatPart>> idle = new ArrayBlockingQueue<>(MOST_KEPT);

    /** The flat parts of an image, each made at its first use. */
    public FlatParts(MemoryImage image) {
        this.image = image;
    }

    /** The content with which every memory begins. */
    MemoryImage image() {
        return image;
    }

    /**
     * Returns one for a fresh instance.
     *
     * @param pages the pages that it has room for, which are accounted for; at most the largest size
     */
    FlatPart take(long pages) {
        for (int looked = 0; looked < MOST_KEPT; looked++) {
            SoftReference<FlatPart> next = idle.poll();
            if (next == null) {
                break;
            }
            @Nullable FlatPart part = next.get();
            if (part != null && part.has(pages)) {
                return part;
            }
            if (part != null && part.hasMoreThan(pages)) {
                idle.offer(next);
            }
        }
        return FlatPart.of(image.shared(), pages);
    }

    /**
     * Takes one back from an instance that is gone. What it wrote is erased before another instance can have it.
     *
     * @param bytes the memory of that instance, in bytes
     */
    void giveBack(FlatPart part, long bytes) {
        image.noteGrown(bytes / Memory.PAGE_SIZE);
        part.reset(image.shared());
        idle.offer(new SoftReference<>(part));
    }
}
