package dev.airlock.runtime.packages;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that ends in an exception once more came out of it than it may: the bound on what an archive unpacks to. */
final class BoundedStream extends FilterInputStream {
    /** More came than is permitted. */
    static final class TooLong extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private long left;

    BoundedStream(InputStream in, long most) {
        super(in);
        this.left = most;
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
        if (left < 0) {
            throw new TooLong();
        }
    }
}
