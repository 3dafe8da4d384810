package dev.airlock.registry.packages;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Small connectors, and their packages. */
public final class Packages {
    private static final byte[] MODULE = {0, 'a', 's', 'm', 1, 0, 0, 0};

    private Packages() {}

    /** Returns a connector with a name, a version and hosts. */
    public static ConnectorPackage of(String name, String version, String... hosts) {
        String network =
                hosts.length == 0 ? "" : "[capabilities.network]\nhosts = [\"" + String.join("\", \"", hosts) + "\"]\n";
        String manifest = "[connector]\nname = \"" + name + "\"\nversion = \"" + version + "\"\n" + network;
        return ConnectorPackage.unsigned(MODULE, manifest.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the package with these signatures, valid or not. */
    public static ConnectorPackage with(ConnectorPackage content, Optional<byte[]> v1, Optional<byte[]> v2) {
        return new ConnectorPackage(content.module(), content.manifest(), new ConnectorPackage.Signatures(v1, v2));
    }
}
