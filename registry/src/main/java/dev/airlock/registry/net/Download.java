package dev.airlock.registry.net;

import dev.airlock.registry.install.SourceException;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.host.net.HttpTransport;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.url.TargetUrl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A running download, with its redirects and restarts. */
final class Download {
    private static final int MOST_HOPS = 5;
    private static final int MOST_ATTEMPTS = 5;

    private final HttpTransport transport;
    private final CallScope scope;
    private final DownloadRequest wanted;
    private final TransferPurpose errand;
    private final DownloadListener listener;
    private final ServersPace pace;
    /** The kept part of a body that broke off; empty at the beginning, and if it cannot be continued. */
    private byte[] kept = {};
    /** The strong ETag of the kept part. */
    private String tag = "";

    Download(
            HttpTransport transport,
            CallScope scope,
            DownloadRequest wanted,
            TransferPurpose errand,
            DownloadListener listener) {
        this.transport = transport;
        this.scope = scope;
        this.wanted = wanted;
        this.errand = errand;
        this.listener = listener;
        this.pace = new ServersPace(listener);
    }

    HttpResult.Response run() throws SourceException {
        for (int attempt = 1; ; attempt++) {
            IncomingBody body = new IncomingBody(kept.length, tag, listener);
            HttpResult result = followed(body);
            if (result instanceof HttpResult.Response answer) {
                Optional<HttpResult.Response> whole = whole(answer, body);
                if (whole.isPresent()) {
                    return whole.get();
                }
            } else if (!body.broughtSomething() || attempt == MOST_ATTEMPTS) {
                throw failed((HttpResult.Failed) result);
            }
            if (attempt == MOST_ATTEMPTS) {
                throw new SourceException(
                        wanted.url().address() + " gives a different answer each time. Run the command again.");
            }
            keep(body);
            listener.resumes(kept.length);
        }
    }

    /** Returns the answer at the end of the redirects. Each attempt follows them again. */
    private HttpResult followed(IncomingBody body) throws SourceException {
        TargetUrl target = wanted.url();
        boolean isThere = true;
        for (int hop = 0; hop <= MOST_HOPS; hop++) {
            isThere = isThere && target.sameOrigin(wanted.url());
            HttpResult result = exchanged(request(target, isThere), body);
            if (!(result instanceof HttpResult.Response answer) || !Status.isRedirect(answer.status())) {
                requireNotAskedWhoItIs(result, target, isThere);
                return result;
            }
            target = redirected(target, answer.header("Location"));
        }
        throw new SourceException(wanted.url().address() + " redirects more than " + MOST_HOPS
                + " times. Check the URL, or ask the server's operator.");
    }

    private HttpResult exchanged(HttpRequest request, IncomingBody body) {
        while (true) {
            HttpResult result = transport.exchange(scope, request, body);
            if (!pace.waited(scope, result)) {
                return result;
            }
        }
    }

    /** Refuses a 401 from another server. No credentials are sent there, since a redirect could otherwise be used to obtain them. */
    private void requireNotAskedWhoItIs(HttpResult result, TargetUrl target, boolean isThere) throws SourceException {
        if (result instanceof HttpResult.Response answer && answer.status() == Status.UNAUTHORIZED && !isThere) {
            throw new SourceException(wanted.url().address() + " redirects to " + target.address()
                    + ", which needs a login. Ask the server's operator, or get the"
                    + " archive in another way and name the file with --from.");
        }
    }

    private static TargetUrl redirected(TargetUrl from, String location) throws SourceException {
        if (location.isEmpty()) {
            throw new SourceException(from.address() + " redirects without a location. Ask the server's operator.");
        }
        try {
            return DownloadRequest.https(from.resolve(location));
        } catch (SourceException e) {
            throw new SourceException(
                    from.address() + " redirects to a place that Airlock does not download from. " + e.why());
        }
    }

    /** @param isThere whether no hop has left the named server. After a detour, no credentials are sent either */
    private HttpRequest request(TargetUrl target, boolean isThere) {
        List<HttpHeader> headers = new ArrayList<>(
                List.of(new HttpHeader("Accept", wanted.accept()), new HttpHeader("Accept-Encoding", "identity")));
        wanted.authorization()
                .filter(who -> isThere)
                .ifPresent(who -> headers.add(new HttpHeader("Authorization", who)));
        if (kept.length > 0) {
            headers.add(new HttpHeader("Range", "bytes=" + kept.length + "-"));
            headers.add(new HttpHeader("If-Range", tag));
        }
        return new HttpRequest("GET", target, headers, Optional.empty(), wanted.most(), false);
    }

    /** Returns the whole answer; empty if it is a part that does not continue the kept one, so that the download starts again. */
    private Optional<HttpResult.Response> whole(HttpResult.Response answer, IncomingBody body) throws SourceException {
        if (kept.length == 0 || answer.status() == Status.OK) {
            return Optional.of(answer);
        }
        if (answer.status() == Status.PART && body.continuesWhatIsKept()) {
            return Optional.of(new HttpResult.Response(Status.OK, answer.headers(), joined(kept, answer.body())));
        }
        return answer.status() == Status.PART || answer.status() == Status.NO_SUCH_PART
                ? Optional.empty()
                : Optional.of(answer);
    }

    private void keep(IncomingBody body) throws SourceException {
        byte[] before = body.continuesWhatIsKept() ? kept : new byte[0];
        tag = body.tag();
        kept = tag.isEmpty() ? new byte[0] : joined(before, body.bytes());
    }

    /**
     * Joins both parts, which may not exceed the limit together. A server without range support sends the whole again, so each answer alone
     * may be as long.
     */
    private byte[] joined(byte[] first, byte[] second) throws SourceException {
        if ((long) first.length + second.length > wanted.most()) {
            throw new SourceException(errand.subject() + " was stopped: it is larger than " + wanted.most()
                    + " bytes, the most that is allowed.");
        }
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    private SourceException failed(HttpResult.Failed failed) {
        return new SourceException(errand.subject() + " failed: "
                + failed.broken().message() + ". "
                + TransferAdvice.after(failed.broken().kind(), errand));
    }
}
