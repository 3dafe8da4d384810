package dev.airlock.sandbox.host.net.message;

import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.evidence.Exchange.KeyPlace;
import dev.airlock.sandbox.evidence.IdempotencyKey;
import dev.airlock.sandbox.evidence.SendingRecord;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The record of one running exchange, which enters the evidence once. Thread-safe. */
public final class ExchangeRecord {
    private final CallScope scope;
    private final HttpRequest request;
    private final long startedNanos;
    private final AtomicLong bytesOut = new AtomicLong();
    private final AtomicLong bytesIn = new AtomicLong();
    private volatile boolean sent;
    private volatile @Nullable InetAddress address;
    private boolean done;

    public ExchangeRecord(CallScope scope, HttpRequest request) {
        this.scope = scope;
        this.request = request;
        this.startedNanos = scope.elapsedNanos();
    }

    /** Keeps evidence of the request before anything of it goes out. */
    public void keepAhead() {
        scope.evidence()
                .before(new SendingRecord.Outgoing(
                        request.method(),
                        request.url().address().toString(),
                        !keyPlaces(scope.evidence().key()).isEmpty()));
    }

    /** Records that the first byte of the request is about to go out. */
    public void goesOut() {
        sent = true;
        scope.evidence().requestGoesOut();
    }

    /** Records that the address is dialled, or a connection to it is used again. */
    public void dials(@Nullable InetAddress dialled) {
        if (dialled != null) {
            address = dialled;
        }
    }

    /** Records that bytes of the request's body are about to go out. */
    public void countOut(long bytes) {
        bytesOut.addAndGet(bytes);
        scope.traffic().countOut(bytes);
    }

    /** Records that bytes of the answer's body have come. */
    public void countIn(long bytes) {
        bytesIn.addAndGet(bytes);
        scope.traffic().countIn(bytes);
    }

    public void add(Exchange.Result result) {
        done = true;
        HttpRequest.Label label = request.label();
        scope.evidence().add(new Exchange(line(), label.number(), label.hop(), label.binding(), delivery(), result));
    }

    public void addIfNone(Exchange.Result result) {
        if (!done) {
            add(result);
        }
    }

    /** Keeps the exchange out of the evidence. */
    public void skip() {
        done = true;
    }

    private Exchange.RequestLine line() {
        return new Exchange.RequestLine(
                request.method(),
                request.url().scheme(),
                request.url().address().toString(),
                request.label().urls().of(request.url()));
    }

    private Exchange.Delivery delivery() {
        boolean keyHeader =
                request.headers().stream().anyMatch(header -> header.name().equalsIgnoreCase("Idempotency-Key"));
        return new Exchange.Delivery(
                sent,
                keyPlaces(scope.evidence().key()),
                keyHeader,
                Optional.ofNullable(address).map(InetAddress::getHostAddress),
                bytesOut.get(),
                bytesIn.get(),
                TimeUnit.NANOSECONDS.toMillis(startedNanos),
                TimeUnit.NANOSECONDS.toMillis(scope.elapsedNanos() - startedNanos));
    }

    private Set<KeyPlace> keyPlaces(IdempotencyKey key) {
        Set<KeyPlace> places = EnumSet.noneOf(KeyPlace.class);
        if (request.headers().stream().map(HttpHeader::value).anyMatch(key::isIn)) {
            places.add(KeyPlace.HEADER);
        }
        String target = request.url().pathAndQuery();
        if (key.isIn(target) || key.isIn(unescaped(target))) {
            places.add(KeyPlace.URL);
        }
        if (request.body().filter(key::isIn).isPresent()) {
            places.add(KeyPlace.BODY);
        }
        return places;
    }

    private static String unescaped(String target) {
        try {
            return URLDecoder.decode(target, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEscaped) {
            return target;
        }
    }
}
