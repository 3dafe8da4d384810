package dev.airlock.registry.net;

import dev.airlock.registry.install.SourceException;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.host.net.HttpTransport;
import dev.airlock.sandbox.host.net.dial.Dialer;
import dev.airlock.sandbox.host.net.message.BodyWatcher;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.host.net.message.Timeouts;
import java.time.Duration;

/**
 * Sends over https. Each request is sent once, to the URL that it names. Nothing is repeated and no redirect is followed, because the first
 * request may have taken effect. Only a server that did nothing and asks for a pause is asked again (429, 503 with Retry-After). A request
 * takes at most 10 min, of which the server may take 2 min to answer.
 *
 * <p>Used by one thread at a time. The owner closes the dialer.
 */
public final class Uploads implements AutoCloseable {
    private static final Timeouts TIMEOUTS = new Timeouts(
            Timeouts.standard().connect(),
            Timeouts.standard().tls(),
            Duration.ofMinutes(2),
            Timeouts.standard().idleBody());

    private final Transfers transfers;
    private final HttpTransport transport;
    private final DownloadListener listener;

    /** @param cancellation cancels the running upload and all later ones */
    public Uploads(Dialer dialer, DownloadListener listener, Cancellation cancellation) {
        this.transfers = new Transfers(cancellation);
        this.transport = new HttpTransport(dialer, TIMEOUTS);
        this.listener = listener;
    }

    /**
     * Sends one request.
     *
     * @throws SourceException if the server may not be contacted, or the request was cancelled
     */
    public Sent send(Outgoing outgoing) throws SourceException {
        try {
            return transfers.run(scope -> send(scope, outgoing));
        } catch (CallEnded e) {
            String why = Transfers.why(e.termination(), Outgoing.LARGEST_ANSWER, TransferPurpose.UPLOAD);
            if (e.termination() instanceof Termination.LimitReached) {
                return new Sent.Lost(why);
            }
            throw new SourceException(why);
        }
    }

    private Sent send(CallScope scope, Outgoing outgoing) {
        ServersPace pace = new ServersPace(listener);
        HttpResult result;
        do {
            result = transport.exchange(scope, outgoing.request(), progress(outgoing));
        } while (pace.waited(scope, result));
        if (result instanceof HttpResult.Failed failed) {
            return new Sent.Lost(failed.broken().message() + ". "
                    + TransferAdvice.after(failed.broken().kind(), TransferPurpose.UPLOAD));
        }
        return new Sent.Answered((HttpResult.Response) result);
    }

    private BodyWatcher progress(Outgoing outgoing) {
        long of = outgoing.body().map(body -> body.length).orElse(0);
        return new BodyWatcher() {
            @Override
            public void sent(long bytes) {
                listener.sent(bytes, of);
            }
        };
    }

    /** Reports that an interrupted upload starts again. */
    public void beginsAnew() {
        listener.resumes(0);
    }

    /** Returns the next step after an error answer, as a sentence. */
    public static String next(HttpResult.Response answer) {
        return TransferAdvice.afterUpload(answer);
    }

    @Override
    public void close() {
        transport.close();
    }
}
