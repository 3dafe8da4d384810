package dev.airlock.sandbox.engine;

import java.util.List;
import org.objectweb.asm.tree.MethodNode;

/**
 * The pass over the classes that the engine's compiler makes of one module: what becomes of their methods once {@link ClassMender} has mended
 * them. Results, fuel and stack are the same whatever pass it is; {@link ClassPass} chooses one.
 */
interface GuestClassPass {
    /**
     * The methods that a function of the guest becomes, the one with its name first.
     *
     * @param owner internal name of its class
     * @param method the engine's; it may be changed on the way
     */
    List<MethodNode> function(String owner, MethodNode method);

    /**
     * The methods that any other method becomes.
     *
     * @param owner internal name of its class
     * @param method the engine's; it may be changed on the way
     */
    List<MethodNode> other(String owner, MethodNode method);

    /** How many of the module's own globals, from the first on, functions find as fields of their memory. */
    int globalFields();
}
