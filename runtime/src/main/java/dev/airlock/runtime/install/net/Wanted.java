package dev.airlock.runtime.install.net;

import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.runtime.install.SourceException;
import dev.airlock.sandbox.url.ParsedUrl;
import dev.airlock.sandbox.url.TargetUrl;
import java.util.Optional;

/**
 * What is to be downloaded.
 *
 * @param url an https URL
 * @param accept the media types that are understood
 * @param authorization what says who asks; it goes to the URL's own scheme, host and port and no further
 * @param most how many bytes are taken at most
 */
public record Wanted(TargetUrl url, String accept, Optional<String> authorization, long most) {
    private static final String ANY = "application/octet-stream, */*";

    /** Whatever lies at a URL. */
    public static Wanted at(TargetUrl url, long most) {
        return new Wanted(url, ANY, Optional.empty(), most);
    }

    /**
     * A URL as somebody wrote it.
     *
     * @throws SourceException if it is none, or not of https
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
