package dev.airlock.runtime.install;

import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.packages.ConnectorPackage;

/** Where packages come from. What it gives is not trusted: whoever asks checks it. */
@FunctionalInterface
public interface PackageSource {
    /**
     * The package of that name and version, as the source has it.
     *
     * @throws WrongBytesException if what came is not what the source itself says that it is
     * @throws SourceException if there is none, or it is no package
     */
    ConnectorPackage fetch(ConnectorReference wanted) throws SourceException;
}
