package dev.airlock.failures.redaction;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;

/**
 * Finds all forms of all secrets in one pass over a text, in time linear in the text's length (the Aho-Corasick automaton).
 *
 * <p>Text and forms are folded before comparison: line breaks are ignored, letters match in either case, and the characters that differ
 * between alphabets ({@code -}, {@code +} and space; {@code _} and {@code /}) are equal. So hex needs one form, and base64 needs one for
 * each alignment. Folding can only find too much; a text that differs from a secret in letter case alone is removed on purpose.
 */
final class SecretMatcher {
    private static final int ROOT = 0;
    private static final int BETWEEN = 1 << 16;

    /** The character before a base64 form holds bits of the secret too. */
    private static final byte SHARES_BEFORE = 1;

    /** The character after a base64 form holds bits of the secret too. */
    private static final byte SHARES_AFTER = 2;

    /** The number of each folded byte that some form holds; 0 for all others. */
    private final int[] symbols = new int[256];

    private final int symbolCount;
    private final int[] next;
    private final int[] longest;
    private final byte[] edges;
    private final int window;
    private int states = 1;

    /** A matcher of these secrets. */
    SecretMatcher(Collection<String> secrets) {
        List<Form> forms = new ArrayList<>();
        for (String secret : secrets) {
            addForms(secret, forms);
            String bare = secret.strip(); // servers trim a header's value (RFC 9110, 5.5)
            if (bare.length() < secret.length() && Redactor.canFind(bare)) {
                addForms(bare, forms);
            }
        }
        symbolCount = numberSymbols(forms);
        int most = 1 + forms.stream().mapToInt(form -> form.folded.length).sum();
        window = 2 + forms.stream().mapToInt(form -> form.folded.length).max().orElse(0);
        next = new int[most * symbolCount];
        longest = new int[most];
        edges = new byte[most];
        forms.forEach(this::add);
        linkSuffixes();
    }

    private static void addForms(String secret, List<Form> forms) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        forms.add(new Form(folded(bytes), (byte) 0));
        forms.add(new Form(folded(HexFormat.of().formatHex(bytes).getBytes(StandardCharsets.US_ASCII)), (byte) 0));
        for (int alignment = 0; alignment < 3; alignment++) {
            forms.add(base64(bytes, alignment));
        }
        byte[] unescaped = folded(bytesOf(new Unescaped(secret, false, Unescaped.Escapes.NESTED)));
        if (unescaped.length >= Redactor.MIN_SECRET_BYTES) {
            forms.add(new Form(unescaped, (byte) 0));
        }
    }

    /** Returns whether there is nothing to find. */
    boolean isEmpty() {
        return states == 1;
    }

    /**
     * Marks the place of every character that belongs to a secret.
     *
     * @param between runs every {@value #BETWEEN} bytes
     */
    void mark(Unescaped text, BitSet secret, Runnable between) {
        int[] starts = new int[Integer.highestOneBit(window) << 1];
        int[] units = new int[starts.length];
        int mask = starts.length - 1;
        int state = ROOT;
        int count = 0;
        int matchEnd = 0;
        boolean edge = false;
        for (int unit = text.next(); unit >= 0; unit = text.next()) {
            if (unit == '\n' || unit == '\r') {
                continue;
            }
            if (edge && isBase64(unit)) {
                secret.set(matchEnd, text.end());
            }
            starts[count & mask] = text.start();
            units[count & mask] = unit;
            count++;
            if (count % BETWEEN == 0) {
                between.run();
            }
            state = next[state * symbolCount + symbols[fold(unit)]];
            int length = longest[state];
            edge = length > 0 && (edges[state] & SHARES_AFTER) != 0;
            if (length > 0) {
                int first = count - length;
                boolean shares = (edges[state] & SHARES_BEFORE) != 0;
                if (shares && first > 0 && isBase64(units[(first - 1) & mask])) {
                    first--;
                }
                matchEnd = text.end();
                secret.set(starts[first & mask], matchEnd);
            }
        }
    }

    /** Returns the characters of a base64 text that depend on the secret alone when {@code alignment} bytes come before it. */
    private static Form base64(byte[] secret, int alignment) {
        byte[] shifted = new byte[alignment + secret.length];
        System.arraycopy(secret, 0, shifted, alignment, secret.length);
        byte[] encoded = Base64.getEncoder().withoutPadding().encode(shifted);
        boolean before = alignment > 0;
        boolean after = shifted.length % 3 > 0;
        byte[] core = Arrays.copyOfRange(encoded, before ? alignment + 1 : 0, encoded.length - (after ? 1 : 0));
        return new Form(folded(core), (byte) ((before ? SHARES_BEFORE : 0) | (after ? SHARES_AFTER : 0)));
    }

    private static byte[] bytesOf(Unescaped text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int b = text.next(); b >= 0; b = text.next()) {
            out.write(b);
        }
        return out.toByteArray();
    }

    private static byte[] folded(byte[] form) {
        byte[] out = new byte[form.length];
        int length = 0;
        for (byte b : form) {
            if (b != '\n' && b != '\r') {
                out[length++] = (byte) fold(b & 0xFF);
            }
        }
        return Arrays.copyOf(out, length);
    }

    private static int fold(int unit) {
        if (unit >= 'A' && unit <= 'Z') {
            return unit + ('a' - 'A');
        }
        return switch (unit) {
            case '-', ' ' -> '+';
            case '_' -> '/';
            default -> unit;
        };
    }

    private static boolean isBase64(int unit) {
        int folded = fold(unit);
        return (folded >= 'a' && folded <= 'z')
                || (folded >= '0' && folded <= '9')
                || (unit != ' ' && (folded == '+' || folded == '/'));
    }

    private int numberSymbols(List<Form> forms) {
        int count = 1;
        for (Form form : forms) {
            for (byte b : form.folded) {
                if (symbols[b & 0xFF] == 0) {
                    symbols[b & 0xFF] = count++;
                }
            }
        }
        return count;
    }

    private void add(Form form) {
        int state = ROOT;
        for (byte b : form.folded) {
            int edge = state * symbolCount + symbols[b & 0xFF];
            if (next[edge] == ROOT) {
                next[edge] = states++;
            }
            state = next[edge];
        }
        longest[state] = form.folded.length;
        edges[state] |= form.edges;
    }

    /** Turns the tree of forms into the automaton: where a form does not continue, its longest suffix that begins a form continues. */
    private void linkSuffixes() {
        int[] suffix = new int[states];
        Deque<Integer> queue = new ArrayDeque<>();
        queue.add(ROOT);
        while (!queue.isEmpty()) {
            int state = queue.remove();
            if (longest[state] == 0) {
                longest[state] = longest[suffix[state]];
                edges[state] = edges[suffix[state]];
            }
            for (int symbol = 0; symbol < symbolCount; symbol++) {
                int edge = state * symbolCount + symbol;
                int fallback = state == ROOT ? ROOT : next[suffix[state] * symbolCount + symbol];
                if (next[edge] == ROOT) {
                    next[edge] = fallback;
                } else {
                    suffix[next[edge]] = fallback;
                    queue.add(next[edge]);
                }
            }
        }
    }

    /** One form of one secret, folded, with its edges. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Form(byte[] folded, byte edges) {}
}
