package dev.airlock.sandbox.host.net.message;

import dev.airlock.sandbox.url.TargetUrl;
import dev.airlock.sandbox.url.UrlRecording;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A request that has passed every check.
 *
 * @param method upper case
 * @param url the URL as the connector asked for it, without a credential
 * @param headers the headers beside those of the connection itself
 * @param body empty for a request without one
 * @param maxResponseBytes the most decoded bytes of a response before the call ends
 * @param decodedOnly whether an answer in an unknown encoding counts as malformed, since it could not be searched for a
 *     secret
 * @param label further facts for the evidence
 * @param filled the URL that is sent if a credential's slot is in the URL, which only the client may see; empty if it
 *     is {@code url} itself
 */
public record HttpRequest(
        String method,
        TargetUrl url,
        List<HttpHeader> headers,
        Optional<byte[]> body,
        long maxResponseBytes,
        boolean decodedOnly,
        Label label,
        Optional<TargetUrl> filled) {
    /**
     * Facts about a request for the evidence.
     *
     * @param number which request of the guest it belongs to, from 1
     * @param hop 0 for the request itself, 1 for the first redirect that is followed, and so on
     * @param binding the binding whose credential it carries, by its name or its kind; empty if it carries none
     * @param urls how much of its URL is recorded
     */
    public record Label(int number, int hop, Optional<String> binding, UrlRecording urls) {
        /** A first request without a credential. */
        public static Label first() {
            return new Label(1, 0, Optional.empty(), UrlRecording.QUERY_NAMES);
        }
    }

    /** Copies the list. */
    public HttpRequest {
        headers = List.copyOf(headers);
    }

    /** A request whose URL is sent as the connector asked for it. */
    public HttpRequest(
            String method,
            TargetUrl url,
            List<HttpHeader> headers,
            Optional<byte[]> body,
            long maxResponseBytes,
            boolean decodedOnly,
            Label label) {
        this(method, url, headers, body, maxResponseBytes, decodedOnly, label, Optional.empty());
    }

    /** A first request without a credential. */
    public HttpRequest(
            String method,
            TargetUrl url,
            List<HttpHeader> headers,
            Optional<byte[]> body,
            long maxResponseBytes,
            boolean decodedOnly) {
        this(method, url, headers, body, maxResponseBytes, decodedOnly, Label.first());
    }

    /** Returns the same request, recorded as carrying the credential of that binding. */
    public HttpRequest carrying(String binding) {
        Label named = new Label(label.number(), label.hop(), Optional.of(binding), label.urls());
        return new HttpRequest(method, url, headers, body, maxResponseBytes, decodedOnly, named, filled);
    }

    /** Returns the same request with one more header. */
    public HttpRequest with(HttpHeader header) {
        List<HttpHeader> more = new ArrayList<>(headers);
        more.add(header);
        return withHeaders(more);
    }

    /** Returns the same request with other headers. */
    public HttpRequest withHeaders(List<HttpHeader> others) {
        return new HttpRequest(method, url, others, body, maxResponseBytes, decodedOnly, label, filled);
    }

    /** Returns the same request, sent to a URL that contains a credential, at the same address. */
    public HttpRequest sentTo(TargetUrl withCredential) {
        return new HttpRequest(
                method, url, headers, body, maxResponseBytes, decodedOnly, label, Optional.of(withCredential));
    }

    /** The URL that is sent. It may contain a credential, so use it only for the request itself. */
    public TargetUrl urlToSend() {
        return filled.orElse(url);
    }
}
