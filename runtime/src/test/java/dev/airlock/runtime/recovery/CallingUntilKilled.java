package dev.airlock.runtime.recovery;

import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.result.Result;
import java.nio.file.Path;
import org.awaitility.Awaitility;

/**
 * A process that makes a call under a key, or in a conversation, at a service that accepts it and never answers. It reports when the
 * request has arrived.
 */
final class CallingUntilKilled {
    static final String KEY = "order-1234";
    static final String CONVERSATION = "thread-1";
    static final String SENT = "sent";

    private CallingUntilKilled() {}

    /**
     * Makes the call.
     *
     * @param args the folder of the store, the errand, and anything more if the call is in a conversation
     */
    public static void main(String[] args) {
        RecoveryBench bench = new RecoveryBench(Path.of(args[0]), "[[exchange]]\nfault = \"stall_after_headers\"\n");
        RecoveryCall call = RecoveryCall.of(bench.errands(""), RecoveryBench.errandsOf(args[1]));
        boolean isInConversation = args.length > 2;
        Thread caller = new Thread(() -> {
            Result unused = isInConversation
                    ? bench.recoveries().runIn(CONVERSATION, call, false, Journal.none())
                    : bench.recoveries().run(call.as(RecoveryCall.Identity.ofKey(KEY)));
        });
        caller.setDaemon(true);
        caller.start();
        Awaitility.await().until(() -> !bench.upstream.requests().isEmpty());
        System.out.println(SENT);
        Awaitility.await().forever().until(() -> !caller.isAlive());
    }
}
