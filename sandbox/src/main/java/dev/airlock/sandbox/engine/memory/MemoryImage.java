package dev.airlock.sandbox.engine.memory;

import com.dylibso.chicory.runtime.Memory;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * What a memory holds before a connector's first instruction, data segments included, and how far such memories grew so far: the next one is
 * likely to grow as far. Shared by instances; what it holds is never written. Thread-safe.
 */
public final class MemoryImage {
    /** Small, so that a write copies little; large, so that the list of chunks is short. */
    static final int CHUNK_SHIFT = 12;

    /** Bytes of a chunk. */
    static final int CHUNK_BYTES = 1 << CHUNK_SHIFT;

    /** The chunk of all memory that was never written, in the whole JVM. */
    static final byte[] ZERO = new byte[CHUNK_BYTES];

    private static final int POINTER_BYTES = 8;
    private static final int END = -1;

    private final byte[][] chunks;
    private volatile long grownPages;

    private MemoryImage(byte[][] chunks) {
        this.chunks = chunks;
    }

    /** Takes over the chunks; those that hold only zeros are let go. */
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

    /** The chunks themselves, to read. */
    byte[][] shared() {
        return chunks;
    }

    /** Pages of linear memory. */
    public long pages() {
        return (long) chunks.length * CHUNK_BYTES / Memory.PAGE_SIZE;
    }

    /** How many pages the largest memory had at its end that began like this, as far as is known; at least those at the start. */
    long grownPages() {
        return Math.max(pages(), grownPages);
    }

    /** Notes how many pages a memory has at its end. Of two at once one may be missed. */
    void noteGrown(long pages) {
        if (pages > grownPages()) {
            grownPages = pages;
        }
    }

    /** Bytes of heap that it takes. */
    public long heapBytes() {
        return Arrays.stream(chunks).filter(chunk -> chunk != ZERO).count() * CHUNK_BYTES
                + (long) POINTER_BYTES * chunks.length;
    }

    /** Writes it as {@link #read} reads it. */
    public void write(DataOutputStream out) throws IOException {
        out.writeLong(grownPages);
        out.writeInt(chunks.length);
        for (int i = 0; i < chunks.length; i++) {
            if (chunks[i] != ZERO) {
                out.writeInt(i);
                out.write(chunks[i]);
            }
        }
        out.writeInt(END);
    }

    /** What {@link #write} wrote. */
    public static MemoryImage read(DataInputStream in) throws IOException {
        long grownPages = in.readLong();
        byte[][] chunks = new byte[in.readInt()][];
        Arrays.fill(chunks, ZERO);
        for (int i = in.readInt(); i != END; i = in.readInt()) {
            chunks[i] = in.readNBytes(CHUNK_BYTES);
        }
        MemoryImage image = new MemoryImage(chunks);
        image.grownPages = grownPages;
        return image;
    }
}
