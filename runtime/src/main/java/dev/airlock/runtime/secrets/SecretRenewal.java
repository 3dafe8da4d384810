package dev.airlock.runtime.secrets;

import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.sandbox.api.Cancellation;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Lets a store be asked again after a service rejected a credential. Thread-safe. */
final class SecretRenewal implements CredentialRefresh {
    private static final String OF_THE_HOST = "host:";

    private final AtomicLong moment = new AtomicLong();
    private final Map<String, Long> refused = new ConcurrentHashMap<>();

    /** Returns the name of a credential of the host's store in failures and records. */
    static String binding(String word) {
        return OF_THE_HOST + word;
    }

    /** Returns the moment for a question. */
    long now() {
        return moment.get();
    }

    /** Returns whether a connector's credential was rejected after a moment. */
    boolean isRefusedSince(String connector, String binding, long asked) {
        return refused.getOrDefault(key(connector, binding), -1L) > asked;
    }

    private static String key(String connector, String binding) {
        return connector + " " + binding;
    }

    @Override
    public boolean canRefresh(String binding) {
        return binding.startsWith(OF_THE_HOST);
    }

    /** Does nothing, because each connector has its own credentials of that name. */
    @Override
    public Result refresh(String binding, Instant attemptStarted, Duration atMost, Cancellation cancellation) {
        return new Result.Refused();
    }

    @Override
    public Result refresh(
            String connector, String binding, Instant attemptStarted, Duration atMost, Cancellation cancellation) {
        refused.put(key(connector, binding), moment.incrementAndGet());
        return new Result.Fresh(); // the next attempt asks the store
    }
}
