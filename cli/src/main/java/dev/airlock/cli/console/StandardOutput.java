package dev.airlock.cli.console;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Standard output, which knows whether its reader went away, as {@code head} does once it has enough. */
public final class StandardOutput extends PrintStream {
    private final Watched watched;

    /** @param out the process's own stream */
    public StandardOutput(OutputStream out) {
        this(new Watched(out));
    }

    private StandardOutput(Watched watched) {
        super(watched, true, StandardCharsets.UTF_8);
        this.watched = watched;
    }

    /** Returns whether a write failed because nobody reads any more. */
    public boolean hasNoReader() {
        return watched.hasNoReader;
    }

    private static final class Watched extends FilterOutputStream {
        private volatile boolean hasNoReader;

        Watched(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                hasNoReader |= String.valueOf(e.getMessage()).contains("Broken pipe"); // the system's words for EPIPE
                throw e;
            }
        }
    }
}
