package dev.airlock.sandbox.engine.pass;

import dev.airlock.sandbox.engine.bytecode.GlobalFields;
import dev.airlock.sandbox.engine.bytecode.GuestFunction;
import dev.airlock.sandbox.engine.bytecode.TypedMemory;
import dev.airlock.sandbox.engine.bytecode.division.CodeSizes;
import dev.airlock.sandbox.engine.bytecode.division.DividedSwitch;
import dev.airlock.sandbox.metering.MeteredModule;
import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes compiled code fast. Writes of hidden globals become the accounting that {@link GuestFunction} describes. The
 * engine's checks for interruption are removed, since the deadline and a cancellation reach the guest through its fuel.
 * A method that is too large for the JIT is split into several.
 */
final class AccountingPass implements GuestClassPass {
    private final MeteredModule module;
    private final int divideFrom;
    private final GlobalFields globals;

    /** A pass that divides functions of at least that many bytes. */
    AccountingPass(MeteredModule module, int divideFrom) {
        this.module = module;
        this.divideFrom = divideFrom;
        this.globals = GlobalFields.of(module);
    }

    @Override
    public List<MethodNode> function(String owner, MethodNode method) {
        removePolls(method);
        EngineMethods.removeEmptyAttempts(method); // one may have contained only a poll
        TypedMemory.in(owner, method);
        return GuestFunction.accounted(owner, method, module, globals, divideFrom);
    }

    @Override
    public List<MethodNode> other(String owner, MethodNode method) {
        removePolls(method);
        TypedMemory.in(owner, method);
        return CodeSizes.of(method) < CodeSizes.TOO_LARGE
                ? List.of(method)
                : DividedSwitch.of(owner, method).orElse(List.of(method));
    }

    @Override
    public int globalFields() {
        return globals.count();
    }

    /** Removes the engine's checks for interruption, which neither take nor leave an operand. */
    private static void removePolls(MethodNode method) {
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction instanceof MethodInsnNode call && EngineMethods.isPoll(call.owner, call.name)) {
                method.instructions.remove(instruction);
            }
        }
    }
}
