package dev.airlock.manifests.names;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;

/**
 * One version of one connector, written {@code name@version}.
 *
 * @param name the connector's full name
 * @param version the exact version; there are no ranges
 */
public record ConnectorReference(ConnectorName name, SemVer version) {

    /** Parses a reference, for instance {@code github://acme/slack@1.2.0}. */
    public static Parsed<ConnectorReference> parse(String text) {
        int at = text.indexOf('@');
        if (at < 0) {
            return Parsed.wrong(
                    "reference " + Printable.quoted(text)
                            + (text.contains("://") ? " has no version" : " has neither a scheme nor a version"),
                    "write " + (text.contains("://") ? "name@version" : "scheme://owner/repo@version")
                            + ", for instance \"github://acme/slack@1.2.0\"");
        }
        return ConnectorName.parse(text.substring(0, at))
                .then(name ->
                        SemVer.parse(text.substring(at + 1)).map(version -> new ConnectorReference(name, version)));
    }

    /** Returns the reference as {@code name@version}. */
    @Override
    public String toString() {
        return name + "@" + version;
    }
}
