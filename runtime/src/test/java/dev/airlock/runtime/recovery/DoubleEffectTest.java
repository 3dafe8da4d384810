package dev.airlock.runtime.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.effect.Effect;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.upstreams.RecordedRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No schedule of faults makes a service do an errand twice. Real connectors, sockets and TLS. The service does what is asked and loses the
 * answer, answers with an error after the effect, or cannot be reached for the second of two requests, at every point of a call and of its
 * retries. It recognises a request by its idempotency key, if it has one.
 *
 * <p>An ordinary build runs a sample of the schedules, {@code -Pfull} runs all of them.
 */
class DoubleEffectTest {
    private static final int SCHEDULES = 1_000;
    private static final int SAMPLE = 60;
    private static final int MOST_ERRANDS = 3;
    private static final int LONGEST_SCHEDULE = 6;

    @TempDir
    static Path temp;

    /** A fault of one exchange, as a rule of the script; an exchange without one succeeds. */
    private enum Trouble {
        NONE("respond = { status = 200, body = '{}' }"),
        LOST_AFTER_EFFECT("fault = \"reset_after_request\""),
        HALF_CLOSED_AFTER_EFFECT("fault = \"half_closed\""),
        TRUNCATED_AFTER_EFFECT("fault = \"truncated\""),
        TIMEOUT_AFTER_EFFECT("fault = \"stall_after_headers\""),
        ERROR_AFTER_EFFECT("respond = { status = 500, body = '{}' }"),
        OVERLOADED_AFTER_EFFECT("respond = { status = 503, body = '{}' }"),
        GARBAGE_AFTER_EFFECT("fault = \"malformed\""),
        RESET_BEFORE_EFFECT("fault = \"reset\""),
        NEVER_ANSWERED("fault = \"stall\""),
        TOO_MANY("respond = { status = 429, body = '{}' }"),
        CONFLICT("respond = { status = 409, body = '{}' }"),
        REJECTED_CREDENTIAL("respond = { status = 401, body = '{}' }"),
        UNREACHABLE("fault = \"connect_refused\""),
        NO_NAME("fault = \"dns\""),
        NO_HANDSHAKE("fault = \"tls\"");

        private final String rule;

        Trouble(String rule) {
            this.rule = rule;
        }

        String toml() {
            return "[[exchange]]\nmatch = { host = \"api.example.com:443\" }\n" + rule + "\ntimes = 1\n";
        }
    }

    /** A kind of connector: how it sends the key, what it declares, and whether its service is naturally idempotent. */
    private enum Kind {
        KEY_IN_HEADER("POST+header", "", false),
        KEY_IN_BODY("POST+body", "", false),
        KEY_IN_URL("PUT+url", "", false),
        NO_KEY_UNDECLARED("POST", "", false),
        NO_KEY_NOT_IDEMPOTENT("POST", "[connector.idempotency]\ndefault = \"not_idempotent\"\n", false),
        KEY_NOT_IDEMPOTENT("POST+header", "[connector.idempotency]\ndefault = \"not_idempotent\"\n", false),
        KEY_ONCE_SENT("POST+header", "[connector.idempotency]\ndefault = \"not_idempotent_once_sent\"\n", false),
        DECLARED_IDEMPOTENT("PUT", "[connector.idempotency]\ndefault = \"idempotent\"\n", true);

        private final String method;
        private final String declaration;
        private final boolean byNature;

        Kind(String method, String declaration, boolean byNature) {
            this.method = method;
            this.declaration = declaration;
            this.byNature = byNature;
        }
    }

    /** One call: its connector, its number of errands, and the fault of each exchange. */
    private record Schedule(int seed, Kind kind, int errands, List<Trouble> troubles, CallSource source) {
        static Schedule of(int seed) {
            SplittableRandom random = new SplittableRandom(seed);
            Kind kind = List.of(Kind.values()).get(seed % Kind.values().length);
            List<Trouble> troubles = new ArrayList<>();
            int length = random.nextInt(1, LONGEST_SCHEDULE + 1);
            for (int i = 0; i < length; i++) {
                troubles.add(List.of(Trouble.values()).get(random.nextInt(Trouble.values().length)));
            }
            CallSource source = List.of(CallSource.values()).get(random.nextInt(2));
            return new Schedule(seed, kind, random.nextInt(1, MOST_ERRANDS + 1), troubles, source);
        }

        String script() {
            StringBuilder script = new StringBuilder();
            troubles.forEach(trouble -> script.append(trouble.toml()));
            return script.append("[[exchange]]\nrespond = { status = 200, body = '{}' }\n")
                    .toString();
        }

        String[] errandList() {
            return IntStream.range(0, errands)
                    .mapToObj(i -> kind.method + " /errand/" + i)
                    .toArray(String[]::new);
        }
    }

    /** Returns each fault alone, at the first, second and third exchange; then random schedules. */
    static Stream<Schedule> schedules() {
        int count = Boolean.getBoolean("airlock.full") ? SCHEDULES : SAMPLE;
        return Stream.concat(
                Boolean.getBoolean("airlock.full") ? everyPoint() : Stream.of(),
                IntStream.range(0, count).mapToObj(Schedule::of));
    }

    private static Stream<Schedule> everyPoint() {
        return Stream.of(Kind.values())
                .flatMap(kind -> Stream.of(Trouble.values())
                        .flatMap(trouble -> IntStream.range(0, MOST_ERRANDS).mapToObj(at -> {
                            List<Trouble> troubles = new ArrayList<>();
                            IntStream.range(0, at).forEach(before -> troubles.add(Trouble.NONE));
                            troubles.add(trouble);
                            return new Schedule(-1, kind, MOST_ERRANDS, troubles, CallSource.FOREGROUND);
                        })));
    }

    @ParameterizedTest
    @MethodSource("schedules")
    void noErrandIsDoneTwice(Schedule schedule) throws Exception {
        Path folder = Files.createTempDirectory(temp, "schedule");
        try (RecoveryBench bench = new RecoveryBench(folder, schedule.script(), RecoveryBench.SHORT)) {
            RecoveryCall call = RecoveryCall.of(
                            bench.errands(schedule.kind().declaration), RecoveryBench.errandsOf(schedule.errandList()))
                    .from(schedule.source())
                    .as(RecoveryCall.Identity.ofKey("errands-of-" + schedule.seed()));
            Recoveries recoveries = bench.recoveries(willing());

            Result first = recoveries.run(call);
            List<RecordedRequest> ofFirst = bench.upstream.requests();
            Result second = recoveries.run(call);
            List<RecordedRequest> all = bench.upstream.requests();

            assertThat(effects(all, schedule))
                    .as(bench.trace.text() + all)
                    .allSatisfy((errand, times) -> assertThat(times).isLessThanOrEqualTo(1));
            assertHonest(schedule, first, ofFirst);
            if (!isRecorded(second)) {
                assertHonest(schedule, second, all.subList(ofFirst.size(), all.size()));
            }
            assertSucceededOnlyIfDone(schedule, first, ofFirst);
            assertSucceededOnlyIfDone(schedule, second, all);
        }
    }

    private static boolean isRecorded(Result result) {
        return (result instanceof Result.Succeeded succeeded
                        && succeeded.recorded().isPresent())
                || (result instanceof Result.Failed failed && (failed.recorded().isPresent() || isAboutTheKey(failed)));
    }

    /** Returns whether a failure is about an earlier call with the same key, because of which this one was not made. */
    private static boolean isAboutTheKey(Result.Failed failed) {
        return failed.failure().details().containsKey("key_state");
    }

    /** Asserts that the reported effect is no less than what the service saw. */
    private static void assertHonest(Schedule schedule, Result result, List<RecordedRequest> seen) {
        boolean hadEffect = seen.stream().anyMatch(request -> hadEffect(request, schedule));
        assertThat(result.effect() == Effect.NONE && hadEffect)
                .as("none, and the service counted one: " + seen)
                .isFalse();
        assertThat(!result.sideEffects().requestSent() && !seen.isEmpty())
                .as("nothing sent, and the service saw: " + seen)
                .isFalse();
        if (result instanceof Result.Failed failed) {
            assertThat(failed.failure().retriable() && failed.effect() == Effect.UNCERTAIN)
                    .isFalse();
            assertThat(failed.failure().message().contains("Nothing was sent") && !seen.isEmpty())
                    .as(failed.failure().message())
                    .isFalse();
        }
    }

    private static void assertSucceededOnlyIfDone(Schedule schedule, Result result, List<RecordedRequest> seen) {
        if (result instanceof Result.Succeeded) {
            assertThat(effects(seen, schedule)).hasSize(schedule.errands());
        }
    }

    /** Counts how often the service did each errand; a request with a known key is recognised. */
    private static Map<String, Integer> effects(List<RecordedRequest> requests, Schedule schedule) {
        Map<String, Integer> times = new HashMap<>();
        List<String> recognised = new ArrayList<>();
        for (RecordedRequest request : requests) {
            if (!hadEffect(request, schedule)) {
                continue;
            }
            String identity = identity(request, schedule);
            if (!identity.isEmpty() && recognised.contains(identity)) {
                continue;
            }
            recognised.add(identity);
            times.merge(request.path(), 1, Integer::sum);
        }
        return times;
    }

    private static boolean hadEffect(RecordedRequest request, Schedule schedule) {
        OptionalInt rule = request.rule();
        boolean refused = rule.isPresent()
                && rule.getAsInt() <= schedule.troubles().size()
                && List.of(Trouble.TOO_MANY, Trouble.CONFLICT, Trouble.REJECTED_CREDENTIAL)
                        .contains(schedule.troubles().get(rule.getAsInt() - 1));
        return request.effect() && !refused;
    }

    private static String identity(RecordedRequest request, Schedule schedule) {
        if (schedule.kind().byNature) {
            return request.path();
        }
        return schedule.kind().method.contains("+")
                        && !schedule.kind().declaration.contains("not_idempotent")
                ? request.path() + " under the key"
                : "";
    }

    /** Returns a handler that renews whatever it is asked to, so that as much as possible is repeated. */
    private static RecoveryHandler willing() {
        return new RecoveryHandler() {
            @Override
            public CredentialRefresh.Result refreshCredential(Incident incident) {
                return new CredentialRefresh.Result.Fresh();
            }

            @Override
            public boolean askUser(Incident incident) {
                return true;
            }
        };
    }
}
