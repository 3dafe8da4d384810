package dev.airlock.formats.toml;

import dev.airlock.formats.toml.tree.Position;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The text of a file, up to the first place that is not valid Unicode.
 *
 * @param text the text, without a byte order mark
 * @param broken the place of the first byte that is not UTF-8, or of the first lone surrogate
 */
public record SourceText(String text, Optional<Position> broken) {

    /** Returns the text in the bytes of a file. */
    public static SourceText decode(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), out, true);
        return of(out.flip().toString(), result.isError());
    }

    /** Returns a text that is already in memory. */
    public static SourceText of(String text) {
        int end = 0;
        while (end < text.length() && Character.getType(text.codePointAt(end)) != Character.SURROGATE) {
            end += Character.charCount(text.codePointAt(end));
        }
        return of(text.substring(0, end), end < text.length());
    }

    private static SourceText of(String read, boolean broken) {
        String text = read.startsWith("\ufeff") ? read.substring(1) : read;
        return new SourceText(text, broken ? Optional.of(endOf(text)) : Optional.empty());
    }

    private static Position endOf(String text) {
        int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
        int start = text.lastIndexOf('\n') + 1;
        return new Position(line, text.codePointCount(start, text.length()) + 1);
    }
}
