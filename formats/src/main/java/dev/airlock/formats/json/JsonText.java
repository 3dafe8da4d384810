package dev.airlock.formats.json;

import java.util.Optional;

/** A string of a well-formed JSON document, in the document's own bytes. Bytes are copied only on request. */
final class JsonText {
    private static final int LONGEST_CODE_POINT = 4;

    private final byte[] utf8;
    private final int first;

    /**
     * @param utf8 the document, valid UTF-8
     * @param quote the index of the string's opening quotation mark
     */
    JsonText(byte[] utf8, int quote) {
        if (utf8[quote] != '"') {
            throw new IllegalStateException("there is no string here");
        }
        this.utf8 = utf8;
        this.first = quote + 1;
    }

    /** Returns at most that many of the first characters; a lone surrogate is kept. */
    String start(int mostChars) {
        StringBuilder text = new StringBuilder();
        int at = first;
        while (utf8[at] != '"' && text.length() < mostChars) {
            if (utf8[at] == '\\') {
                text.append(escaped(at));
                at += escapeLength(at);
            } else {
                int length = sequenceLength(at);
                text.appendCodePoint(codePoint(at, length));
                at += length;
            }
        }
        text.setLength(Math.min(text.length(), mostChars));
        return text.toString();
    }

    /** Returns the whole text in UTF-8; empty if it has a lone surrogate, which UTF-8 cannot encode. */
    Optional<byte[]> toUtf8() {
        int length = copyTo(new byte[LONGEST_CODE_POINT], false);
        if (length < 0) {
            return Optional.empty();
        }
        byte[] whole = new byte[length];
        copyTo(whole, true);
        return Optional.of(whole);
    }

    /** Copies the text, or only counts its bytes. Returns the number of bytes, or a negative number if the text has a lone surrogate. */
    private int copyTo(byte[] target, boolean keep) {
        int count = 0;
        int at = first;
        while (utf8[at] != '"') {
            if (utf8[at] != '\\') {
                if (keep) {
                    target[count] = utf8[at];
                }
                count++;
                at++;
                continue;
            }
            int codePoint = escaped(at);
            at += escapeLength(at);
            if (Character.isHighSurrogate((char) codePoint) && utf8[at] == '\\') {
                char low = escaped(at);
                at += escapeLength(at);
                codePoint = Character.isLowSurrogate(low) ? Character.toCodePoint((char) codePoint, low) : codePoint;
            }
            if (isSurrogate(codePoint)) {
                return -1;
            }
            count += put(codePoint, target, keep ? count : 0);
        }
        return count;
    }

    private static boolean isSurrogate(int codePoint) {
        return Character.isBmpCodePoint(codePoint) && Character.isSurrogate((char) codePoint);
    }

    private static int put(int codePoint, byte[] target, int at) {
        if (codePoint < 0x80) {
            target[at] = (byte) codePoint;
            return 1;
        }
        int length = codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : LONGEST_CODE_POINT;
        int rest = codePoint;
        for (int i = length - 1; i > 0; i--) {
            target[at + i] = (byte) (0x80 | (rest & 0x3F));
            rest >>>= 6;
        }
        target[at] = (byte) ((0xF00 >>> length) | rest);
        return length;
    }

    private int sequenceLength(int at) {
        int lead = utf8[at] & 0xFF;
        return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : LONGEST_CODE_POINT;
    }

    private int codePoint(int at, int length) {
        int codePoint = length == 1 ? utf8[at] : utf8[at] & (0x7F >>> length);
        for (int i = 1; i < length; i++) {
            codePoint = (codePoint << 6) | (utf8[at + i] & 0x3F);
        }
        return codePoint;
    }

    private int escapeLength(int at) {
        return utf8[at + 1] == 'u' ? 6 : 2;
    }

    private char escaped(int at) {
        return switch (utf8[at + 1]) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> (char) ((hex(at + 2) << 12) | (hex(at + 3) << 8) | (hex(at + 4) << 4) | hex(at + 5));
            default -> (char) utf8[at + 1];
        };
    }

    private int hex(int at) {
        return Character.digit(utf8[at], 16);
    }
}
