package dev.airlock.sandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.ChildJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The stack ends at the same depth on both tiers and on every JVM, and always before the JVM's own. This JVM runs all
 * programs. In an ordinary run each program also runs on two of the other JVMs, chosen by a seed that is reported; in
 * the full run on all of them.
 */
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
final class StackTest {
    private static final boolean FULL = Boolean.getBoolean("airlock.full");
    private static final int LIMIT = 1 << 20;
    private static final int OFTEN = FULL ? 100_000 : 20_000;
    private static final int ANY_SIZE = Integer.MAX_VALUE;

    /**
     * A JVM to try.
     *
     * @param throwing how often the throwing programs throw
     * @param before how often the others run before, so that the JIT compiles them
     * @param most bytes of the largest program that it runs
     */
    private record Jvm(Path home, String flag, int throwing, int before, int most) {}

    /** Returns the one that runs all programs, and the others. */
    private static List<Jvm> jvms() {
        List<Jvm> jvms = new ArrayList<>();
        jvms.add(new Jvm(ChildJvm.home(), "-XX:+TieredCompilation", OFTEN, 30, ANY_SIZE));
        jvms.add(new Jvm(ChildJvm.otherHome(), "-XX:+TieredCompilation", FULL ? OFTEN : 500, 30, ANY_SIZE));
        jvms.add(new Jvm(ChildJvm.home(), "-Dairlock.class-pass=off", 500, 30, ANY_SIZE));
        for (Path home : FULL ? List.of(ChildJvm.home(), ChildJvm.otherHome()) : List.of(ChildJvm.home())) {
            jvms.add(new Jvm(home, "-Xint", 500, 0, FULL ? ANY_SIZE : 1_000));
            jvms.add(new Jvm(home, "-XX:TieredStopAtLevel=1", 500, 30, ANY_SIZE));
            jvms.add(new Jvm(home, "-XX:-DontCompileHugeMethods", 500, 30, ANY_SIZE));
        }
        return jvms;
    }

    @Test
    void endsAtTheSameDepthOnBothTiersAndOnEveryJvm(TestReporter reporter) {
        long seed = Long.getLong("airlock.seed", System.nanoTime());
        reporter.publishEntry("programs of the other JVMs", "seed " + seed);
        List<Jvm> jvms = jvms();
        List<String> shuffled = new ArrayList<>(programs(OFTEN).keySet());
        Collections.shuffle(shuffled, new Random(seed));
        Map<String, String> first = new TreeMap<>();
        for (int i = 0; i < jvms.size(); i++) {
            Jvm jvm = jvms.get(i);
            for (String line : depths(jvm, i == 0 || FULL ? shuffled : dealt(shuffled, i, jvms.size() - 1))) {
                String program = line.substring(0, line.indexOf(','));
                String termination = line.substring(line.indexOf(": ") + 2);
                boolean throwsSome = program.contains("caught") || program.contains("thrown");
                String key = program + (throwsSome ? " " + jvm.throwing : "");

                assertThat(termination)
                        .as("%s on %s, seed %d", line, jvm, seed)
                        .isEqualTo(first.computeIfAbsent(key, k -> termination));
                assertThat(used(termination))
                        .as("%s on %s, seed %d", line, jvm, seed)
                        .isGreaterThan(LIMIT);
            }
        }
        assertThat(first.get("direct")).contains("used=" + 10_923 * 96).endsWith("after 10923");
    }

    /** Assigns each program to two of the other JVMs. */
    private static List<String> dealt(List<String> programs, int jvm, int jvms) {
        return IntStream.range(0, programs.size())
                .filter(program -> (program + jvm) % jvms < 2)
                .mapToObj(programs::get)
                .toList();
    }

    private static List<String> depths(Jvm jvm, List<String> dealt) {
        Map<String, byte[]> programs = programs(jvm.throwing);
        programs.values().removeIf(program -> program.length > jvm.most);
        programs.keySet().retainAll(dealt);
        List<Object> arguments = new ArrayList<>(List.of(jvm.throwing, jvm.before));
        arguments.addAll(programs.keySet());

        List<String> lines =
                ChildJvm.run(jvm.home, List.of("-Xmx512m", jvm.flag), StackDepths.class.getName(), arguments.toArray());

        assertThat(lines).hasSize(programs.size() * Tier.values().length);
        return lines;
    }

    private static Map<String, byte[]> programs(int throwing) {
        Map<String, byte[]> programs = StackPrograms.calling();
        programs.putAll(StackPrograms.throwing(throwing));
        return programs;
    }

    /** Returns more than the limit; if the JVM's own stack were used up first, it would be the limit itself. */
    private static long used(String termination) {
        return Long.parseLong(
                termination.replaceFirst("^LimitReached\\[limit=STACK, configured=\\d+, used=(\\d+)[,\\]].*", "$1"));
    }

    @Test
    void aProgramThatThrewManyTimesHasItsWholeStackAfterwards() {
        Map<String, Long> once = used(StackPrograms.throwing(100));
        Map<String, Long> often = used(StackPrograms.throwing(2_000));

        assertThat(often).isEqualTo(once);
    }

    private static Map<String, Long> used(Map<String, byte[]> programs) {
        return programs.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, program -> used(StackDepths.termination(program.getValue()))));
    }
}
