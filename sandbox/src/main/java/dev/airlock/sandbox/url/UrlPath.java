package dev.airlock.sandbox.url;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/** The segments of a path as servers split it: at {@code /}, decoded. */
public final class UrlPath {
    private UrlPath() {}

    /**
     * Returns the URL without the segments {@code .} and {@code ..}, in whatever spelling, which never lead above the
     * root (RFC 3986, section 5.2.4); the same URL if there are none.
     */
    public static TargetUrl withoutDots(TargetUrl url) {
        List<String> segments = segments(url);
        if (segments.stream().noneMatch(segment -> isDot(segment) || isDotDot(segment))) {
            return url;
        }
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            if (isDotDot(segment) && !kept.isEmpty()) {
                kept.remove(kept.size() - 1);
            }
            if (!isDot(segment) && !isDotDot(segment)) {
                kept.add(segment);
            } else if (i == segments.size() - 1) {
                kept.add("");
            }
        }
        return with(url, kept);
    }

    /** Counts the segments that equal that text. */
    public static int count(TargetUrl url, String text) {
        return Collections.frequency(
                segments(url).stream().map(UrlPath::decoded).toList(), text);
    }

    /**
     * Returns the URL with each decoded segment replaced by the function's result. A segment that the function does not
     * change keeps its spelling.
     */
    public static TargetUrl replaced(TargetUrl url, UnaryOperator<String> change) {
        List<String> segments = segments(url);
        List<String> changed = segments.stream()
                .map(segment -> {
                    String decoded = decoded(segment);
                    String next = change.apply(decoded);
                    return next.equals(decoded) ? segment : next;
                })
                .toList();
        return changed.equals(segments) ? url : with(url, changed);
    }

    private static TargetUrl with(TargetUrl url, List<String> segments) {
        String whole = url.pathAndQuery();
        int question = whole.indexOf('?');
        String query = question < 0 ? "" : whole.substring(question);
        return url.withPathAndQuery("/" + String.join("/", segments) + query);
    }

    private static List<String> segments(TargetUrl url) {
        String whole = url.pathAndQuery();
        int question = whole.indexOf('?');
        String path = question < 0 ? whole : whole.substring(0, question);
        return Arrays.asList(path.substring(1).split("/", -1));
    }

    private static boolean isDot(String segment) {
        return decoded(segment).equals(".");
    }

    private static boolean isDotDot(String segment) {
        return decoded(segment).equals("..");
    }

    private static String decoded(String segment) {
        return PercentEncoding.decodeText(segment, false);
    }
}
