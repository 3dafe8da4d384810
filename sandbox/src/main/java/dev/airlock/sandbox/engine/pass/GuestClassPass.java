package dev.airlock.sandbox.engine.pass;

import java.util.List;
import org.objectweb.asm.tree.MethodNode;

/**
 * The pass over the classes that the engine's compiler makes of one module, after {@code ClassMender} has repaired
 * their methods. Results, fuel and stack are the same with every pass; {@link ClassPass} chooses one.
 */
public interface GuestClassPass {
    /**
     * Returns the methods that replace a function of the guest, the one with its name first.
     *
     * @param owner internal name of its class
     * @param method the engine's; it may be changed on the way
     */
    List<MethodNode> function(String owner, MethodNode method);

    /**
     * Returns the methods that replace any other method.
     *
     * @param owner internal name of its class
     * @param method the engine's; it may be changed on the way
     */
    List<MethodNode> other(String owner, MethodNode method);

    /** The number of the module's own globals, from the first on, that functions find as fields of their memory. */
    int globalFields();
}
