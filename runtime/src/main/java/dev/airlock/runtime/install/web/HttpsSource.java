package dev.airlock.runtime.install.web;

import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.install.PackageSource;
import dev.airlock.runtime.install.SourceException;
import dev.airlock.runtime.install.net.Downloads;
import dev.airlock.runtime.install.net.Status;
import dev.airlock.runtime.packages.ConnectorPackage;

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
