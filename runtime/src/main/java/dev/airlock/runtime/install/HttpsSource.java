package dev.airlock.runtime.install;

import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.packages.BrokenPackageException;
import dev.airlock.runtime.packages.ConnectorPackage;
import dev.airlock.runtime.packages.PackageArchive;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.host.net.AddressRules;
import dev.airlock.sandbox.host.net.Dialer;
import dev.airlock.sandbox.host.net.HttpHeader;
import dev.airlock.sandbox.host.net.HttpRequest;
import dev.airlock.sandbox.host.net.HttpResult;
import dev.airlock.sandbox.host.net.HttpTransport;
import dev.airlock.sandbox.host.net.SystemDialer;
import dev.airlock.sandbox.url.ParsedUrl;
import dev.airlock.sandbox.url.TargetUrl;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * An archive at an https URL. Redirects are followed, {@value #MOST_HOPS} at most and to https only. A download that breaks off
 * leaves nothing and is begun anew.
 */
public final class HttpsSource implements PackageSource, AutoCloseable {
    private static final int MOST_HOPS = 5;
    private static final int SUCCESS = 200;
    private static final int FIRST_REDIRECT = 300;
    private static final int FIRST_REFUSAL = 400;
    private static final Duration MOST_TIME = Duration.ofMinutes(10);

    private final String url;
    private final Dialer dialer;
    private final HttpTransport transport;

    private HttpsSource(String url, Dialer dialer) {
        this.url = url;
        this.dialer = dialer;
        this.transport = new HttpTransport(dialer);
    }

    /** The archive at that URL, on the network as far as the rules allow. */
    public static HttpsSource at(String url, AddressRules rules) {
        return by(url, new SystemDialer(rules));
    }

    /** The same as a dialer reaches it, which is closed with this. */
    public static HttpsSource by(String url, Dialer dialer) {
        return new HttpsSource(url, dialer);
    }

    @Override
    public ConnectorPackage fetch(ConnectorReference wanted) throws SourceException {
        try {
            return PackageArchive.unpack(download(parsed(TargetUrl.parse(url))));
        } catch (BrokenPackageException e) {
            throw new SourceException("What was downloaded is no package of a connector. " + e.why());
        }
    }

    @Override
    public void close() {
        transport.close();
        dialer.close();
    }

    private byte[] download(TargetUrl first) throws SourceException {
        CallScope scope = new CallScope(System::nanoTime, MOST_TIME.toMillis(), 1);
        CompletableFuture<Void> deadline = CompletableFuture.runAsync(
                scope::expire, CompletableFuture.delayedExecutor(MOST_TIME.toMillis(), TimeUnit.MILLISECONDS));
        try {
            TargetUrl target = first;
            for (int hop = 0; hop <= MOST_HOPS; hop++) {
                HttpResult.Response answer = answer(scope, target);
                if (answer.status() == SUCCESS) {
                    return answer.body();
                }
                if (answer.status() < FIRST_REDIRECT || answer.status() >= FIRST_REFUSAL) {
                    throw new SourceException(target.address() + " answered with status " + answer.status() + ".");
                }
                target = parsed(target.resolve(answer.header("Location")));
            }
            throw new SourceException("There are more than " + MOST_HOPS + " redirects.");
        } catch (CallEnded e) {
            throw new SourceException("The download was ended: the host has an address that is not public, or what it"
                    + " sends is larger than a package or takes more than 10 minutes.");
        } finally {
            deadline.cancel(false);
        }
    }

    private HttpResult.Response answer(CallScope scope, TargetUrl target) throws SourceException {
        HttpResult result = transport.exchange(
                scope,
                new HttpRequest(
                        "GET",
                        target,
                        List.of(
                                new HttpHeader("Accept", "application/octet-stream, */*"),
                                new HttpHeader("Accept-Encoding", "identity")),
                        Optional.empty(),
                        PackageArchive.MAX_BYTES,
                        false));
        if (result instanceof HttpResult.Failed failed) {
            throw new SourceException("The download from " + target.address() + " failed: "
                    + failed.broken().message() + ". Run the command again.");
        }
        return (HttpResult.Response) result;
    }

    private static TargetUrl parsed(ParsedUrl parsed) throws SourceException {
        if (parsed instanceof ParsedUrl.Refused refused) {
            throw new SourceException("The URL " + refused.why() + ".");
        }
        TargetUrl target = ((ParsedUrl.Target) parsed).url();
        if (target.scheme() != UrlScheme.HTTPS) {
            throw new SourceException("A package comes over https, and the URL is http.");
        }
        return target;
    }
}
