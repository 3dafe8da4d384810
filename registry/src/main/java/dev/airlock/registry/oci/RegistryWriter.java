package dev.airlock.registry.oci;

import dev.airlock.failures.text.ForeignText;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.net.DownloadRequest;
import dev.airlock.registry.net.Outgoing;
import dev.airlock.registry.net.Sent;
import dev.airlock.registry.net.Status;
import dev.airlock.registry.net.Uploads;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.url.ParsedUrl;
import dev.airlock.sandbox.url.TargetUrl;

/**
 * One repository of a registry, for writing (OCI distribution specification 1.1, "Push"). Each blob is sent whole in one request. A blob is
 * named only by its digest, so an incomplete one leaves nothing and is sent again.
 */
final class RegistryWriter {
    private static final String OCTETS = "application/octet-stream";
    private static final int MOST_ATTEMPTS = 3;

    private final Uploads uploads;
    private final Registry registry;
    private final RegistryAccess access;

    RegistryWriter(Uploads uploads, Registry registry, RegistryAccess access) {
        this.uploads = uploads;
        this.registry = registry;
        this.access = access;
    }

    /** Stores some bytes in the registry, unless it has them. */
    void keep(byte[] blob) throws SourceException {
        String digest = OciDigest.of(blob);
        if (has(digest)) {
            return;
        }
        for (int attempt = 1; ; attempt++) {
            Sent sent = uploaded(blob, digest);
            boolean isLast = attempt == MOST_ATTEMPTS;
            if (sent instanceof Sent.Lost lost && isLast) {
                throw new SourceException("The upload broke off: " + lost.why());
            }
            if (sent instanceof Sent.Answered answered && (isLast || !isForgotten(answered.answer()))) {
                requireKept(answered.answer(), blob.length);
                return;
            }
            uploads.beginsAnew();
        }
    }

    /** Sets a tag to a manifest. */
    Sent tag(String tag, byte[] manifest) throws SourceException {
        Outgoing put = Outgoing.put(registry.at("/manifests/" + tag), OciManifest.IMAGE, manifest);
        return access.write(who -> uploads.send(who.map(put::by).orElse(put)));
    }

    /**
     * Returns whether the registry has a blob. It may redirect, if it stores blobs elsewhere. If it does not say, returns false, so that
     * the blob is sent.
     */
    private boolean has(String digest) throws SourceException {
        Outgoing head = Outgoing.head(registry.at("/blobs/" + digest));
        Sent sent = access.write(who -> uploads.send(who.map(head::by).orElse(head)));
        if (!(sent instanceof Sent.Answered answered)) {
            throw new SourceException("The registry cannot be queried: " + ((Sent.Lost) sent).why());
        }
        int status = answered.answer().status();
        if (status == Status.OK || Status.isRedirect(status)) {
            return true;
        }
        if (status == Status.ABSENT || status == Status.NO_SUCH_METHOD) {
            return false;
        }
        throw refused("asked whether it has the archive", answered.answer());
    }

    private Sent uploaded(byte[] blob, String digest) throws SourceException {
        Outgoing begin = Outgoing.post(registry.at("/blobs/uploads/"));
        Sent begun = access.write(who -> uploads.send(who.map(begin::by).orElse(begin)));
        if (!(begun instanceof Sent.Answered answered)) {
            return begun;
        }
        if (answered.answer().status() != Status.ACCEPTED) {
            throw refused("asked to begin an upload", answered.answer());
        }
        TargetUrl place = place(begin.url(), answered.answer().header("Location"), digest);
        Outgoing put = Outgoing.put(place, OCTETS, blob);
        if (place.sameOrigin(begin.url())) {
            return access.write(who -> uploads.send(who.map(put::by).orElse(put)));
        }
        return uploads.send(put);
    }

    /** Returns the URL of an upload, with the digest that completes it. */
    private static TargetUrl place(TargetUrl from, String location, String digest) throws SourceException {
        if (location.isEmpty()) {
            throw new SourceException("The registry begins an upload without a location for it. Ask its operator.");
        }
        if (!(from.resolve(location) instanceof ParsedUrl.Target target)) {
            throw elsewhere(from, location);
        }
        String url = target.url().toString();
        try {
            return DownloadRequest.https(
                    url + (url.contains("?") ? "&" : "?") + "digest=" + digest.replace(":", "%3A"));
        } catch (SourceException e) {
            throw elsewhere(from, location);
        }
    }

    private static SourceException elsewhere(TargetUrl from, String location) {
        return new SourceException(
                from.address() + " wants the upload at a place that Airlock does not send to, "
                        + ForeignText.quote(ForeignText.clean(location, 200))
                        + ": it is not an https URL. Ask the registry's operator; behind a proxy the registry must know its own URL.");
    }

    /** Returns whether the registry has forgotten the upload, for instance after a restart. */
    private static boolean isForgotten(HttpResult.Response answer) {
        return answer.status() == Status.ABSENT
                || answer.status() == Status.NO_SUCH_PART
                || Status.isServerError(answer.status());
    }

    private static void requireKept(HttpResult.Response answer, long bytes) throws SourceException {
        if (answer.status() == Status.TOO_LARGE) {
            throw new SourceException("The registry does not take " + bytes + " bytes at once (status 413)."
                    + RegistryError.describe(answer)
                    + " Ask the operator of the registry, or of the proxy before it, to allow more.");
        }
        if (!Status.isSuccess(answer.status()) || answer.status() == Status.ACCEPTED) {
            throw refused("given the archive", answer);
        }
    }

    /** @param when the request, such as {@code given the archive} */
    static SourceException refused(String when, HttpResult.Response answer) {
        return new SourceException("The registry, " + when + ", answered with status " + answer.status() + "."
                + RegistryError.describe(answer) + " " + Uploads.next(answer));
    }
}
