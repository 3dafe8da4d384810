package dev.airlock.sandbox.engine.memory;

import com.dylibso.chicory.runtime.Memory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The first part of a linear memory, which a guest reads and writes most, in one array, with room to grow: an access is a bounds check and no
 * more. It notes which chunks were written, so that it can begin anew at the price of those. Belongs to one instance at a time.
 */
final class FlatPart {
    /** What lies beyond is in chunks: one array of it would cost too much before it is used. */
    static final int MOST_BYTES = 16 << 20;

    /** The flat part of a memory that has none, or that was given up. */
    static final FlatPart NONE = new FlatPart(new byte[0], new byte[0]);

    /** Numbers in any part of a memory, in the order of bytes that WebAssembly has (section 4.3.1). */
    static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int SHIFT = MemoryImage.CHUNK_SHIFT;
    private static final int CHUNK = MemoryImage.CHUNK_BYTES;

    /** How far the widest write reaches into the chunk after the one that it began in. */
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

    /** By chunk, other than 0 if a write began in it; whoever writes sets it. */
    byte[] written() {
        return written;
    }

    /**
     * One that begins with those chunks, as many as fit.
     *
     * @param pages how many pages it has room for, at least those of the image
     */
    static FlatPart of(byte[][] image, long pages) {
        int bytes = (int) Math.min(MOST_BYTES, pages * Memory.PAGE_SIZE);
        FlatPart part = new FlatPart(new byte[bytes], new byte[bytes / CHUNK]);
        for (int chunk = 0; chunk < Math.min(image.length, part.chunks()); chunk++) {
            if (image[chunk] != MemoryImage.ZERO) {
                part.restore(image, chunk, CHUNK);
            }
        }
        return part;
    }

    /** How many chunks it holds. */
    int chunks() {
        return written.length;
    }

    /** Whether a chunk may have been written. */
    boolean isWritten(int chunk) {
        return written[chunk] != 0 || (chunk > 0 && written[chunk - 1] != 0);
    }

    /** Whether it has room for so many pages, or as many as any has. */
    boolean holds(long pages) {
        return bytes.length >= Math.min(MOST_BYTES, pages * Memory.PAGE_SIZE);
    }

    /** Makes it again what it was at the start. */
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
