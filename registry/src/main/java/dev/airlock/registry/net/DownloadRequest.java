package dev.airlock.registry.net;

import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.registry.install.SourceException;
import dev.airlock.sandbox.url.ParsedUrl;
import dev.airlock.sandbox.url.TargetUrl;
import java.util.Optional;

/**
 * A download to make.
 *
 * @param url an https URL
 * @param accept the accepted media types
 * @param authorization the value of the Authorization header; it is sent only to the URL's own scheme, host and port
 * @param most the maximum size, in bytes
 */
public record DownloadRequest(TargetUrl url, String accept, Optional<String> authorization, long most) {
    private static final String ANY = "application/octet-stream, */*";

    /** Returns a download of any content at a URL. */
    public static DownloadRequest at(TargetUrl url, long most) {
        return new DownloadRequest(url, ANY, Optional.empty(), most);
    }

    /**
     * Parses a URL that a person wrote.
     *
     * @throws SourceException if it is not an https URL
     */
    public static TargetUrl https(String url) throws SourceException {
        return https(TargetUrl.parse(url));
    }

    static TargetUrl https(ParsedUrl parsed) throws SourceException {
        if (parsed instanceof ParsedUrl.Refused refused) {
            throw new SourceException("The URL " + refused.why() + ". Write it as https://host/path.");
        }
        TargetUrl target = ((ParsedUrl.Target) parsed).url();
        if (target.scheme() != UrlScheme.HTTPS) {
            throw new SourceException(
                    "Downloads need https, and the URL is http. Write https:// if the server supports it.");
        }
        return target;
    }
}
