package dev.airlock.manifests.names;

import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.hosts.Host;
import java.util.List;
import java.util.Optional;

/**
 * A connector's full name, {@code scheme://owner/repo[/subpath]}.
 *
 * <p>Each segment is made of ASCII letters, digits, {@code .}, {@code _} and {@code -}, and is neither {@code .} nor {@code ..}. Names
 * match exactly, including letter case. With the scheme {@code https} the owner is a host name, in lower case and without a port.
 *
 * @param scheme the kind of place where the connector was published
 * @param owner its publisher
 * @param repo the repository that holds it
 * @param subpath its path in the repository, segments joined by {@code /}; empty for the root
 */
public record ConnectorName(Scheme scheme, String owner, String repo, Optional<String> subpath) {
    /** The longest name, in characters. */
    public static final int MAX_LENGTH = 255;

    private static final String SHAPE = "write scheme://owner/repo, for instance \"github://acme/slack\"";

    /** Checks every part. */
    public ConnectorName {
        String text = text(scheme, owner, repo, subpath);
        boolean isSplit = owner.contains("/") || repo.contains("/");
        if (isSplit
                || complaint(text, scheme, text.substring(scheme.word().length() + 3))
                        .isPresent()) {
            throw new IllegalArgumentException("not a connector name: " + Printable.quoted(text));
        }
    }

    /** Parses a full name. */
    public static Parsed<ConnectorName> parse(String text) {
        int colon = text.indexOf("://");
        if (colon < 0) {
            return Parsed.wrong("name " + Printable.quoted(text) + " has no scheme", SHAPE);
        }
        Optional<Scheme> scheme = Scheme.ofWord(text.substring(0, colon));
        if (scheme.isEmpty()) {
            return unknownScheme(text, text.substring(0, colon));
        }
        String path = text.substring(colon + 3);
        return complaint(text, scheme.get(), path).orElseGet(() -> Parsed.ok(ofChecked(scheme.get(), path)));
    }

    /** Returns the publisher's identity, {@code scheme://owner/repo}, against which signatures are checked. */
    public String authority() {
        return text(scheme, owner, repo, Optional.empty());
    }

    /** Returns the full name. */
    @Override
    public String toString() {
        return text(scheme, owner, repo, subpath);
    }

    private static String text(Scheme scheme, String owner, String repo, Optional<String> subpath) {
        return scheme.word() + "://" + owner + "/" + repo
                + subpath.map(path -> "/" + path).orElse("");
    }

    private static ConnectorName ofChecked(Scheme scheme, String path) {
        String[] parts = path.split("/", 3);
        return new ConnectorName(
                scheme, parts[0], parts[1], parts.length == 3 ? Optional.of(parts[2]) : Optional.empty());
    }

    private static Parsed<ConnectorName> unknownScheme(String text, String word) {
        String known = String.join(", ", Scheme.words());
        return Parsed.wrong(
                "name " + Printable.quoted(text) + " has an unknown scheme",
                Nearest.to(word, Scheme.words())
                        .map(near -> "write \"" + near + "://…\" (known: " + known + ")")
                        .orElse("use one of " + known));
    }

    private static Optional<Parsed<ConnectorName>> complaint(String text, Scheme scheme, String path) {
        if (text.length() > MAX_LENGTH) {
            return wrong(text, "is longer than " + MAX_LENGTH + " characters", SHAPE);
        }
        List<String> segments = List.of(path.split("/", -1));
        if (path.contains("@")) {
            return wrong(text, "holds an @", "a name has no version; the version has a key of its own");
        }
        if (segments.size() < 2) {
            return wrong(text, "has no repo", SHAPE);
        }
        Optional<String> bad =
                segments.stream().filter(segment -> !isSegment(segment)).findFirst();
        if (bad.isPresent()) {
            return wrong(text, "has the segment " + Printable.quoted(bad.get()), segmentRule(bad.get()));
        }
        return scheme == Scheme.HTTPS ? hostComplaint(text, segments.get(0)) : Optional.empty();
    }

    private static Optional<Parsed<ConnectorName>> hostComplaint(String text, String owner) {
        String host = Host.parse(owner).optional().map(Host::text).orElse("");
        if (host.equals(owner)) {
            return Optional.empty();
        }
        String right = host.isEmpty()
                ? "start with a host name, for instance \"https://example.com/slack\""
                : "write \"https://" + host + "/…\"";
        return wrong(text, "does not start with a host name in lower case", right);
    }

    private static Optional<Parsed<ConnectorName>> wrong(String text, String what, String right) {
        return Optional.of(Parsed.wrong("name " + Printable.quoted(text) + " " + what, right));
    }

    private static String segmentRule(String segment) {
        return segment.isEmpty()
                ? "leave out the slash, or write something between the slashes"
                : "use letters, digits, \".\", \"_\" and \"-\" only, and neither \".\" nor \"..\" as a segment";
    }

    private static boolean isSegment(String segment) {
        return !segment.isEmpty()
                && !segment.equals(".")
                && !segment.equals("..")
                && segment.chars().allMatch(ConnectorName::isNameCharacter);
    }

    private static boolean isNameCharacter(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '.'
                || c == '_'
                || c == '-';
    }
}
