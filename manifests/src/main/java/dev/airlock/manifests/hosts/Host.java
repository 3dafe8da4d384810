package dev.airlock.manifests.hosts;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import java.net.IDN;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A host in its one canonical spelling: a name in lower-case ASCII, an IPv4 address in dotted decimal, or an IPv6 address in
 * brackets as RFC 5952 writes it.
 *
 * <p>A name with other letters is converted (IDNA, letters, digits and hyphens only). A trailing dot is refused, so that no host has two
 * spellings. A name whose last label is a number is an IPv4 address or invalid. Parsing performs no look-up.
 */
public final class Host {
    private static final int MAX_LENGTH = 253;
    private static final int MAX_LABEL = 63;

    private final String text;
    private final Optional<InetAddress> address;

    private Host(String text, Optional<InetAddress> address) {
        this.text = text;
        this.address = address;
    }

    /** Parses a host without a port. An IPv6 address is in brackets. */
    public static Parsed<Host> parse(String text) {
        if (text.isEmpty()) {
            return Parsed.wrong("the host is missing", "write a host name before the port");
        }
        if (text.startsWith("[")) {
            return ipv6(text);
        }
        if (text.endsWith(".")) {
            return wrong(text, "ends with a dot", "leave out the last dot");
        }
        return ascii(text).then(ascii -> looksLikeIpv4(ascii) ? ipv4(ascii) : name(text, ascii));
    }

    /** Returns the canonical spelling as written before a port. An IPv6 address keeps its brackets. */
    public String text() {
        return text;
    }

    /** Returns the address, if the host is written as one. Performs no look-up. */
    public Optional<InetAddress> address() {
        return address;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Host host && host.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    private static Parsed<String> ascii(String text) {
        if (text.length() > MAX_LENGTH) {
            return wrong(text, "is longer than " + MAX_LENGTH + " characters", "write a shorter host name");
        }
        if (isPlain(text)) {
            return Parsed.ok(text.toLowerCase(Locale.ROOT));
        }
        if (!text.codePoints().allMatch(Printable::isPrintable)) {
            return wrong(text, "holds an invisible character", "leave it out");
        }
        try {
            return Parsed.ok(IDN.toASCII(text, IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException refused) {
            return notAName(text);
        }
    }

    /**
     * Returns whether a name has only valid labels of ASCII letters, digits and hyphens, so that the tables for conversion need not be
     * loaded.
     */
    private static boolean isPlain(String text) {
        for (String label : text.split("\\.", -1)) {
            boolean isConverted = label.regionMatches(true, 0, "xn--", 0, 4);
            if (isConverted || !isAscii(label) || !isLabel(label.toLowerCase(Locale.ROOT))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAscii(String label) {
        for (int i = 0; i < label.length(); i++) {
            if (label.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    private static Parsed<Host> name(String text, String ascii) {
        boolean isName = ascii.length() <= MAX_LENGTH
                && Arrays.stream(ascii.split("\\.", -1)).allMatch(Host::isLabel);
        return isName ? Parsed.ok(new Host(ascii, Optional.empty())) : notAName(text);
    }

    private static boolean isLabel(String label) {
        return !label.isEmpty()
                && label.length() <= MAX_LABEL
                && !label.startsWith("-")
                && !label.endsWith("-")
                && label.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-');
    }

    private static boolean looksLikeIpv4(String ascii) {
        String last = ascii.substring(ascii.lastIndexOf('.') + 1);
        return !last.isEmpty() && (last.chars().allMatch(c -> c >= '0' && c <= '9') || last.startsWith("0x"));
    }

    private static Parsed<Host> ipv4(String ascii) {
        List<String> parts = List.of(ascii.split("\\.", -1));
        if (parts.size() != 4 || !parts.stream().allMatch(Host::isOctet)) {
            return wrong(
                    ascii,
                    "ends in a number but is not an IPv4 address",
                    "write four numbers from 0 to 255 without leading zeros, for instance \"192.0.2.1\"");
        }
        byte[] bytes = new byte[4];
        for (int i = 0; i < 4; i++) {
            bytes[i] = (byte) Integer.parseInt(parts.get(i));
        }
        return Parsed.ok(new Host(ascii, Optional.of(literal(bytes))));
    }

    private static boolean isOctet(String part) {
        return !part.isEmpty()
                && part.length() <= 3
                && part.chars().allMatch(c -> c >= '0' && c <= '9')
                && (part.length() == 1 || part.charAt(0) != '0')
                && Integer.parseInt(part) <= 255;
    }

    private static Parsed<Host> ipv6(String text) {
        Optional<byte[]> bytes =
                text.endsWith("]") ? Ipv6.parse(text.substring(1, text.length() - 1)) : Optional.empty();
        return bytes.map(b -> Parsed.ok(new Host("[" + Ipv6.text(b) + "]", Optional.of(literal(b)))))
                .orElseGet(() -> wrong(
                        text,
                        "is not an IPv6 address in brackets",
                        "write for instance \"[2001:db8::1]\", without a zone"));
    }

    private static InetAddress literal(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException wrongLength) {
            throw new IllegalStateException("an address has 4 or 16 bytes, not " + bytes.length, wrongLength);
        }
    }

    private static <T> Parsed<T> notAName(String text) {
        return wrong(
                text,
                "is not a host name",
                "use letters, digits and hyphens, with dots between, 63 characters at most each");
    }

    private static <T> Parsed<T> wrong(String text, String what, String right) {
        return Parsed.wrong("host " + Printable.quoted(text) + " " + what, right);
    }
}
