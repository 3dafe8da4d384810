package dev.airlock.manifests;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.limits.LimitRule;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The text to paste into a manifest to grant something that was denied.
 *
 * @param table the header of the table, for instance {@code [capabilities.network]}
 * @param line the line in that table; empty when an empty table grants it
 * @param replaces whether the manifest already has that table, so that the line goes there and replaces any value of the key
 */
public record ManifestFix(String table, String line, boolean replaces) {

    /** Returns the fix that grants one more host beside those of the manifest. */
    public static ManifestFix network(ConnectorManifest manifest, NetworkGrant denied) {
        Set<String> hosts = new LinkedHashSet<>();
        List<NetworkGrant> completed = manifest.settings().completedHosts();
        manifest.capabilities().grants().stream()
                .filter(grant -> !completed.contains(grant))
                .forEach(grant -> hosts.add(grant.toString()));
        manifest.settings().hosts().forEach(template -> hosts.add(template.text()));
        hosts.add(denied.toString());
        return new ManifestFix(
                "[capabilities.network]",
                "hosts = " + list(hosts),
                manifest.capabilities().network().isPresent());
    }

    /**
     * Returns the fix that declares host functions beside those of the manifest.
     *
     * @param needed the names of all functions that the module imports, because a manifest with the table implies no function
     */
    public static ManifestFix imports(ConnectorManifest manifest, Collection<String> needed) {
        Set<String> imports =
                new LinkedHashSet<>(manifest.capabilities().imports().orElse(List.of()));
        imports.addAll(needed);
        return new ManifestFix(
                "[capabilities.runtime]",
                "imports = " + list(imports),
                manifest.capabilities().imports().isPresent());
    }

    /** Returns the fix that declares a kind of credential; it replaces another kind if the manifest has one. */
    public static ManifestFix credential(ConnectorManifest manifest, CredentialKind kind) {
        return new ManifestFix(
                "[capabilities.credential]",
                "kind = \"" + kind.word() + "\"",
                manifest.capabilities().credential().isPresent());
    }

    /** Returns the fix that grants state. */
    public static ManifestFix state(ConnectorManifest manifest) {
        return new ManifestFix(
                "[capabilities.state]", "", manifest.capabilities().state());
    }

    /**
     * Returns the fix that raises a limit.
     *
     * @param value the new value, in the limit's unit
     * @throws IllegalArgumentException when the value lies outside the permitted range
     */
    public static ManifestFix limit(ConnectorManifest manifest, LimitName name, long value) {
        manifest.limits().with(name, value);
        return new ManifestFix("[limits]", LimitRule.of(name).line(value), false);
    }

    /** Returns the fix as part of a sentence: {@code under [capabilities.network] in manifest.toml write hosts = ["…"]}. */
    public String advice() {
        return line.isEmpty()
                ? "add " + table + " to manifest.toml"
                : "under " + table + " in manifest.toml write " + line;
    }

    /** Returns the TOML to paste: the header, and the line under it. */
    public String toml() {
        return line.isEmpty() ? table : table + "\n" + line;
    }

    /** Returns the place where it goes, as the beginning of a sentence that {@link #pasted} ends. */
    public String how() {
        return replaces && !line.isEmpty()
                ? "To allow it, set " + key() + " under " + table
                        + " in manifest.toml, replacing its whole value if it has one:\n"
                : "To allow it, add to manifest.toml:\n";
    }

    /** Returns the text to paste there: the line alone if the manifest already has the table, else the header and the line. */
    public String pasted() {
        return replaces && !line.isEmpty() ? line : toml();
    }

    private String key() {
        return line.substring(0, line.indexOf(' '));
    }

    private static String list(Collection<String> texts) {
        return texts.stream().map(text -> '"' + text + '"').collect(Collectors.joining(", ", "[", "]"));
    }
}
