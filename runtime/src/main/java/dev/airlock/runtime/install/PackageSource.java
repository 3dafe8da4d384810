package dev.airlock.runtime.install;

import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.packages.ConnectorPackage;

/** Where packages come from. What it gives is not trusted: whoever asks checks it. */
public interface PackageSource {
    /**
     * The package of that name and version, as the source has it.
     *
     * @throws SourceException if there is none, or it is no package
     */
    ConnectorPackage fetch(ConnectorReference wanted) throws SourceException;
}
