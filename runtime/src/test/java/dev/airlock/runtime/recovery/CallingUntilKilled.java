package dev.airlock.runtime.recovery;

import java.nio.file.Path;
import org.awaitility.Awaitility;

/** A process that makes a call under a key, at a service that takes it and never answers; it says when the request has arrived. */
final class CallingUntilKilled {
    static final String KEY = "order-1234";
    static final String SENT = "sent";

    private CallingUntilKilled() {}

    public static void main(String[] args) {
        RecoveryBench bench = new RecoveryBench(Path.of(args[0]), "[[exchange]]\nfault = \"stall_after_headers\"\n");
        Thread caller = new Thread(() -> bench.recoveries()
                .run(RecoveryCall.of(bench.errands(""), RecoveryBench.errandsOf("POST /messages"))
                        .as(RecoveryCall.Identity.ofKey(KEY))));
        caller.setDaemon(true);
        caller.start();
        Awaitility.await().until(() -> !bench.upstream.requests().isEmpty());
        System.out.println(SENT);
        Awaitility.await().forever().until(() -> !caller.isAlive());
    }
}
