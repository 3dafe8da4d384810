package dev.airlock.sandbox.host.net.answer;

import dev.airlock.sandbox.url.PercentEncoding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * Repairs the head of an HTTP/1 answer before the client reads it (RFC 9112, sections 2.2 and 5). The client reads a
 * folded line, and a line that is not a header, as a header without a name. Here a fold becomes a space, as do a lone
 * CR and a NUL in a value; white space before a colon is removed; and an answer with a line that is not a header is
 * refused.
 */
public final class AnswerHead {
    /** More than the client accepts, so that the client refuses anything longer. */
    private static final int MOST = 512 << 10;

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([0-9]{3})(?: .*)?", Pattern.DOTALL);
    private static final Pattern FIELD = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \\t]*:(.*)", Pattern.DOTALL);

    private final BufferedSource source;
    private final Buffer read = new Buffer();
    private final Buffer mended = new Buffer();

    private AnswerHead(BufferedSource source) {
        this.source = source;
    }

    /**
     * Waits for the head of the answer, and those of interim answers before it, and repairs it in the buffer. A head
     * that is not HTTP/1, too long, or incomplete is left for the client to report.
     *
     * @throws BadAnswerException if a line is not a header
     * @throws IOException if the connection breaks
     */
    public static void mend(BufferedSource source) throws IOException {
        new AnswerHead(source).mend();
    }

    private void mend() throws IOException {
        Buffer put = read;
        try {
            for (String status = line();
                    status != null && STATUS.matcher(status).matches();
                    status = line()) {
                mended.writeString(status + "\r\n", StandardCharsets.ISO_8859_1);
                if (!fields()) {
                    return;
                }
                if (!isInterim(status)) {
                    put = mended;
                    return;
                }
            }
        } finally {
            putBack(put);
        }
    }

    private static boolean isInterim(String status) {
        Matcher matcher = STATUS.matcher(status);
        return matcher.matches()
                && matcher.group(1).startsWith("1")
                && !matcher.group(1).equals("101");
    }

    /** Reads the fields up to the empty line. Returns whether there was one. */
    private boolean fields() throws IOException {
        StringBuilder field = new StringBuilder();
        for (String line = line(); line != null; line = line()) {
            if (isFolded(line)) {
                if (field.isEmpty()) {
                    throw new BadAnswerException("its headers begin with white space");
                }
                unfold(field, line);
            } else {
                write(field.toString());
                field.setLength(0);
                field.append(line);
            }
            if (line.isEmpty()) {
                mended.writeUtf8("\r\n");
                return true;
            }
        }
        return false;
    }

    private static void unfold(StringBuilder field, String line) {
        int end = field.length();
        while (end > 0 && Character.isWhitespace(field.charAt(end - 1))) {
            end--;
        }
        field.setLength(end);
        field.append(' ').append(line.strip());
    }

    private static boolean isFolded(String line) {
        return line.startsWith(" ") || line.startsWith("\t");
    }

    private void write(String field) throws BadAnswerException {
        if (field.isEmpty()) {
            return;
        }
        Matcher matcher = FIELD.matcher(field);
        if (!matcher.matches()) {
            throw new BadAnswerException("one of its header lines is not a header");
        }
        String value = matcher.group(2).replace('\r', ' ').replace('\0', ' ');
        if (matcher.group(1).equalsIgnoreCase("Location") && !isUtf8(value)) {
            value = percentEncoded(value);
        }
        mended.writeString(matcher.group(1) + ":" + value + "\r\n", StandardCharsets.ISO_8859_1);
    }

    private static boolean isUtf8(String bytes) {
        try {
            CharBuffer unused = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1)));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** A location in another character set leads to the bytes that it contains, as it does for every client. */
    private static String percentEncoded(String bytes) {
        return " " + PercentEncoding.encodeStrangers(bytes.strip().getBytes(StandardCharsets.ISO_8859_1));
    }

    /**
     * Returns the next line without its end, byte by byte; null if the answer ends, or grows too long, before the line
     * ends.
     */
    private @Nullable String line() throws IOException {
        long end = source.indexOf((byte) '\n', 0, MOST - read.size());
        if (end < 0) {
            return null;
        }
        source.getBuffer().copyTo(read, 0, end + 1);
        String line = source.readString(end, StandardCharsets.ISO_8859_1);
        source.skip(1);
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    private void putBack(Buffer head) {
        Buffer incoming = source.getBuffer();
        Buffer rest = new Buffer();
        rest.write(incoming, incoming.size());
        incoming.write(head, head.size());
        incoming.write(rest, rest.size());
    }
}
