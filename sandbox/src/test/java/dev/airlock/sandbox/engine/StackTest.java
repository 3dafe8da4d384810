package dev.airlock.sandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.ChildJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The stack ends at the same depth on both tiers and on every JVM, and always before the JVM's own. */
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
     * @param throwing how often the programs throw that do
     * @param before how often the others run before, to be compiled by the JIT
     * @param most bytes of the largest program that it runs
     */
    private record Jvm(Path home, String flag, int throwing, int before, int most) {}

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
    void endsAtTheSameDepthOnBothTiersAndOnEveryJvm() {
        Map<String, String> first = new TreeMap<>();
        for (Jvm jvm : jvms()) {
            for (String line : depths(jvm)) {
                String program = line.substring(0, line.indexOf(','));
                String ending = line.substring(line.indexOf(": ") + 2);
                boolean throwsSome = program.contains("caught") || program.contains("thrown");
                String key = program + (throwsSome ? " " + jvm.throwing : "");

                assertThat(ending).as("%s on %s", line, jvm).isEqualTo(first.computeIfAbsent(key, k -> ending));
                assertThat(used(ending)).as("%s on %s", line, jvm).isGreaterThan(LIMIT);
            }
        }
        assertThat(first.get("direct")).contains("used=" + 10_923 * 96).endsWith("after 10923");
    }

    private static List<String> depths(Jvm jvm) {
        List<String> lines = ChildJvm.run(
                jvm.home,
                List.of("-Xmx512m", jvm.flag),
                StackDepths.class.getName(),
                jvm.throwing,
                jvm.before,
                jvm.most);
        long programs = Stream.of(StackPrograms.calling(), StackPrograms.throwing(jvm.throwing))
                .flatMap(all -> all.values().stream())
                .filter(program -> program.length <= jvm.most)
                .count();
        assertThat(lines).hasSize((int) programs * Tier.values().length);
        return lines;
    }

    /** More than the limit: had the JVM's own stack been used up first, it would be the limit itself. */
    private static long used(String ending) {
        return Long.parseLong(
                ending.replaceFirst("^LimitReached\\[limit=STACK, configured=\\d+, used=(\\d+)[,\\]].*", "$1"));
    }

    @Test
    void aProgramThatThrewManyTimesHasItsWholeStackAfterwards() {
        Map<String, Long> once = used(StackPrograms.throwing(100));
        Map<String, Long> often = used(StackPrograms.throwing(2_000));

        assertThat(often).isEqualTo(once);
    }

    private static Map<String, Long> used(Map<String, byte[]> programs) {
        return programs.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, program -> used(StackDepths.ending(program.getValue()))));
    }
}
