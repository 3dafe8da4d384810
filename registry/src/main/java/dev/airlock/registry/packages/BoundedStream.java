package dev.airlock.registry.packages;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that throws once more bytes were read than permitted. It bounds the unpacked size of an archive. */
final class BoundedStream extends FilterInputStream {
    /** There were more bytes than permitted. */
    static final class TooLong extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private long left;
    private long leftNow = Long.MAX_VALUE;

    BoundedStream(InputStream in, long most) {
        super(in);
        this.left = most;
    }

    /** Sets an additional bound on the bytes from now on, until the next such bound. */
    void limit(long mostFromNow) {
        leftNow = mostFromNow;
    }

    @Override
    public int read() throws IOException {
        int one = super.read();
        count(one < 0 ? 0 : 1);
        return one;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int count = super.read(into, from, length);
        count(Math.max(count, 0));
        return count;
    }

    @Override
    public long skip(long most) throws IOException {
        long count = super.skip(most);
        count(count);
        return count;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void count(long bytes) throws TooLong {
        left -= bytes;
        leftNow -= bytes;
        if (left < 0 || leftNow < 0) {
            throw new TooLong();
        }
    }
}
