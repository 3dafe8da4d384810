package dev.airlock.runtime.offenders;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;

/** Breaks a rule of the house on purpose. */
public final class NamesTheBreaker {
    private NamesTheBreaker() {}

    static Object names() {
        return CircuitBreaker.ofDefaults("offender");
    }
}
