package dev.airlock.registry.web;

import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.install.PackageSource;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.net.Downloads;
import dev.airlock.registry.net.Status;
import dev.airlock.registry.packages.ConnectorPackage;

/** An archive at an https URL. */
public final class HttpsSource implements PackageSource {
    private final Downloads downloads;
    private final String url;

    /** Creates the source for the archive at a URL, whatever its name. */
    public HttpsSource(Downloads downloads, String url) {
        this.downloads = downloads;
        this.url = url;
    }

    @Override
    public ConnectorPackage fetch(ConnectorReference wanted) throws SourceException {
        return downloads
                .packageAt(url)
                .orElseThrow(() -> new SourceException("There is nothing at that URL; the server answered with status "
                        + Status.ABSENT + ". Check the URL; servers often hide files that are not public."));
    }
}
