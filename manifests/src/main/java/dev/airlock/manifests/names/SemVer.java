package dev.airlock.manifests.names;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import java.util.Arrays;
import java.util.List;

/**
 * A version, strictly after Semantic Versioning 2.0.0: no leading {@code v}, no ranges, no missing parts.
 *
 * <p>Versions are ordered by precedence. Two that differ only in build metadata are ordered by that text, so that the order agrees with
 * {@code equals}.
 *
 * @param text the version as written, which is its only spelling
 */
public record SemVer(String text) implements Comparable<SemVer> {
    /** The longest version, in characters. */
    public static final int MAX_LENGTH = 255;

    private static final String EXAMPLE = "write MAJOR.MINOR.PATCH, for instance \"1.2.0\" or \"2.0.0-rc.1\"";

    /** Checks the text. */
    public SemVer {
        if (!isVersion(text)) {
            throw new IllegalArgumentException("not a version: " + Printable.quoted(text));
        }
    }

    /** Parses a version. */
    public static Parsed<SemVer> parse(String text) {
        if (isVersion(text)) {
            return Parsed.ok(new SemVer(text));
        }
        String what = "version " + Printable.quoted(text) + " is not strict SemVer";
        String bare = text.strip().replaceFirst("^[vV=]", "");
        return Parsed.wrong(what, isVersion(bare) ? "write \"" + bare + "\"" : EXAMPLE);
    }

    /** Returns the pre-release identifiers, empty for a release. */
    public List<String> preRelease() {
        String version = withoutBuild();
        int dash = version.indexOf('-');
        return dash < 0 ? List.of() : identifiers(version.substring(dash + 1));
    }

    /** Compares by precedence, then by build metadata. */
    @Override
    public int compareTo(SemVer other) {
        int order = compareIdentifiers(core(), other.core());
        if (order == 0) {
            order = comparePreRelease(preRelease(), other.preRelease());
        }
        return order == 0 ? text.compareTo(other.text) : order;
    }

    /** Returns the version as written. */
    @Override
    public String toString() {
        return text;
    }

    private List<String> core() {
        return identifiers(withoutBuild().split("-", 2)[0]);
    }

    private String withoutBuild() {
        return text.split("\\+", 2)[0];
    }

    private static int comparePreRelease(List<String> a, List<String> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return Boolean.compare(a.isEmpty(), b.isEmpty());
        }
        return compareIdentifiers(a, b);
    }

    private static int compareIdentifiers(List<String> a, List<String> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = compareIdentifier(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    private static int compareIdentifier(String a, String b) {
        if (isDigits(a) && isDigits(b)) {
            return a.length() == b.length() ? a.compareTo(b) : Integer.compare(a.length(), b.length());
        }
        return isDigits(a) == isDigits(b) ? a.compareTo(b) : Boolean.compare(isDigits(b), isDigits(a));
    }

    private static boolean isVersion(String text) {
        if (text.length() > MAX_LENGTH) {
            return false;
        }
        String[] build = text.split("\\+", 2);
        String[] preRelease = build[0].split("-", 2);
        List<String> core = identifiers(preRelease[0]);
        return core.size() == 3
                && core.stream().allMatch(SemVer::isNumber)
                && (preRelease.length == 1
                        || identifiers(preRelease[1]).stream().allMatch(SemVer::isPreReleaseIdentifier))
                && (build.length == 1 || identifiers(build[1]).stream().allMatch(SemVer::isIdentifier));
    }

    private static List<String> identifiers(String dotted) {
        return Arrays.asList(dotted.split("\\.", -1));
    }

    private static boolean isPreReleaseIdentifier(String text) {
        return isDigits(text) ? isNumber(text) : isIdentifier(text);
    }

    private static boolean isNumber(String text) {
        return isDigits(text) && (text.length() == 1 || text.charAt(0) != '0');
    }

    private static boolean isDigits(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static boolean isIdentifier(String text) {
        return !text.isEmpty()
                && text.chars()
                        .allMatch(c ->
                                (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-');
    }
}
