package dev.airlock.runtime.recovery;

import static dev.airlock.runtime.recovery.RecoveryBench.errandsOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.runtime.recovery.call.ConnectorTarget;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.call.StepDeclaration;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.recovery.policy.RetryPreset;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.host.net.message.Timeouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole calls under a virtual clock, on real connectors and sockets, written as text and compared with {@code testdata/recovery/traces}.
 * {@code -Dgolden.update=true} writes the texts again.
 */
class TracesTest {
    private static final String OK = "[[exchange]]\nrespond = { status = 200, body = '{}' }\n";
    private static final ObjectNode POST_WITH_KEY = errandsOf("POST+header /messages");
    private static final ObjectNode POST = errandsOf("POST /messages");
    private static final ObjectNode GET = errandsOf("GET /messages");

    @TempDir
    Path temp;

    @Test
    void networkBlipThenSuccess() {
        try (RecoveryBench bench = bench(fault("connect_refused", 1) + OK)) {
            told("network-blip", bench, foreground(bench.errands(""), POST));
        }
    }

    @Test
    void answerLostThenRecognisedByItsKey() {
        try (RecoveryBench bench = bench(fault("reset_after_request", 1) + OK)) {
            told("answer-lost-with-key", bench, foreground(bench.errands(""), POST_WITH_KEY));
        }
    }

    @Test
    void answerLostWithoutAKey() {
        try (RecoveryBench bench = bench(fault("reset_after_request", 1) + OK)) {
            told("answer-lost-without-key", bench, foreground(bench.errands(""), POST));
        }
    }

    @Test
    void persistentFailureUsesUpTheRetries() {
        try (RecoveryBench bench = bench(status(503, "", 99))) {
            told("retries-used-up", bench, foreground(bench.errands(""), GET));
        }
    }

    @Test
    void revokedTokenIsNotRetried() {
        try (RecoveryBench bench = bench(status(401, "", 99))) {
            told("revoked-token", bench, foreground(bench.errands(""), POST_WITH_KEY));
        }
    }

    @Test
    void expiredTokenIsRefreshedOnce() {
        try (RecoveryBench bench = bench(status(401, "", 1) + OK)) {
            AtomicInteger refreshes = new AtomicInteger();
            RecoveryHandler vault = new RecoveryHandler() {
                @Override
                public CredentialRefresh.Result refreshCredential(Incident incident) {
                    refreshes.incrementAndGet();
                    return new CredentialRefresh.Result.Fresh();
                }
            };

            told("refreshed-token", bench, vault, foreground(bench.errands(""), POST_WITH_KEY));
            assertThat(refreshes).hasValue(1);
        }
    }

    @Test
    void paymentRailIsNotChargedTwice() throws IOException {
        String folder = "payment-rail-c";
        String script = Files.readString(RecoveryBench.ROOT.resolve("sample-connectors/" + folder + "/upstream.toml"));
        try (RecoveryBench bench =
                new RecoveryBench(temp, script, RecoveryBench.hostsOf(folder), Timeouts.standard())) {
            ObjectNode args = RecoveryBench.json(
                    "{\"card_token\":\"tok_answer_lost\",\"amount_minor\":1250,\"currency\":\"EUR\"}");
            told("payment-rail", bench, foreground(bench.sample(folder, "charge_card"), args));
        }
    }

    @Test
    void retryAfterIsHonoured() {
        try (RecoveryBench bench = bench(status(503, "Retry-After = \"7\"", 1)
                + status(429, "Retry-After = \"Sat, 28 Nov 2026 12:00:12 GMT\"", 1)
                + OK)) {
            told("retry-after", bench, foreground(bench.errands(""), GET));
        }
    }

    @Test
    void retryAfterBeyondTheBudgetSurfacesAtOnce() {
        try (RecoveryBench bench = bench(status(429, "Retry-After = \"86400\"", 99))) {
            told("retry-after-beyond-budget", bench, foreground(bench.errands(""), GET));
        }
    }

    @Test
    void theServiceSaysNotToRetry() {
        try (RecoveryBench bench = bench(status(500, "x-should-retry = \"false\"", 99))) {
            told("should-not-retry", bench, foreground(bench.errands(""), GET));
        }
    }

    @Test
    void backgroundCallsDoNotAddToACrowd() {
        try (RecoveryBench bench = bench(status(529, "", 99))) {
            told("background-capacity", bench, RecoveryCall.of(bench.errands(""), GET));
        }
    }

    @Test
    void refundWithConflictIsReconciled() {
        try (RecoveryBench bench = bench(fault("reset_after_request", 1) + status(409, "", 99))) {
            told("refund-with-conflict", bench, foreground(bench.errands(""), errandsOf("POST+header /refunds")));
        }
    }

    @Test
    void staleEvidenceIsRefreshedAsTheActionDeclares() {
        try (RecoveryBench bench = bench(
                "[[exchange]]\nmatch = { path = \"/documents/v1\" }\nrespond = { status = 412, body = '{}' }\n" + OK)) {
            StepDeclaration step =
                    StepDeclaration.NONE.refreshedBy(() -> Optional.of(errandsOf("PUT+header /documents/v2")));
            told(
                    "stale-evidence",
                    bench,
                    foreground(bench.errands(""), errandsOf("PUT+header /documents/v1"))
                            .with(step));
        }
    }

    @Test
    void staleEvidenceWithoutARefreshIsReconciled() {
        try (RecoveryBench bench = bench(status(412, "", 99))) {
            told("stale-evidence-replan", bench, foreground(bench.errands(""), POST_WITH_KEY));
        }
    }

    @Test
    void policyDenialGoesToTheReviewQueue() {
        try (RecoveryBench bench = bench(status(403, "", 99))) {
            told("policy-denied", bench, foreground(bench.errands(""), POST));
            assertThat(bench.store.reviews().list(false)).hasSize(1);
        }
    }

    @Test
    void fallbackIsMarkedAsSuch() {
        try (RecoveryBench bench =
                bench("[[exchange]]\nmatch = { host = \"api.example.com:443\" }\nfault = \"connect_refused\"\n" + OK)) {
            told(
                    "fallback",
                    bench,
                    foreground(bench.errands(""), POST)
                            .with(RetryPreset.NONE.policy())
                            .with(StepDeclaration.NONE.orElse(
                                    bench.errands("local://tests/backup", "backup.example.com:443", ""),
                                    errandsOf("POST /messages backup.example.com"))));
        }
    }

    @Test
    void fallbackIsNotAskedForWhatMayHaveBeenDone() {
        try (RecoveryBench bench = bench(
                "[[exchange]]\nmatch = { host = \"api.example.com:443\" }\nfault = \"reset_after_request\"\n" + OK)) {
            told(
                    "fallback-unsafe",
                    bench,
                    foreground(bench.errands(""), POST)
                            .with(StepDeclaration.NONE.orElse(
                                    bench.errands("local://tests/backup", "backup.example.com:443", ""),
                                    errandsOf("POST /messages backup.example.com"))));
        }
    }

    @Test
    void optionalStepDegrades() {
        try (RecoveryBench bench = bench(status(404, "", 99))) {
            told("degraded", bench, foreground(bench.errands(""), GET).with(StepDeclaration.NONE.asOptional()));
        }
    }

    @Test
    void breakerOpensUnderFiftyQueuedCalls() {
        try (RecoveryBench bench = bench(fault("connect_refused", 6) + OK)) {
            Recoveries recoveries = bench.recoveries();
            ConnectorTarget target = bench.errands("");
            IntStream.rangeClosed(1, 50).forEach(number -> {
                if (number == 30 || number == 40) {
                    bench.time.advance(Duration.ofSeconds(30));
                }
                bench.trace.brief("call " + number, recoveries.run(foreground(target, GET)));
            });
            bench.trace.plain("circuits: " + bench.breakers.list());
            compare("breaker-under-50-calls", bench);
            assertThat(bench.upstream.requests()).hasSize(11);
        }
    }

    @Test
    void outageOfThreeHoursInUnattendedMode() {
        try (RecoveryBench bench = bench(status(503, "Retry-After = \"3600\"", 3) + OK)) {
            told("outage-unattended", bench, foreground(bench.errands(""), GET).with(RetryPreset.UNATTENDED.policy()));
        }
    }

    @Test
    void unattendedCallWaitsForTheCircuitToo() {
        try (RecoveryBench bench = bench(fault("connect_refused", 7) + OK)) {
            ConnectorTarget errands = bench.errands("");
            Result unused = bench.recoveries().run(foreground(errands, POST));
            told("circuit-unattended", bench, foreground(errands, POST).with(RetryPreset.UNATTENDED.policy()));
        }
    }

    @Test
    void outageLongerThanTheHardCapIsGivenUp() {
        try (RecoveryBench bench = bench(status(503, "Retry-After = \"3600\"", 99))) {
            told("outage-beyond-cap", bench, foreground(bench.errands(""), GET).with(RetryPreset.UNATTENDED.policy()));
        }
    }

    @Test
    void cancelInBackoffEndsItAtOnce() {
        try (RecoveryBench bench = bench(status(503, "Retry-After = \"20\"", 99))) {
            Cancellation cancellation = new Cancellation();
            bench.time.at(Duration.ofMillis(2_500), cancellation::cancel);
            told("cancel-in-backoff", bench, foreground(bench.errands(""), GET).endedBy(cancellation));
        }
    }

    @Test
    void cancelBetweenHeartbeatsEndsAnUnattendedCall() {
        try (RecoveryBench bench = bench(status(503, "Retry-After = \"3600\"", 99))) {
            Cancellation cancellation = new Cancellation();
            bench.time.at(Duration.ofSeconds(605), cancellation::cancel);
            told(
                    "cancel-unattended",
                    bench,
                    foreground(bench.errands(""), GET)
                            .with(RetryPreset.UNATTENDED.policy())
                            .endedBy(cancellation));
        }
    }

    @Test
    void repeatedKeyGetsTheRecordedOutcome() {
        try (RecoveryBench bench = bench(OK)) {
            Recoveries recoveries = bench.recoveries();
            RecoveryCall call = foreground(bench.errands(""), POST).as(RecoveryCall.Identity.ofKey("order-17-refund"));
            bench.trace.result("first call", recoveries.run(call));
            bench.trace.result("the same again", recoveries.run(call));
            bench.trace.result(
                    "other arguments",
                    recoveries.run(
                            foreground(bench.errands(""), GET).as(RecoveryCall.Identity.ofKey("order-17-refund"))));
            compare("key-repeated", bench);
        }
    }

    @Test
    void reversalIsMadeOnce() {
        try (RecoveryBench bench = bench(OK)) {
            Recoveries recoveries = bench.recoveries();
            ConnectorTarget run = bench.errands("""
                    [[operations]]
                    name = "run"
                    reversal = "undo"
                    [[operations]]
                    name = "undo"
                    """);
            ConnectorTarget undo = new ConnectorTarget(bench.sandbox, run.loaded(), "undo", bench.breakers);
            Result first = recoveries.run(foreground(run, POST_WITH_KEY));
            bench.trace.result("call", first);
            for (String name : new String[] {"reversal", "second reversal"}) {
                bench.trace.result(
                        name,
                        recoveries.reverse(
                                Recoveries.Reversal.of(first.attempts().get(0).auditId(), "posted by mistake"),
                                token -> Optional.of(undo),
                                new Cancellation(),
                                Journal.none()));
            }
            compare("reversal", bench);
        }
    }

    private RecoveryBench bench(String script) {
        return new RecoveryBench(temp, script);
    }

    private static RecoveryCall foreground(Target target, ObjectNode args) {
        return RecoveryCall.of(target, args).from(CallSource.FOREGROUND).with(RetryPolicy.standard());
    }

    private static String fault(String fault, int times) {
        return "[[exchange]]\nmatch = { host = \"api.example.com:443\" }\nfault = \"" + fault + "\"\ntimes = " + times
                + "\n";
    }

    private static String status(int status, String header, int times) {
        return "[[exchange]]\nrespond = { status = " + status + ", headers = { " + header
                + " }, body = '{}' }\ntimes = " + times + "\n";
    }

    private static void told(String name, RecoveryBench bench, RecoveryCall call) {
        told(name, bench, new ReviewQueue(bench.store.reviews(), bench.time), call);
    }

    private static void told(String name, RecoveryBench bench, RecoveryHandler handler, RecoveryCall call) {
        bench.trace.result("result", bench.recoveries(handler).run(call));
        compare(name, bench);
    }

    private static void compare(String name, RecoveryBench bench) {
        bench.trace.plain("the service saw: " + bench.seen());
        Path file = RecoveryBench.DATA.resolve("traces").resolve(name + ".txt");
        String text = bench.trace.text().replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UUID");
        try {
            if (Boolean.getBoolean("golden.update")) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, text);
            }
            assertThat(text).as(file.toString()).isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
