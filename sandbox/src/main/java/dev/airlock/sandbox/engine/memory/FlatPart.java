package dev.airlock.sandbox.engine.memory;

import com.dylibso.chicory.runtime.Memory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The first part of a linear memory, which a guest reads and writes most, in one array with room to grow: an access
 * costs only a bounds check. It records which chunks were written, so that a reset costs only those. Belongs to one
 * instance at a time.
 */
final class FlatPart {
    /** The largest size. Memory beyond it is in chunks, since one array would cost too much before it is used. */
    static final int MOST_BYTES = 16 << 20;

    /** The pages of the largest size. */
    static final long MOST_PAGES = MOST_BYTES / Memory.PAGE_SIZE;

    /** The flat part of a memory without one, or of one that was released. */
    static final FlatPart NONE = new FlatPart(new byte[0], new byte[0]);

    /** Views for numbers in any part of a memory, in WebAssembly's byte order (section 4.3.1). */
    static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int SHIFT = MemoryImage.CHUNK_SHIFT;
    private static final int CHUNK = MemoryImage.CHUNK_BYTES;

    /** How far the widest write reaches into the chunk after the one in which it began. */
    private static final int REACH = Long.BYTES - 1;

    private final byte[] bytes;
    private final byte[] written;

    private FlatPart(byte[] bytes, byte[] written) {
        this.bytes = bytes;
        this.written = written;
    }

    /** The memory's first bytes, a whole number of chunks. */
    byte[] bytes() {
        return bytes;
    }

    /** For each chunk, nonzero if a write began in it; the writer sets it. */
    byte[] written() {
        return written;
    }

    /**
     * Returns a part that begins with those chunks, as many as fit.
     *
     * @param pages the pages that it has room for, at least those of the image
     */
    static FlatPart of(byte[][] image, long pages) {
        FlatPart part = new FlatPart(new byte[bytes(pages)], new byte[bytes(pages) / CHUNK]);
        for (int chunk = 0; chunk < Math.min(image.length, part.chunks()); chunk++) {
            if (image[chunk] != MemoryImage.ZERO) {
                part.restore(image, chunk, CHUNK);
            }
        }
        return part;
    }

    /** The number of its chunks. */
    int chunks() {
        return written.length;
    }

    /** Whether a chunk may have been written. */
    boolean isWritten(int chunk) {
        return written[chunk] != 0 || (chunk > 0 && written[chunk - 1] != 0);
    }

    /** Whether it has room for exactly that many pages, or has the largest size. */
    boolean has(long pages) {
        return bytes.length == bytes(pages);
    }

    /** Whether it has room for more than that many pages. */
    boolean hasMoreThan(long pages) {
        return bytes.length > bytes(pages);
    }

    private static int bytes(long pages) {
        return (int) Math.min(MOST_BYTES, pages * Memory.PAGE_SIZE);
    }

    /** Resets it to its content at the start. */
    void reset(byte[][] image) {
        for (int chunk = 0; chunk < written.length; chunk++) {
            if (written[chunk] != 0) {
                written[chunk] = 0;
                restore(image, chunk, CHUNK);
                if (chunk + 1 < written.length) {
                    restore(image, chunk + 1, REACH);
                }
            }
        }
    }

    private void restore(byte[][] image, int chunk, int length) {
        byte[] initial = chunk < image.length ? image[chunk] : MemoryImage.ZERO;
        System.arraycopy(initial, 0, bytes, chunk << SHIFT, length);
    }
}
