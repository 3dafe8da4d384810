package dev.airlock.sandbox.engine.bytecode;

import dev.airlock.sandbox.metering.MeteredModule;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.tree.MethodNode;

/**
 * How many bytes of the JVM's stack a guest's frames take for each byte that the published rule counts: the largest ratio of
 * any function, so that a thread can be given a stack on which the rule's limit is always reached first.
 */
public final class FrameRatio {
    private static final int SLOT_BYTES = 8;

    /** What a frame of the JVM's own interpreter has beside locals and operands, and the dispatcher of an indirect call. */
    private static final long OVERHEAD_BYTES = 448;

    /** What JIT-compiled code may keep of intermediate results, each in a place of its own, for each byte of guest code. */
    private static final long SPILLED_BYTES_PER_CODE_BYTE = 4;

    /** The engine's interpreter takes four frames of the JVM for one of the guest, together up to 3.3 KB. */
    public static final long INTERPRETED = 40;

    private final MeteredModule module;
    private final Set<Integer> deep = new TreeSet<>();
    private long largest = 1;

    /** The ratios of a module whose functions are still to be looked at. */
    public FrameRatio(MeteredModule module) {
        this.module = module;
    }

    /** Takes a compiled function into account: its entries, which may call one another, and one of its parts. */
    public void add(int functionIndex, List<MethodNode> methods) {
        long real = SPILLED_BYTES_PER_CODE_BYTE * module.codeBytes(functionIndex);
        long largestPart = 0;
        for (MethodNode method : methods) {
            if (FunctionPart.isOne(method)) {
                largestPart = Math.max(largestPart, frameBytes(method));
            } else {
                real += frameBytes(method);
            }
        }
        real += largestPart;
        long counted = module.frameBytes(functionIndex);
        long ratio = (real + counted - 1) / counted;
        largest = Math.max(largest, ratio);
        if (ratio > INTERPRETED) {
            deep.add(functionIndex);
        }
    }

    private static long frameBytes(MethodNode method) {
        return OVERHEAD_BYTES + (long) SLOT_BYTES * (method.maxStack + method.maxLocals);
    }

    /** Takes into account that some function is interpreted. */
    public void addInterpreted() {
        largest = Math.max(largest, INTERPRETED);
    }

    /** The functions so far whose frames take more of the stack than if they were interpreted. */
    public Set<Integer> deeperThanInterpreted() {
        return deep;
    }

    /** The largest ratio so far, at least 1. */
    public long largest() {
        return largest;
    }
}
