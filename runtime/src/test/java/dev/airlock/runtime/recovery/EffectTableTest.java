package dev.airlock.runtime.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.runtime.recovery.call.ConnectorTarget;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.OutcomeJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every end of a call, after everything that it can have sent, in one attempt and in several. Each result reports what the whole call may
 * have changed. Real connectors, sockets and TLS.
 */
@Execution(ExecutionMode.CONCURRENT)
class EffectTableTest {
    private static final String KEY = "order-17-of-the-table";
    private static final String STANDARD_ANSWER = "[[exchange]]\nrespond = { status = 200, body = '{}' }\n";

    @TempDir
    static Path temp;

    /** How the connector ends, as in the argument {@code then}; some need a second errand. */
    private enum Termination {
        REPORTED_ANSWER("report", "GET /broken"),
        REPORTED_BREAK("report", "GET /reset"),
        TRAP("trap", ""),
        EXIT("exit", ""),
        BAD_OUTPUT("silence", ""),
        MEMORY("memory", ""),
        FUEL("spin", ""),
        WALL_TIME("sleep", ""),
        WALL_TIME_AT_THE_SERVICE("ok", "GET /hold"),
        DENIAL("ok", "POST /elsewhere elsewhere.example.com"),
        CANCELLATION("ok", "GET /hold");

        private final String then;
        private final String errand;

        Termination(String then, String errand) {
            this.then = then;
            this.errand = errand;
        }

        /** Returns a wall time that is short only if it should run out. */
        private String wallTime() {
            return this == WALL_TIME || this == WALL_TIME_AT_THE_SERVICE ? "1500ms" : "30s";
        }
    }

    /** What is sent before, how it is answered, and what it may have changed. */
    private enum Sent {
        NOTHING("", "", "", Effect.NONE, false),
        UNREACHABLE("POST /down", "", "fault = \"connect_refused\"\ntimes = 1", Effect.NONE, false),
        READ("GET /read", "", "respond = { status = 200, body = '{}' }", Effect.REPEATABLE, true),
        WRITE_WITH_KEY("POST+header /write", "", "respond = { status = 200, body = '{}' }", Effect.REPEATABLE, true),
        WRITE("POST /write", "", "respond = { status = 200, body = '{}' }", Effect.UNCERTAIN, true),
        WRITE_ANSWER_LOST("POST /write", "", "fault = \"reset_after_request\"\ntimes = 1", Effect.UNCERTAIN, true),
        DECLINED("POST /write", "", "respond = { status = 429, body = '{}' }", Effect.NONE, true),
        UNPROCESSED("POST /write", "", "fault = \"http2_goaway\"\ntimes = 1", Effect.NONE, true),
        UNAUTHENTICATED("POST /write", "", "respond = { status = 401, body = '{}' }", Effect.NONE, true),
        DECLARED_IDEMPOTENT(
                "PUT /write", "idempotent", "respond = { status = 200, body = '{}' }", Effect.REPEATABLE, true),
        DECLARED_NOT_IDEMPOTENT(
                "POST+header /write",
                "not_idempotent",
                "respond = { status = 200, body = '{}' }",
                Effect.UNCERTAIN,
                true),
        NOT_IDEMPOTENT_ONCE_SENT(
                "POST+header /write",
                "not_idempotent_once_sent",
                "respond = { status = 200, body = '{}' }",
                Effect.UNCERTAIN,
                true);

        private final String errand;
        private final String declared;
        private final String answer;
        private final Effect effect;
        private final boolean sent;

        Sent(String errand, String declared, String answer, Effect effect, boolean sent) {
            this.errand = errand;
            this.declared = declared;
            this.answer = answer;
            this.effect = effect;
            this.sent = sent;
        }

        private String path() {
            return errand.split(" ")[1];
        }
    }

    static Stream<Arguments> rows() {
        return Stream.of(Termination.values())
                .flatMap(termination -> Stream.of(Sent.values())
                        .filter(sent -> termination.then.equals("report")
                                || !termination.errand.startsWith("GET")
                                || !isLastErrand(termination, sent))
                        .map(sent -> Arguments.of(termination, sent)));
    }

    /**
     * Returns whether the connector's library sends nothing afterwards: after an errand without an answer, or one whose status it reports.
     */
    private static boolean isLastErrand(Termination termination, Sent sent) {
        boolean isBroken = sent == Sent.UNREACHABLE || sent == Sent.WRITE_ANSWER_LOST || sent == Sent.UNPROCESSED;
        boolean isDeclined = sent == Sent.DECLINED || sent == Sent.UNAUTHENTICATED;
        return isBroken || (isDeclined && termination.then.equals("report"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aCallThatEndsTellsWhatItMayHaveChanged(Termination termination, Sent sent) throws Exception {
        try (RecoveryBench bench = bench(sent)) {
            Result result = run(
                    bench,
                    termination,
                    declaration(sent),
                    args(termination, sent),
                    RetryPolicy.standard().withMax(0));

            SideEffects expected = expected(termination, sent);
            assertThat(result.sideEffects()).as(bench.trace.text()).isEqualTo(expected);
            assertTold(result, expected);
        }
    }

    static Stream<Arguments> later() {
        return Stream.of(Termination.values())
                .flatMap(termination ->
                        Stream.of(Sent.NOTHING, Sent.WRITE_WITH_KEY).map(sent -> Arguments.of(termination, sent)));
    }

    /** The write of the first attempt has the key and takes effect, but its answer is lost. */
    @ParameterizedTest
    @MethodSource("later")
    void whatAnEarlierAttemptSentIsToldHoweverTheLastOneEnds(Termination termination, Sent sent) throws Exception {
        try (RecoveryBench bench = bench(sent)) {
            ObjectNode args = RecoveryBench.errandsOf("POST+header /lost").put("then", "report");
            args.set("later", args(termination, sent));
            Result result =
                    run(bench, termination, "", args, RetryPolicy.standard().withMax(1));

            SideEffects expected = new SideEffects(Effect.REPEATABLE, true, Optional.of(KEY));
            assertThat(result.attempts()).hasSize(2);
            assertThat(result.attempts().get(0).sideEffects()).isEqualTo(expected);
            assertThat(result.attempts().get(1).sideEffects()).isEqualTo(expected(termination, sent));
            assertThat(result.sideEffects()).isEqualTo(expected);
            assertTold(result, expected);
        }
    }

    @Test
    void aCallWhoseLastAttemptCouldNotConnectDoesNotSayThatNothingWasSent() throws Exception {
        String script = rule("host = \"api.example.com:443\"", "fault = \"reset_after_request\"")
                + rule("host = \"backup.example.com:443\"", "fault = \"connect_refused\"");
        try (RecoveryBench bench = new RecoveryBench(Files.createTempDirectory(temp, "row"), script)) {
            ObjectNode args = RecoveryBench.errandsOf("POST+header /write").put("then", "report");
            args.set(
                    "later",
                    RecoveryBench.errandsOf("POST+header /write backup.example.com")
                            .put("then", "report"));
            Result result = run(bench, Termination.REPORTED_BREAK, "", args, RetryPolicy.standard());

            SideEffects expected = new SideEffects(Effect.REPEATABLE, true, Optional.of(KEY));
            assertThat(result.attempts()).hasSize(4);
            assertThat(result.attempts().get(3).sideEffects()).isEqualTo(SideEffects.none(KEY));
            assertThat(result.sideEffects()).isEqualTo(expected);
            assertTold(result, expected);
        }
    }

    /** A host serves six exchanges at a time; the seventh waits for a permit until its call ends. */
    @ParameterizedTest
    @EnumSource(names = {"WALL_TIME_AT_THE_SERVICE", "CANCELLATION"})
    void aCallThatEndsBeforeItsTurnWithAHostCameHasSentNothing(Termination termination) throws Exception {
        try (RecoveryBench bench = bench(Sent.NOTHING)) {
            Cancellation others = new Cancellation();
            ConnectorTarget connector = bench.endsAfter("30s", "");
            List<Thread> holding = IntStream.range(0, 6)
                    .mapToObj(i -> new Thread(() -> {
                        Result unused = bench.recoveries()
                                .run(RecoveryCall.of(connector, RecoveryBench.errandsOf("GET /hold"))
                                        .endedBy(others));
                    }))
                    .toList();
            holding.forEach(Thread::start);
            await().until(() -> bench.upstream.requests().size() == 6);
            Cancellation cancellation = new Cancellation();
            RecoveryCall call = RecoveryCall.of(connector, RecoveryBench.errandsOf("POST /write"))
                    .as(RecoveryCall.Identity.ofKey(KEY))
                    .within(Duration.ofSeconds(termination == Termination.CANCELLATION ? 30 : 1))
                    .endedBy(cancellation);
            CompletableFuture<Result> seventh =
                    CompletableFuture.supplyAsync(() -> bench.recoveries().run(call), task -> new Thread(task).start());
            if (termination == Termination.CANCELLATION) {
                assertThat(seventh.copy()
                                .completeOnTimeout(null, 500, TimeUnit.MILLISECONDS)
                                .get())
                        .isNull();
                cancellation.cancel();
            }

            Result result = seventh.get(1, TimeUnit.MINUTES);
            others.cancel();
            for (Thread holder : holding) {
                holder.join();
            }
            assertThat(result.sideEffects()).isEqualTo(SideEffects.none(KEY));
            assertTold(result, SideEffects.none(KEY));
            assertThat(bench.upstream.requests()).hasSize(6);
        }
    }

    private static SideEffects expected(Termination termination, Sent sent) {
        boolean alsoReads = termination.errand.startsWith("GET") && !isLastErrand(termination, sent);
        Effect effect = alsoReads ? sent.effect.and(Effect.REPEATABLE) : sent.effect;
        return new SideEffects(effect, sent.sent || alsoReads, Optional.of(KEY));
    }

    private static void assertTold(Result result, SideEffects expected) {
        assertThat(result).isNotInstanceOf(Result.Succeeded.class);
        JsonNode document = OutcomeJson.of(result.outcome());
        JsonNode where = document.has("error") ? document.path("error").path("details") : document;
        assertThat(where.path("effect").asText()).isEqualTo(expected.effect().wireName());
        assertThat(where.path("request_sent").asBoolean()).isEqualTo(expected.requestSent());
        assertThat(where.path("idempotency_key").asText()).isEqualTo(KEY);
        if (result.outcome() instanceof Outcome.Failed failed) {
            String message = failed.failure().message();
            assertThat(message.contains("may have taken effect"))
                    .as(message)
                    .isEqualTo(expected.effect() == Effect.UNCERTAIN);
            assertThat(message.contains("Nothing was sent") && expected.requestSent())
                    .as(message)
                    .isFalse();
            assertThat(failed.failure().retriable() && expected.effect() == Effect.UNCERTAIN)
                    .isFalse();
        }
    }

    private static RecoveryBench bench(Sent sent) throws Exception {
        String script = rule("path = \"/broken\"", "respond = { status = 400, body = '{}' }")
                + rule("path = \"/reset\"", "fault = \"reset\"")
                + rule("path = \"/lost\"", "fault = \"reset_after_request\"")
                + rule("path = \"/hold\"", "fault = \"stall\"");
        if (sent == Sent.UNREACHABLE) {
            script = rule("host = \"api.example.com:443\"", sent.answer) + script;
        } else if (!sent.errand.isEmpty()) {
            script += rule("path = \"" + sent.path() + "\"", sent.answer);
        }
        return new RecoveryBench(Files.createTempDirectory(temp, "row"), script + STANDARD_ANSWER);
    }

    private static String rule(String match, String answer) {
        return "[[exchange]]\nmatch = { " + match + " }\n" + answer + "\n";
    }

    private static Result run(
            RecoveryBench bench, Termination termination, String tables, ObjectNode args, RetryPolicy policy)
            throws Exception {
        Cancellation cancellation = new Cancellation();
        RecoveryCall call = RecoveryCall.of(bench.endsAfter(termination.wallTime(), tables), args)
                .as(RecoveryCall.Identity.ofKey(KEY))
                .from(CallSource.FOREGROUND)
                .with(policy)
                .endedBy(cancellation);
        if (termination != Termination.CANCELLATION) {
            return bench.recoveries().run(call);
        }
        Thread canceller = new Thread(() -> {
            await().until(() -> bench.upstream.requests().stream()
                    .anyMatch(request -> request.path().equals("/hold")));
            cancellation.cancel();
        });
        canceller.start();
        Result result = bench.recoveries().run(call);
        canceller.join(Duration.ofSeconds(30).toMillis());
        return result;
    }

    private static String declaration(Sent sent) {
        return sent.declared.isEmpty() ? "" : "[connector.idempotency]\ndefault = \"" + sent.declared + "\"\n";
    }

    private static ObjectNode args(Termination termination, Sent sent) {
        String[] errands = Stream.of(sent.errand, termination.errand)
                .filter(errand -> !errand.isEmpty())
                .toArray(String[]::new);
        return RecoveryBench.errandsOf(errands).put("then", termination.then);
    }
}
