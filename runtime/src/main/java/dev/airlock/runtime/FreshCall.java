package dev.airlock.runtime;

import dev.airlock.runtime.audit.call.RecordedCall;
import dev.airlock.runtime.lifecycle.Loadable;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.sandbox.load.LoadResult;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A call with a connector that is loaded for it. The call's record begins in parallel with the load. Use once. */
final class FreshCall {
    private final Wiring wiring;
    private final Loads loads;
    private final Calls calls;
    private final Loadable connector;
    private final Calls.Drawn call;

    FreshCall(Wiring wiring, Loads loads, Calls calls, Loadable connector, CallRequest request) {
        this.wiring = wiring;
        this.loads = loads;
        this.calls = calls;
        this.connector = connector.forCall(request.cancellation());
        this.call = Calls.Drawn.of(request);
    }

    /** Loads the connector and makes the call. */
    CallResult make() {
        CompletableFuture<RecordedCall> record =
                wiring.log().meanwhile(log -> calls.begun(log, call, connector.recorded(), connector.secrets()));
        return refusal()
                .map(refused -> notMade(refused, record.join()))
                .orElseGet(() -> loaded(record)
                        .match(
                                ready -> call(ready, record.join()),
                                refused -> refused(refused, record.join()),
                                cancelled ->
                                        notMade(new Result.Cancelled(cancelled.outcome(), List.of()), record.join())));
    }

    /** Refuses arguments that the operation does not take, before anything is loaded. */
    private Optional<Result> refusal() {
        CallRequest request = call.request();
        return request.reverses().isPresent()
                ? Optional.empty()
                : connector
                        .shapes()
                        .refusal(call.id(), request.op(), request.args())
                        .map(Result.Failed::notMade);
    }

    /**
     * Loads the connector. If the load throws for a mistake of the caller, abandons the record, so that the log shows no call that seems to
     * be running.
     */
    private LoadResult loaded(CompletableFuture<RecordedCall> record) {
        try {
            return loads.load(connector, call.request().cancellation());
        } catch (RuntimeException e) {
            record.join().abandon();
            throw e;
        }
    }

    private CallResult call(LoadResult.Loaded ready, RecordedCall record) {
        return calls.make(loads.hosted(connector, record.subject().connector(), ready.connector()), call, record);
    }

    private CallResult refused(LoadResult.Refused refused, RecordedCall record) {
        wiring.listener().notLoaded(record.subject().connector(), refused.failure());
        return notMade(Result.Failed.notMade(refused.outcome()), record);
    }

    private CallResult notMade(Result result, RecordedCall record) {
        return calls.notMade(connector.manifest().connector().name().toString(), call, result, record);
    }
}
