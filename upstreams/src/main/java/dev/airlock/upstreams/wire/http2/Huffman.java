package dev.airlock.upstreams.wire.http2;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ProtocolException;

/** The Huffman code of RFC 7541, appendix B. The code is canonical, so the lengths of its codes define it. */
final class Huffman {
    private static final int MIN_BITS = 5;
    private static final int MAX_BITS = 30;

    /** The length in bits of the code of each byte; the end-of-string symbol (30 bits) is omitted. */
    private static final byte[] BITS = {
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28,
        28, 28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15,
        6, 12, 10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22,
        20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23,
        23, 24, 22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22,
        22, 22, 23, 22, 22, 23, 26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26,
        27, 24, 21, 21, 26, 26, 28, 27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27,
        26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26
    };

    /** The first code of each length, and the index of its first symbol in {@link #SYMBOLS}. */
    private static final int[] FIRST_CODE = new int[MAX_BITS + 2];

    private static final int[] FIRST_SYMBOL = new int[MAX_BITS + 2];
    private static final int[] SYMBOLS = new int[BITS.length];

    static {
        int code = 0;
        int symbol = 0;
        for (int bits = 1; bits <= MAX_BITS; bits++) {
            FIRST_CODE[bits] = code;
            FIRST_SYMBOL[bits] = symbol;
            for (int value = 0; value < BITS.length; value++) {
                if (BITS[value] == bits) {
                    SYMBOLS[symbol++] = value;
                    code++;
                }
            }
            code <<= 1;
        }
        FIRST_SYMBOL[MAX_BITS + 1] = symbol;
    }

    private Huffman() {}

    /** Decodes a whole string. */
    static byte[] decode(byte[] coded) throws IOException {
        ByteArrayOutputStream decoded = new ByteArrayOutputStream();
        int code = 0;
        int bits = 0;
        for (byte next : coded) {
            for (int shift = 7; shift >= 0; shift--) {
                code = (code << 1) | ((next >> shift) & 1);
                bits++;
                if (bits > MAX_BITS) {
                    throw new ProtocolException("a Huffman code that does not exist");
                }
                int index = code - FIRST_CODE[bits];
                if (bits >= MIN_BITS && index >= 0 && index < FIRST_SYMBOL[bits + 1] - FIRST_SYMBOL[bits]) {
                    decoded.write(SYMBOLS[FIRST_SYMBOL[bits] + index]);
                    code = 0;
                    bits = 0;
                }
            }
        }
        if (bits > 7 || code != (1 << bits) - 1) {
            throw new ProtocolException("Huffman padding that is not all ones");
        }
        return decoded.toByteArray();
    }
}
