package dev.airlock.sandbox.engine.pass;

import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Recognises methods in the classes that the engine's compiler makes. */
public final class EngineMethods {
    /** The prefix of the name of each guest's function; its index follows. */
    public static final String FUNCTION_PREFIX = "func_";

    private static final String RESULTS_PREFIX = "value_";

    private EngineMethods() {}

    /** Whether a method is a guest's function. */
    public static boolean isFunction(String name) {
        return name.startsWith(FUNCTION_PREFIX);
    }

    /** The index of the guest's function behind a method, in the module's function space. */
    public static int function(String name) {
        return Integer.parseInt(name.substring(FUNCTION_PREFIX.length()));
    }

    /**
     * Whether a method packs several results. The engine makes one for each list of types, and gives all references the
     * same name.
     */
    public static boolean packsResults(String name) {
        return name.startsWith(RESULTS_PREFIX);
    }

    /** Whether a called method checks for an interruption. */
    static boolean isPoll(String owner, String name) {
        return owner.endsWith(OwnMethod.SHADED) && name.equals("checkInterruption");
    }

    /** Removes try blocks without instructions; the JVM rejects a class with one (section 4.7.3). */
    public static void removeEmptyAttempts(MethodNode method) {
        method.tryCatchBlocks.removeIf(EngineMethods::coversNothing);
    }

    private static boolean coversNothing(TryCatchBlockNode handler) {
        AbstractInsnNode instruction = handler.start;
        while (instruction != handler.end && instruction.getOpcode() < 0) {
            instruction = instruction.getNext();
        }
        return instruction == handler.end;
    }
}
