package dev.airlock.sandbox.host.net.answer;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * The content of a gzip file (RFC 1952): one member after the other to the end, each with its check. The available
 * decoders read only one member, or ignore what does not decode after the first, so that a truncated file would pass as
 * complete.
 */
final class GzipMembers extends InputStream {
    private static final int AT_ONCE = 8 << 10;
    private static final int MAGIC_1 = 0x1f;
    private static final int MAGIC_2 = 0x8b;
    private static final int DEFLATE = 8;
    private static final int HEADER_CHECK = 1 << 1;
    private static final int EXTRA = 1 << 2;
    private static final int NAME = 1 << 3;
    private static final int COMMENT = 1 << 4;
    private static final int RESERVED = 0xe0;
    private static final int TIME_AND_SYSTEM = 6;

    private final PushbackInputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 check = new CRC32();
    private final byte[] input = new byte[AT_ONCE];
    private int inputSize;
    private boolean inside;

    GzipMembers(InputStream compressed) {
        this.in = new PushbackInputStream(compressed, AT_ONCE);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (inside || next()) {
            int count = inflated(target, offset, length);
            if (count > 0) {
                check.update(target, offset, count);
                return count;
            }
            if (inflater.finished()) {
                end();
            } else {
                fill();
            }
        }
        return -1;
    }

    private int inflated(byte[] target, int offset, int length) throws IOException {
        try {
            return inflater.inflate(target, offset, length);
        } catch (DataFormatException e) {
            throw new ZipException("not deflate");
        }
    }

    private void fill() throws IOException {
        int count = inflater.needsInput() ? in.read(input) : -1;
        if (count < 0) {
            throw new EOFException("within a member");
        }
        inputSize = count;
        inflater.setInput(input, 0, count);
    }

    /** Begins the next member. Returns whether there is one. */
    private boolean next() throws IOException {
        int first = in.read();
        if (first < 0) {
            return false;
        }
        if (first != MAGIC_1 || one() != MAGIC_2 || one() != DEFLATE) {
            throw new ZipException("no member");
        }
        int flags = one();
        if ((flags & RESERVED) != 0) {
            throw new ZipException("unknown flags");
        }
        skip(TIME_AND_SYSTEM);
        if ((flags & EXTRA) != 0) {
            skip(one() | one() << 8);
        }
        skipText(flags & NAME);
        skipText(flags & COMMENT);
        skip((flags & HEADER_CHECK) != 0 ? 2 : 0);
        inflater.reset();
        check.reset();
        inside = true;
        return true;
    }

    /** Ends a member and leaves what was read beyond it to the next one. */
    private void end() throws IOException {
        int left = inflater.getRemaining();
        in.unread(input, inputSize - left, left);
        if (four() != check.getValue() || four() != (inflater.getBytesWritten() & 0xffffffffL)) {
            throw new ZipException("its check is another one");
        }
        inside = false;
    }

    private long four() throws IOException {
        return one() | one() << 8 | one() << 16 | (long) one() << 24;
    }

    private int one() throws IOException {
        int one = in.read();
        if (one < 0) {
            throw new EOFException("within a member");
        }
        return one;
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            int unused = one();
        }
    }

    private void skipText(int flag) throws IOException {
        int last = flag == 0 ? 0 : one();
        while (last != 0) {
            last = one();
        }
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
