package dev.airlock.runtime.install.net;

import dev.airlock.runtime.install.SourceException;
import dev.airlock.runtime.packages.BrokenPackageException;
import dev.airlock.runtime.packages.ConnectorPackage;
import dev.airlock.runtime.packages.PackageArchive;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.host.net.Dialer;
import dev.airlock.sandbox.host.net.HttpResult;
import dev.airlock.sandbox.host.net.HttpTransport;
import java.util.Optional;

/**
 * Downloads over https, into memory and no further: what breaks off leaves nothing. Redirects are followed, 5 at most and to https
 * only. A download that breaks off is resumed where it was if the server names the bytes by a strong ETag (RFC 9110, section 14),
 * and else begun anew, 4 times at most. A server that asks to be left alone for a while is (429, 503 with Retry-After). It takes 10
 * minutes at most.
 *
 * <p>Belongs to one thread at a time; closing it closes the dialer.
 */
public final class Downloads implements AutoCloseable {
    private final Transfers transfers;
    private final Errand errand;
    private final Dialer dialer;
    private final HttpTransport transport;
    private final DownloadListener listener;

    /** Downloads as a dialer reaches the network. */
    public Downloads(Dialer dialer, DownloadListener listener) {
        this(dialer, listener, new Cancellation());
    }

    /**
     * The same, which somebody may end.
     *
     * @param cancellation ends what is downloaded, and whatever would be
     */
    public Downloads(Dialer dialer, DownloadListener listener, Cancellation cancellation) {
        this(Errand.DOWNLOAD, dialer, listener, cancellation);
    }

    private Downloads(Errand errand, Dialer dialer, DownloadListener listener, Cancellation cancellation) {
        this.errand = errand;
        this.transfers = new Transfers(cancellation);
        this.dialer = dialer;
        this.transport = new HttpTransport(dialer);
        this.listener = listener;
    }

    /** What a server is asked beside uploads; what goes wrong is spoken of as that of the upload. */
    public static Downloads besideUploads(Dialer dialer, DownloadListener listener, Cancellation cancellation) {
        return new Downloads(Errand.UPLOAD, dialer, listener, cancellation);
    }

    /**
     * The whole answer: of status 200, or of one that says no.
     *
     * @throws SourceException if none comes, or it is larger than wanted
     */
    public HttpResult.Response get(Wanted wanted) throws SourceException {
        try {
            return transfers.run(scope -> new Download(transport, scope, wanted, errand, listener).run());
        } catch (CallEnded e) {
            throw new SourceException(Transfers.why(e.ending(), wanted.most(), errand));
        }
    }

    /**
     * The package whose archive lies at a URL; empty if nothing lies there.
     *
     * @throws SourceException if something does and it is no package, or the server does not say
     */
    public Optional<ConnectorPackage> packageAt(String url) throws SourceException {
        Wanted wanted = Wanted.at(Wanted.https(url), PackageArchive.MAX_BYTES);
        HttpResult.Response answer = get(wanted);
        if (answer.status() == Status.ABSENT) {
            return Optional.empty();
        }
        if (answer.status() != Status.OK) {
            throw refused(wanted, answer);
        }
        return Optional.of(unpacked(answer.body()));
    }

    /** What an archive that was downloaded holds. */
    public static ConnectorPackage unpacked(byte[] archive) throws SourceException {
        try {
            return PackageArchive.unpack(archive);
        } catch (BrokenPackageException e) {
            throw new SourceException("The download is not a connector package. " + e.why()
                    + " Look at the URL, or ask its publisher.");
        }
    }

    /** An answer that says no. */
    public static SourceException refused(Wanted wanted, HttpResult.Response answer) {
        return new SourceException(
                wanted.url().address() + " answered with status " + answer.status() + ". " + NextStep.after(answer));
    }

    @Override
    public void close() {
        transport.close();
        dialer.close();
    }
}
