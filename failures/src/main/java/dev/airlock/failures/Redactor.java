package dev.airlock.failures;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Takes known secrets out of text on its way out: messages, details, logs, audit records.
 *
 * <p>A secret is found as it is, in hex, in base64 (both alphabets, in all three alignments within a longer text),
 * percent-encoded and JSON-escaped. A host that transforms a secret in some other way gets it past this check; the
 * security page says so. Immutable and safe for use by several threads.
 */
public final class Redactor {
    /** What stands where a secret stood. */
    public static final String MARK = "[redacted]";

    /** Secrets shorter than this many bytes are refused when they are bound, so they are never looked for. */
    public static final int MIN_SECRET_BYTES = 8;

    private static final Redactor NOTHING = new Redactor(List.of());

    private final List<String> forms;

    private Redactor(List<String> forms) {
        this.forms = forms;
    }

    /** A redactor that knows no secret. */
    public static Redactor ofNothing() {
        return NOTHING;
    }

    /**
     * A redactor for these secrets.
     *
     * @throws IllegalArgumentException if a secret is shorter than {@value #MIN_SECRET_BYTES} bytes in UTF-8
     */
    public static Redactor of(Collection<String> secrets) {
        Set<String> forms = new LinkedHashSet<>();
        for (String secret : secrets) {
            if (secret.getBytes(StandardCharsets.UTF_8).length < MIN_SECRET_BYTES) {
                throw new IllegalArgumentException("a secret is at least " + MIN_SECRET_BYTES + " bytes");
            }
            forms.addAll(formsOf(secret));
        }
        List<String> longestFirst = new ArrayList<>(forms);
        longestFirst.sort(Comparator.comparingInt(String::length).reversed());
        return new Redactor(List.copyOf(longestFirst));
    }

    /** The text with every known form of every secret replaced by {@value #MARK}. */
    public String redact(String text) {
        String result = text;
        for (String form : forms) {
            result = result.replace(form, MARK);
        }
        return result;
    }

    /**
     * The same for bytes, whatever their encoding: only the bytes of a secret's forms are looked at. Returns the array
     * itself when it holds no secret.
     */
    public byte[] redact(byte[] bytes) {
        if (forms.isEmpty()) {
            return bytes;
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        String result = text;
        for (String form : forms) {
            String formBytes = new String(form.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            result = result.replace(formBytes, MARK);
        }
        return result.equals(text) ? bytes : result.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Set<String> formsOf(String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        Set<String> forms = new LinkedHashSet<>();
        forms.add(secret);
        forms.add(HexFormat.of().formatHex(bytes));
        forms.add(HexFormat.of().withUpperCase().formatHex(bytes));
        for (int alignment = 0; alignment < 3; alignment++) {
            forms.add(base64Core(bytes, alignment, Base64.getEncoder()));
            forms.add(base64Core(bytes, alignment, Base64.getUrlEncoder()));
        }
        forms.add(percentEncoded(bytes, false, false));
        forms.add(percentEncoded(bytes, false, true));
        forms.add(percentEncoded(bytes, true, false));
        forms.add(percentEncoded(bytes, true, true));
        forms.add(jsonEscaped(secret, false));
        forms.add(jsonEscaped(secret, true));
        return forms;
    }

    /** The characters of a base64 text that depend on the secret alone when {@code alignment} bytes stand before it. */
    private static String base64Core(byte[] secret, int alignment, Base64.Encoder encoder) {
        byte[] shifted = new byte[alignment + secret.length];
        System.arraycopy(secret, 0, shifted, alignment, secret.length);
        String encoded = encoder.withoutPadding().encodeToString(shifted);
        int first = alignment == 0 ? 0 : alignment + 1;
        int last = shifted.length % 3 == 0 ? encoded.length() : encoded.length() - 1;
        return encoded.substring(first, last);
    }

    private static String percentEncoded(byte[] secret, boolean everything, boolean lowerCase) {
        StringBuilder out = new StringBuilder(secret.length * 3);
        for (byte b : secret) {
            if (!everything && isUnreserved(b)) {
                out.append((char) b);
            } else {
                String hex = HexFormat.of().withUpperCase().toHexDigits(b);
                out.append('%').append(lowerCase ? hex.toLowerCase(Locale.ROOT) : hex);
            }
        }
        return out.toString();
    }

    /** RFC 3986, section 2.3. */
    private static boolean isUnreserved(byte b) {
        return (b >= 'a' && b <= 'z')
                || (b >= 'A' && b <= 'Z')
                || (b >= '0' && b <= '9')
                || b == '-'
                || b == '.'
                || b == '_'
                || b == '~';
    }

    private static String jsonEscaped(String secret, boolean slashToo) {
        StringBuilder out = new StringBuilder(secret.length() + 8);
        for (int i = 0; i < secret.length(); i++) {
            char c = secret.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '/' -> out.append(slashToo ? "\\/" : "/");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 0x20) {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.toString();
    }
}
