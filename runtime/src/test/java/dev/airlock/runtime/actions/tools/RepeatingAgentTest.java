package dev.airlock.runtime.actions.tools;

import static dev.airlock.runtime.actions.ActionBench.errand;
import static dev.airlock.runtime.actions.ActionBench.input;
import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.actions.ActionBench;
import dev.airlock.runtime.actions.ActionRunner;
import dev.airlock.runtime.actions.step.StepCaller;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.upstreams.RecordedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No schedule of faults makes an agent that repeats its tool calls do more than intended. Real connectors, sockets and TLS. The agent
 * repeats failed calls with the same id or with new ones, and uses one id for two intended calls. The service recognises a request by its
 * idempotency key, if it has one. A successful call is repeated once, as by a host that lost the answer.
 *
 * <p>An ordinary build runs a sample of the schedules, {@code -Pfull} runs all of them.
 */
class RepeatingAgentTest {
    private static final int SCHEDULES = 1_000;
    private static final int SAMPLE = 40;
    private static final int LONGEST_SCHEDULE = 6;
    private static final int MOST_CALLS = 4;

    @TempDir
    static Path temp;

    /** A fault of one exchange, as a rule of the script, and whether the service then did not do what was asked. */
    private enum Trouble {
        NONE("respond = { status = 200, body = '{}' }", false),
        LOST_AFTER_EFFECT("fault = \"reset_after_request\"", false),
        ERROR_AFTER_EFFECT("respond = { status = 500, body = '{}' }", false),
        GARBAGE_AFTER_EFFECT("fault = \"malformed\"", false),
        TRUNCATED_AFTER_EFFECT("fault = \"truncated\"", false),
        RESET_BEFORE_EFFECT("fault = \"reset\"", true),
        TOO_MANY("respond = { status = 429, body = '{}' }", true),
        UNREACHABLE("fault = \"connect_refused\"", true);

        private final String rule;
        private final boolean isNotDone;

        Trouble(String rule, boolean isNotDone) {
            this.rule = rule;
            this.isNotDone = isNotDone;
        }

        String toml() {
            return "[[exchange]]\nmatch = { host = \"api.example.com:443\" }\n" + rule + "\ntimes = 1\n";
        }
    }

    /** The ways in which the agent repeats failed calls. */
    private enum Habit {
        SAME_ID,
        NEW_IDS,
        ONE_ID_FOR_TWO_CALLS
    }

    /** One conversation: how the steps send the key, how the agent repeats, and the fault of each exchange. */
    private record Schedule(int seed, List<String> methods, Habit habit, boolean cancels, List<Trouble> troubles) {
        static Schedule of(int seed) {
            SplittableRandom random = new SplittableRandom(seed);
            List<String> methods = IntStream.range(0, random.nextInt(1, 3))
                    .mapToObj(i -> List.of("POST", "POST+header", "PUT+url").get(random.nextInt(3)))
                    .toList();
            Habit habit = List.of(Habit.values()).get(seed % Habit.values().length);
            List<Trouble> troubles = new ArrayList<>();
            int length = random.nextInt(1, LONGEST_SCHEDULE + 1);
            for (int i = 0; i < length; i++) {
                troubles.add(List.of(Trouble.values()).get(random.nextInt(Trouble.values().length)));
            }
            return new Schedule(seed, methods, habit, random.nextInt(5) == 0, troubles);
        }

        String script() {
            StringBuilder script = new StringBuilder();
            troubles.forEach(trouble -> script.append(trouble.toml()));
            return script.append("[[exchange]]\nrespond = { status = 200, body = '{}' }\n")
                    .toString();
        }

        String steps() {
            StringBuilder steps = new StringBuilder(input("n", "integer", ""));
            for (int i = 0; i < methods.size(); i++) {
                steps.append(errand("s" + i, methods.get(i), "/errand/" + i, "retry = \"none\""));
            }
            return steps.toString();
        }

        /** Returns the number of intended calls; each does every errand once. */
        int meant() {
            return habit == Habit.ONE_ID_FOR_TWO_CALLS ? 2 : 1;
        }

        String id(int call) {
            return habit == Habit.NEW_IDS ? "call_" + call : "call_1";
        }
    }

    static Stream<Schedule> schedules() {
        return IntStream.range(0, Boolean.getBoolean("airlock.full") ? SCHEDULES : SAMPLE)
                .mapToObj(Schedule::of);
    }

    @ParameterizedTest
    @MethodSource("schedules")
    void nothingIsDoneMoreOftenThanItWasMeant(Schedule schedule) throws IOException {
        Path folder = Files.createTempDirectory(temp, "schedule");
        try (ActionBench bench = new ActionBench(folder, schedule.script())) {
            Action action = bench.action(schedule.steps());
            Cancellation cancellation = new Cancellation();
            StepCaller caller = (call, journal) -> {
                var made = bench.recoveries.run(call);
                if (schedule.cancels()) {
                    cancellation.cancel();
                }
                return made;
            };
            try (ActionRunner runner =
                    bench.runner(caller, builder -> builder.conversations(bench.recoveries.conversations()))) {
                ActionTools tools = RunnerTools.of(runner, List.of(action));
                for (int meant = 1; meant <= schedule.meant(); meant++) {
                    repeat(bench, schedule, tools, meant, cancellation);
                }
            }
            assertThat(effects(bench, schedule))
                    .as(schedule + " " + bench.upstream.requests())
                    .allSatisfy((errand, times) -> assertThat(times).isLessThanOrEqualTo(schedule.meant()));
        }
    }

    /** Calls until the call succeeds, or the maximum number of times. The first call may be cancelled. */
    private static void repeat(
            ActionBench bench, Schedule schedule, ActionTools tools, int meant, Cancellation cancellation) {
        Map<String, Integer> before = effects(bench, schedule);
        for (int call = 1; call <= MOST_CALLS; call++) {
            ToolCall wanted = new ToolCall(schedule.id(call), "test", "{\"n\":" + meant + "}")
                    .actingFor("alice")
                    .inConversation("thread-1");
            ToolResult result = tools.call(wanted, call == 1 && meant == 1 ? cancellation : new Cancellation());
            assertHonest(bench, schedule, result, before);
            if (!result.isError() && result.kind() != ToolResult.Kind.CANCELLED) {
                assertThat(tools.call(wanted, new Cancellation()).recorded())
                        .as("what is told when the call that succeeded comes again, " + schedule)
                        .isPresent();
                return;
            }
        }
    }

    /** Asserts that a reported lack of effect is true, and that a successful call was carried out. */
    private static void assertHonest(
            ActionBench bench, Schedule schedule, ToolResult result, Map<String, Integer> before) {
        Map<String, Integer> now = effects(bench, schedule);
        String told = schedule + " " + result.content() + " " + bench.upstream.requests();
        if (result.sideEffects()
                .map(SideEffects::effect)
                .filter(effect -> effect == Effect.NONE)
                .isPresent()) {
            assertThat(now).as(told).isEqualTo(before);
        }
        if (result.kind() == ToolResult.Kind.SUCCEEDED) {
            assertThat(now).as(told).hasSize(schedule.methods().size());
        }
    }

    /** Counts how often the service did each errand; a request with a known key is recognised. */
    private static Map<String, Integer> effects(ActionBench bench, Schedule schedule) {
        Map<String, Integer> times = new HashMap<>();
        Set<String> recognised = new HashSet<>();
        for (RecordedRequest request : bench.upstream.requests()) {
            String path = request.path();
            String key = key(request);
            if (hadEffect(request, schedule) && (key.isEmpty() || recognised.add(path + " " + key))) {
                times.merge(path, 1, Integer::sum);
            }
        }
        return times;
    }

    private static String key(RecordedRequest request) {
        String inUrl = request.query().orElse("");
        return request.header("idempotency-key").orElse(inUrl);
    }

    private static boolean hadEffect(RecordedRequest request, Schedule schedule) {
        boolean declined = request.rule().isPresent()
                && request.rule().getAsInt() <= schedule.troubles().size()
                && schedule.troubles().get(request.rule().getAsInt() - 1).isNotDone;
        return request.effect() && !declined;
    }
}
