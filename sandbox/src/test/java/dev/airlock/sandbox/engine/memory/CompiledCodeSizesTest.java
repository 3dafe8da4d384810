package dev.airlock.sandbox.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.engine.bytecode.division.CodeSizes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/**
 * The methods that compiled code calls everywhere have the size at which the JIT's two compilers treat them as
 * intended.
 */
final class CompiledCodeSizesTest {
    /** HotSpot's {@code MaxInlineSize}: C1 inlines nothing longer. */
    private static final int C1 = 35;

    /** HotSpot's {@code FreqInlineSize}: C2 inlines nothing longer. */
    private static final int C2 = 325;

    @Test
    void whatStandsInEveryFunctionIsCalledByC1AndInlinedByC2() throws IOException {
        Map<String, Integer> charges = sizes(CompiledCharges.class);

        assertThat(List.of(charges.get("take"), charges.get("takeOver"))).allMatch(size -> size > C1 && size < C2);
        assertThat(sizes(CompiledAccess.class).entrySet())
                .filteredOn(method -> method.getKey().matches("memory.*(Byte|Short|Int|Long)"))
                .allMatch(method -> method.getValue() > C1 && method.getValue() < C2);
    }

    private static Map<String, Integer> sizes(Class<?> type) throws IOException {
        ClassNode node = new ClassNode();
        new ClassReader(type.getName()).accept(node, 0);
        return Stream.of(node)
                .flatMap(read -> read.methods.stream())
                .collect(Collectors.toMap(method -> method.name, CodeSizes::of, Math::min));
    }
}
