package dev.airlock.testkit;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Watches the standard streams for secrets that tests use. */
final class CapturedStreams {
    /** Parts of the secrets that tests use. None of them may ever be shown. */
    static final List<String> SECRETS = List.of("canary-", "test-secret-1234");

    private static final int MOST_BYTES = 4 << 20;
    private static final ByteArrayOutputStream HEARD = new ByteArrayOutputStream();

    private CapturedStreams() {}

    /** Watches the present streams from now on. */
    static synchronized void listen() {
        if (!(System.out instanceof Listening)) {
            System.setOut(new Listening(System.out));
        }
        if (!(System.err instanceof Listening)) {
            System.setErr(new Listening(System.err));
        }
    }

    /** Returns the secrets that were written since the last call. */
    static List<String> secrets() {
        synchronized (HEARD) {
            String heard = HEARD.toString(StandardCharsets.ISO_8859_1);
            HEARD.reset();
            return SECRETS.stream().filter(heard::contains).toList();
        }
    }

    private static void hear(byte[] bytes, int offset, int length) {
        synchronized (HEARD) {
            if (HEARD.size() < MOST_BYTES) {
                HEARD.write(bytes, offset, length);
            }
        }
    }

    private static final class Listening extends PrintStream {
        Listening(PrintStream beneath) {
            super(new Heard(beneath), true, Charset.defaultCharset());
        }
    }

    private static final class Heard extends FilterOutputStream {
        Heard(OutputStream beneath) {
            super(beneath);
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            hear(bytes, offset, length);
            out.write(bytes, offset, length);
        }
    }
}
