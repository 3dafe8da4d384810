package dev.airlock.sandbox.engine.bytecode.division;

import dev.airlock.sandbox.metering.MeteredModule;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.tree.MethodNode;

/**
 * The bytes of the JVM's stack that a guest's frames take for each byte that the published rule counts. It is the
 * largest ratio of any function, so that a thread can get a stack on which the rule's limit is always reached first.
 */
public final class FrameRatio {
    private static final int SLOT_BYTES = 8;

    /**
     * The bytes of a frame of the JVM's own interpreter beside locals and operands, and of the dispatcher of an
     * indirect call.
     */
    private static final long OVERHEAD_BYTES = 448;

    /**
     * The bytes that JIT-compiled code may take for intermediate results, each in a place of its own, for each byte of
     * guest code.
     */
    private static final long SPILLED_BYTES_PER_CODE_BYTE = 4;

    /** The engine's interpreter takes four frames of the JVM for one of the guest, together up to 3.3 KB. */
    public static final long INTERPRETED = 40;

    private final MeteredModule module;
    private final Set<Integer> deep = new TreeSet<>();
    private long largest = 1;

    /** The ratios of a module whose functions are still to be added. */
    public FrameRatio(MeteredModule module) {
        this.module = module;
    }

    /** Adds a compiled function: its entries, which may call one another, and one of its parts. */
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

    /** Records that some function is interpreted. */
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
