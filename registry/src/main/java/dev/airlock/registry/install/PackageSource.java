package dev.airlock.registry.install;

import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.packages.ConnectorPackage;

/** A source of packages. Its packages are not trusted; the caller checks them. */
@FunctionalInterface
public interface PackageSource {
    /**
     * Fetches the package with a name and version.
     *
     * @throws WrongBytesException if the bytes differ from the source's own declaration
     * @throws SourceException if there is none, or it is not a package
     */
    ConnectorPackage fetch(ConnectorReference wanted) throws SourceException;
}
