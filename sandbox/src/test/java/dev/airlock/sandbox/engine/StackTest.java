package dev.airlock.sandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.ChildJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The stack ends at the same depth on both tiers and on every JVM, and always before the JVM's own. */
@Timeout(900)
final class StackTest {
    private static final boolean FULL = Boolean.getBoolean("airlock.full");
    private static final int MANY_TIMES = 100_000;
    private static final int LIMIT = 1 << 20;

    private record Jvm(Path home, List<String> flags, int throwing, int before) {}

    private static List<Jvm> jvms() {
        List<String> standard = List.of("-Xmx512m");
        List<String> interpreted = List.of("-Xmx512m", "-Xint");
        List<String> quick = List.of("-Xmx512m", "-XX:TieredStopAtLevel=1");
        List<String> whole = List.of("-Xmx512m", "-XX:-DontCompileHugeMethods");
        List<Jvm> jvms = new ArrayList<>();
        jvms.add(new Jvm(ChildJvm.home(), standard, MANY_TIMES, 30));
        jvms.add(new Jvm(ChildJvm.home(), interpreted, FULL ? MANY_TIMES : 500, 0));
        jvms.add(new Jvm(ChildJvm.home(), quick, FULL ? MANY_TIMES : 500, 30));
        jvms.add(new Jvm(ChildJvm.home(), whole, FULL ? MANY_TIMES : 500, 30));
        jvms.add(new Jvm(ChildJvm.otherHome(), standard, FULL ? MANY_TIMES : 500, 30));
        if (FULL) {
            jvms.add(new Jvm(ChildJvm.otherHome(), interpreted, 500, 0));
            jvms.add(new Jvm(ChildJvm.otherHome(), quick, MANY_TIMES, 30));
            jvms.add(new Jvm(ChildJvm.otherHome(), whole, MANY_TIMES, 30));
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
        List<String> lines = ChildJvm.run(jvm.home, jvm.flags, StackDepths.class.getName(), jvm.throwing, jvm.before);
        int programs =
                StackPrograms.calling().size() + StackPrograms.throwing(1).size();
        assertThat(lines).hasSize(programs * Tier.values().length);
        return lines;
    }

    /** More than the limit: had the JVM's own stack been used up first, it would be the limit itself. */
    private static long used(String ending) {
        return Long.parseLong(ending.replaceFirst("^LimitReached\\[limit=STACK, .*used=(\\d+)].*", "$1"));
    }

    @Test
    void aProgramThatThrewManyTimesHasItsWholeStackAfterwards() {
        Map<String, Long> once = used(StackPrograms.throwing(100));
        Map<String, Long> often = used(StackPrograms.throwing(10_000));

        assertThat(often).isEqualTo(once);
    }

    private static Map<String, Long> used(Map<String, byte[]> programs) {
        return programs.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, program -> used(StackDepths.ending(program.getValue()))));
    }
}
