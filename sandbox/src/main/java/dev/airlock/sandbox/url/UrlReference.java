package dev.airlock.sandbox.url;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reference of a server, such as a redirect's {@code Location}, made absolute against the URL that was requested (RFC
 * 3986, section 5.2). The result goes through the strict parser like any other URL.
 */
final class UrlReference {
    private static final Pattern AUTHORITY = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#]*");
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*", Pattern.DOTALL);

    private UrlReference() {}

    /**
     * Returns the absolute URL, not yet parsed. Characters that a URL cannot contain in its path or query are
     * percent-encoded, as every client does.
     */
    static String resolve(TargetUrl base, String written) {
        String reference = encoded(written);
        if (SCHEME.matcher(reference).matches()) {
            return reference;
        }
        if (reference.startsWith("//")) {
            return base.scheme().word() + ":" + reference;
        }
        String origin = base.scheme().word() + "://" + base.address();
        String whole = base.pathAndQuery();
        String path = before(whole, '?');
        if (reference.isEmpty() || reference.startsWith("#")) {
            return origin + whole;
        }
        if (reference.startsWith("?")) {
            return origin + path + reference;
        }
        if (reference.startsWith("/")) {
            return origin + reference;
        }
        String relative = before(before(reference, '#'), '?');
        String rest = reference.substring(relative.length());
        return origin + withoutDots(path.substring(0, path.lastIndexOf('/') + 1) + relative) + rest;
    }

    /** Encodes white space and characters outside ASCII after the authority, in UTF-8 (RFC 3987, section 3.1). */
    private static String encoded(String reference) {
        int end = authorityEnd(reference);
        byte[] rest = reference.substring(end).getBytes(StandardCharsets.UTF_8);
        return reference.substring(0, end) + PercentEncoding.encodeStrangers(rest);
    }

    private static int authorityEnd(String reference) {
        Matcher authority = AUTHORITY.matcher(reference);
        return authority.lookingAt() ? authority.end() : 0;
    }

    /** Returns the path without {@code .} and {@code ..}, which never lead above its root (RFC 3986, section 5.2.4). */
    private static String withoutDots(String path) {
        Deque<String> kept = new ArrayDeque<>();
        String[] segments = path.substring(1).split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            boolean dots = segments[i].equals(".") || segments[i].equals("..");
            if (segments[i].equals("..") && !kept.isEmpty()) {
                kept.removeLast();
            }
            if (!dots) {
                kept.addLast(segments[i]);
            } else if (i == segments.length - 1) {
                kept.addLast("");
            }
        }
        StringBuilder text = new StringBuilder();
        for (Iterator<String> segment = kept.iterator(); segment.hasNext(); ) {
            text.append('/').append(segment.next());
        }
        return text.toString();
    }

    private static String before(String text, char delimiter) {
        int at = text.indexOf(delimiter);
        return at < 0 ? text : text.substring(0, at);
    }
}
