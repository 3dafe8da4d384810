package dev.airlock.failures.redaction;

import java.nio.charset.StandardCharsets;

/**
 * A reader of a text that resolves escapes and returns one byte at a time, with the position in the text of each byte. An invalid escape
 * stands for itself.
 */
final class Unescaped {
    /** The escapes to resolve. */
    enum Escapes {
        NONE(false, false, false, false),
        PERCENT(true, false, false, false),
        JSON(false, true, false, false),
        EITHER(true, true, false, false),
        /** Escapes of escapes too: {@code %252F}, <code>&#92;&#92;&#92;/</code>. */
        NESTED(true, true, false, true),
        MARKUP(false, false, true, false),
        /** References to the ampersand of another reference: <code>&amp;amp;lt;</code>. */
        NESTED_MARKUP(false, false, true, true),
        /** All of them, each also within the others: <code>&#92;u0026amp;amp;</code>. */
        ALL(true, true, true, true);

        private final boolean percent;
        private final boolean json;
        private final boolean markup;
        private final boolean nested;

        Escapes(boolean percent, boolean json, boolean markup, boolean nested) {
            this.percent = percent;
            this.json = json;
            this.markup = markup;
            this.nested = nested;
        }

        /** Returns whether reading a text with these escapes can differ from reading it with fewer of them. */
        boolean mayOccurIn(String text) {
            if (markup) {
                return Markup.mayOccurIn(text, percent && json);
            }
            if (nested) {
                return text.contains("%25") || text.contains("\\\\");
            }
            return (!percent || text.indexOf('%') >= 0) && (!json || text.indexOf('\\') >= 0);
        }
    }

    /** A byte that no UTF-8 text holds, in place of a lone surrogate. */
    private static final byte NOT_TEXT = (byte) 0xFF;

    private final String text;
    private final boolean charsAreBytes;
    private final Escapes escapes;
    private final byte[] bytes = new byte[4];
    private int count;
    private int taken;
    private int start;
    private int end;

    /** @param charsAreBytes whether each character is one byte, 0 to 255, instead of a UTF-16 unit */
    Unescaped(String text, boolean charsAreBytes, Escapes escapes) {
        this.text = text;
        this.charsAreBytes = charsAreBytes;
        this.escapes = escapes;
    }

    /** Returns the index at which the latest byte's characters start. */
    int start() {
        return start;
    }

    /** Returns the index after the latest byte's characters. */
    int end() {
        return end;
    }

    /** Returns the next byte, 0 to 255, or -1 at the end. */
    int next() {
        if (taken == count) {
            if (end == text.length()) {
                return -1;
            }
            decode();
            taken = 0;
        }
        return bytes[taken++] & 0xFF;
    }

    private void decode() {
        start = end;
        char c = text.charAt(start);
        if (c == '%' && escapes.percent) {
            percent();
        } else if (c == '\\' && escapes.json) {
            json();
        } else if (c == '&' && escapes.markup) {
            utf8(c, start + 1);
        } else {
            plain(start);
        }
    }

    private void percent() {
        int digits = start + 1;
        while (escapes.nested && text.startsWith("25", digits) && hex(digits + 2, 2) >= 0) {
            digits += 2;
        }
        int value = hex(digits, 2);
        if (value < 0) {
            plain(start);
        } else {
            one((byte) value, digits + 2);
        }
    }

    private void json() {
        int at = start + 1;
        while (escapes.nested && at < text.length() && text.charAt(at) == '\\') {
            at++;
        }
        if (at == text.length()) {
            one((byte) '\\', at);
            return;
        }
        switch (text.charAt(at)) {
            case 'n' -> one((byte) '\n', at + 1);
            case 'r' -> one((byte) '\r', at + 1);
            case 't' -> one((byte) '\t', at + 1);
            case 'b' -> one((byte) '\b', at + 1);
            case 'f' -> one((byte) '\f', at + 1);
            case 'u' -> unicode(at);
            case 'x' -> byteOfCode(at);
            case '"', '\'', '\\', '/' -> plain(at);
            default -> plain(escapes.nested ? at : start);
        }
    }

    /** Reads two hex digits after an x, as in program code. */
    private void byteOfCode(int x) {
        int value = hex(x + 1, 2);
        if (value < 0) {
            plain(escapes.nested ? x : start);
        } else {
            utf8(value, x + 3);
        }
    }

    private void unicode(int u) {
        int value = hex(u + 1, 4);
        if (value < 0) {
            plain(escapes.nested ? u : start);
            return;
        }
        int after = u + 5;
        int low = after;
        while (low < text.length() && text.charAt(low) == '\\' && (escapes.nested || low == after)) {
            low++;
        }
        int second = low > after && low < text.length() && text.charAt(low) == 'u' ? hex(low + 1, 4) : -1;
        if (second >= 0 && Character.isSurrogatePair((char) value, (char) second)) {
            utf8(Character.toCodePoint((char) value, (char) second), low + 5);
        } else {
            utf8(value, after);
        }
    }

    /** Reads the character at that index without resolving it. */
    private void plain(int at) {
        char c = text.charAt(at);
        if (c < 0x80 || charsAreBytes) {
            one((byte) c, at + 1);
        } else {
            int codePoint = text.codePointAt(at);
            utf8(codePoint, at + Character.charCount(codePoint));
        }
    }

    private void one(byte value, int newEnd) {
        bytes[0] = value;
        count = 1;
        end = newEnd;
    }

    private void utf8(int codePoint, int newEnd) {
        if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
            one(NOT_TEXT, newEnd);
            return;
        }
        if (codePoint == '&' && escapes.markup) {
            Markup reference = Markup.at(text, newEnd, escapes.nested);
            encoded(reference.codePoint(), reference.end());
        } else {
            encoded(codePoint, newEnd);
        }
    }

    private void encoded(int codePoint, int newEnd) {
        byte[] encoded = Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
        System.arraycopy(encoded, 0, bytes, 0, encoded.length);
        count = encoded.length;
        end = newEnd;
    }

    /** Returns the value of that many hex digits, or -1 if they are missing. */
    private int hex(int from, int digits) {
        if (from + digits > text.length()) {
            return -1;
        }
        int value = 0;
        for (int i = from; i < from + digits; i++) {
            char c = text.charAt(i);
            int digit = c < 0x80 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }
}
