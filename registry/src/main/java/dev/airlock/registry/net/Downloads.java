package dev.airlock.registry.net;

import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.packages.BrokenPackageException;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.PackageArchive;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.host.net.HttpTransport;
import dev.airlock.sandbox.host.net.dial.Dialer;
import dev.airlock.sandbox.host.net.message.HttpResult;
import java.util.Optional;

/**
 * Downloads over https into memory; an aborted one leaves nothing behind. Follows at most 5 redirects, to https only. An interrupted
 * download is resumed if the server identifies the bytes by a strong ETag (RFC 9110, section 14), and otherwise started again, at most 4
 * times. Respects a server that asks for a pause (429, 503 with Retry-After). A download takes at most 10 min.
 *
 * <p>Used by one thread at a time; closing it closes the dialer.
 */
public final class Downloads implements AutoCloseable {
    private final Transfers transfers;
    private final TransferPurpose errand;
    private final Dialer dialer;
    private final HttpTransport transport;
    private final DownloadListener listener;

    /** Creates downloads that reach the network through a dialer. */
    public Downloads(Dialer dialer, DownloadListener listener) {
        this(dialer, listener, new Cancellation());
    }

    /**
     * Creates downloads that can be cancelled.
     *
     * @param cancellation cancels the running download and all later ones
     */
    public Downloads(Dialer dialer, DownloadListener listener, Cancellation cancellation) {
        this(TransferPurpose.DOWNLOAD, dialer, listener, cancellation);
    }

    private Downloads(TransferPurpose errand, Dialer dialer, DownloadListener listener, Cancellation cancellation) {
        this.errand = errand;
        this.transfers = new Transfers(cancellation);
        this.dialer = dialer;
        this.transport = new HttpTransport(dialer);
        this.listener = listener;
    }

    /** Returns downloads for requests that accompany an upload; their problems are reported as problems of the upload. */
    public static Downloads besideUploads(Dialer dialer, DownloadListener listener, Cancellation cancellation) {
        return new Downloads(TransferPurpose.UPLOAD, dialer, listener, cancellation);
    }

    /**
     * Returns the whole answer: with status 200, or an error status.
     *
     * @throws SourceException if there is none, or it is too large
     */
    public HttpResult.Response get(DownloadRequest wanted) throws SourceException {
        try {
            return transfers.run(scope -> new Download(transport, scope, wanted, errand, listener).run());
        } catch (CallEnded e) {
            throw new SourceException(Transfers.why(e.termination(), wanted.most(), errand));
        }
    }

    /**
     * Downloads the package at a URL; returns empty if nothing is there.
     *
     * @throws SourceException if something is there but is not a package, or the server does not say
     */
    public Optional<ConnectorPackage> packageAt(String url) throws SourceException {
        DownloadRequest wanted = DownloadRequest.at(DownloadRequest.https(url), PackageArchive.MAX_BYTES);
        HttpResult.Response answer = get(wanted);
        if (answer.status() == Status.ABSENT) {
            return Optional.empty();
        }
        if (answer.status() != Status.OK) {
            throw refused(wanted, answer);
        }
        return Optional.of(unpacked(answer.body()));
    }

    /** Unpacks a downloaded archive. */
    public static ConnectorPackage unpacked(byte[] archive) throws SourceException {
        try {
            return PackageArchive.unpack(archive);
        } catch (BrokenPackageException e) {
            throw new SourceException(
                    "The download is not a connector package. " + e.why() + " Look at the URL, or ask its publisher.");
        }
    }

    /** Returns the exception for an error answer. */
    public static SourceException refused(DownloadRequest wanted, HttpResult.Response answer) {
        return new SourceException(wanted.url().address() + " answered with status " + answer.status() + ". "
                + TransferAdvice.after(answer));
    }

    @Override
    public void close() {
        transport.close();
        dialer.close();
    }
}
