package dev.airlock.sandbox.url;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/** Escapes of URLs (RFC 3986, section 2.1), over bytes of UTF-8. */
public final class PercentEncoding {
    private static final String UNRESERVED_MARKS = "-._~";

    private static final String MARKS = "!\"#$%&'()*+,/:;<=>?@[\\]^`{|}";

    private PercentEncoding() {}

    /** Decodes escapes. A malformed escape stands for itself. */
    public static byte[] decode(String text, boolean plusIsSpace) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length());
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            boolean isEscape = bytes[i] == '%'
                    && i + 2 < bytes.length
                    && HexFormat.isHexDigit(bytes[i + 1])
                    && HexFormat.isHexDigit(bytes[i + 2]);
            if (isEscape) {
                out.write(HexFormat.fromHexDigit(bytes[i + 1]) << 4 | HexFormat.fromHexDigit(bytes[i + 2]));
                i += 2;
            } else {
                out.write(bytes[i] == '+' && plusIsSpace ? ' ' : bytes[i]);
            }
        }
        return out.toByteArray();
    }

    /** Decodes escapes into text of UTF-8. */
    public static String decodeText(String text, boolean plusIsSpace) {
        return new String(decode(text, plusIsSpace), StandardCharsets.UTF_8);
    }

    /**
     * Escapes every byte but letters, digits and {@code - . _ ~}.
     *
     * @param alsoStay further characters that stay
     */
    public static String encode(byte[] bytes, String alsoStay) {
        StringBuilder out = new StringBuilder(bytes.length);
        for (byte b : bytes) {
            char c = (char) (b & 0xFF);
            boolean stays = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || UNRESERVED_MARKS.indexOf(c) >= 0
                    || alsoStay.indexOf(c) >= 0;
            out.append(stays ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02X", (int) c));
        }
        return out.toString();
    }

    /**
     * Escapes bytes that no URL contains: white space, controls and bytes outside ASCII. Existing escapes and
     * delimiters stay.
     */
    public static String encodeStrangers(byte[] bytes) {
        return encode(bytes, MARKS);
    }

    /** Escapes text in UTF-8 like {@link #encode}. */
    public static String encodeText(String text, String alsoStay) {
        return encode(text.getBytes(StandardCharsets.UTF_8), alsoStay);
    }
}
