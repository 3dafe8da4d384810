package dev.airlock.runtime.packages;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Connectors that are small, and what a publisher makes of them. */
public final class Packages {
    private static final byte[] MODULE = {0, 'a', 's', 'm', 1, 0, 0, 0};

    private Packages() {}

    /** A connector of that name and version that may talk to one host. */
    public static ConnectorPackage of(String name, String version, String... hosts) {
        String network =
                hosts.length == 0 ? "" : "[capabilities.network]\nhosts = [\"" + String.join("\", \"", hosts) + "\"]\n";
        String manifest = "[connector]\nname = \"" + name + "\"\nversion = \"" + version + "\"\n" + network;
        return ConnectorPackage.unsigned(MODULE, manifest.getBytes(StandardCharsets.UTF_8));
    }

    /** The package with these signatures, whatever they are. */
    public static ConnectorPackage with(ConnectorPackage content, Optional<byte[]> v1, Optional<byte[]> v2) {
        return new ConnectorPackage(content.module(), content.manifest(), new ConnectorPackage.Signatures(v1, v2));
    }
}
