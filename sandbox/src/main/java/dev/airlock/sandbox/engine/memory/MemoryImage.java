package dev.airlock.sandbox.engine.memory;

import com.dylibso.chicory.runtime.Memory;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The content of a memory before a connector's first instruction, data segments included, and how far such memories
 * have grown so far: the next one is likely to grow as far. Instances share it, and its content is never written.
 * Thread-safe.
 */
public final class MemoryImage {
    /** Small, so that a write copies little; large, so that the list of chunks is short. */
    static final int CHUNK_SHIFT = 12;

    /** The bytes of a chunk. */
    static final int CHUNK_BYTES = 1 << CHUNK_SHIFT;

    /** The chunk for all memory that was never written, in the whole JVM. */
    static final byte[] ZERO = new byte[CHUNK_BYTES];

    private static final int POINTER_BYTES = 8;
    private static final int END = -1;

    private final byte[][] chunks;
    private final AtomicLong grownPages = new AtomicLong();

    private MemoryImage(byte[][] chunks) {
        this.chunks = chunks;
    }

    /** Takes over the chunks, and drops those with only zeros. */
    static MemoryImage of(byte[][] chunks) {
        byte[][] kept = new byte[chunks.length][];
        for (int i = 0; i < chunks.length; i++) {
            kept[i] = Arrays.equals(chunks[i], ZERO) ? ZERO : chunks[i];
        }
        return new MemoryImage(kept);
    }

    /** The chunks of a memory that begins like this; the list is the caller's, the chunks are not. */
    byte[][] chunks() {
        return chunks.clone();
    }

    /** The chunks themselves, for reading. */
    byte[][] shared() {
        return chunks;
    }

    /** The pages of linear memory. */
    public long pages() {
        return (long) chunks.length * CHUNK_BYTES / Memory.PAGE_SIZE;
    }

    /** The most pages at the end of a memory that began like this, as far as is known; at least those at the start. */
    long grownPages() {
        return Math.max(pages(), grownPages.get());
    }

    /** Records the pages of a memory at its end. */
    void noteGrown(long pages) {
        if (pages > grownPages()) {
            grownPages.accumulateAndGet(pages, Math::max);
        }
    }

    /** The bytes of heap that it takes. */
    public long heapBytes() {
        return Arrays.stream(chunks).filter(chunk -> chunk != ZERO).count() * CHUNK_BYTES
                + (long) POINTER_BYTES * chunks.length;
    }

    /** Writes it in the form that {@link #read} reads. */
    public void write(DataOutputStream out) throws IOException {
        out.writeLong(grownPages.get());
        out.writeInt(chunks.length);
        for (int i = 0; i < chunks.length; i++) {
            if (chunks[i] != ZERO) {
                out.writeInt(i);
                out.write(chunks[i]);
            }
        }
        out.writeInt(END);
    }

    /** Reads what {@link #write} wrote. */
    public static MemoryImage read(DataInputStream in) throws IOException {
        long grownPages = in.readLong();
        byte[][] chunks = new byte[in.readInt()][];
        Arrays.fill(chunks, ZERO);
        for (int i = in.readInt(); i != END; i = in.readInt()) {
            chunks[i] = in.readNBytes(CHUNK_BYTES);
        }
        MemoryImage image = new MemoryImage(chunks);
        image.noteGrown(grownPages);
        return image;
    }
}
