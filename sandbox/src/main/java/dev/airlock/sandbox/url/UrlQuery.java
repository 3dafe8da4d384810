package dev.airlock.sandbox.url;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The parameters of a query as servers split it: at {@code &} and, as some still do, at {@code ;}, decoded and with
 * {@code +} for a space.
 */
public final class UrlQuery {
    private static final Pattern BETWEEN = Pattern.compile("(?<=[&;])|(?=[&;])");

    private UrlQuery() {}

    /** Returns the names of a URL's parameters, whatever their spelling. */
    public static Set<String> names(TargetUrl url) {
        return parts(url).stream()
                .filter(part -> !isSeparator(part))
                .map(UrlQuery::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the URL with one more parameter at its end and no other change. */
    public static TargetUrl with(TargetUrl url, String name, String value) {
        String whole = url.pathAndQuery();
        return url.withPathAndQuery(whole + before(whole) + name + "=" + PercentEncoding.encodeText(value, ""));
    }

    /**
     * Returns the separator before one more parameter. A second question mark belongs to the last value and separates
     * nothing.
     */
    private static String before(String whole) {
        int question = whole.indexOf('?');
        boolean isParted = question == whole.length() - 1 || whole.endsWith("&");
        return question < 0 ? "?" : isParted ? "" : "&";
    }

    /**
     * Returns the URL without the parameters whose name and value match the predicate; the same URL if there are none.
     */
    public static TargetUrl without(TargetUrl url, BiPredicate<String, String> unwanted) {
        String whole = url.pathAndQuery();
        int question = whole.indexOf('?');
        List<String> kept = new ArrayList<>();
        boolean anyGone = false;
        for (String part : parts(url)) {
            boolean isGone = unwanted.test(name(part), value(part));
            anyGone |= isGone;
            boolean isSeparatorOfNothing =
                    isSeparator(part) && (kept.isEmpty() || isSeparator(kept.get(kept.size() - 1)));
            if (!isGone && !isSeparatorOfNothing) {
                kept.add(part);
            }
        }
        if (!anyGone) {
            return url;
        }
        if (!kept.isEmpty() && isSeparator(kept.get(kept.size() - 1))) {
            kept.remove(kept.size() - 1);
        }
        String query = String.join("", kept);
        return url.withPathAndQuery(whole.substring(0, question) + (query.isEmpty() ? "" : "?" + query));
    }

    /** Parameters and their separators. */
    private static List<String> parts(TargetUrl url) {
        String whole = url.pathAndQuery();
        int question = whole.indexOf('?');
        return question < 0 ? List.of() : List.of(BETWEEN.split(whole.substring(question + 1)));
    }

    private static boolean isSeparator(String part) {
        return part.equals("&") || part.equals(";");
    }

    private static String name(String part) {
        int equals = part.indexOf('=');
        return PercentEncoding.decodeText(equals < 0 ? part : part.substring(0, equals), true);
    }

    private static String value(String part) {
        int equals = part.indexOf('=');
        return equals < 0 ? "" : PercentEncoding.decodeText(part.substring(equals + 1), true);
    }
}
