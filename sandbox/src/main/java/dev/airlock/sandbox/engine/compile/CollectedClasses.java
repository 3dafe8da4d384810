package dev.airlock.sandbox.engine.compile;

import com.dylibso.chicory.compiler.internal.ClassCollector;
import dev.airlock.sandbox.budget.LoadBudget;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.objectweb.asm.Type;

/** Takes each class from the engine's compiler as it is written, and stops the compiler when the budget is used up. */
public final class CollectedClasses implements ClassCollector {
    private final String machine;
    private final LoadBudget budget;
    private final Map<String, byte[]> classes = new LinkedHashMap<>();

    /** @param machine the name of the main class */
    public CollectedClasses(String machine, LoadBudget budget) {
        this.machine = machine;
        this.budget = budget;
    }

    @Override
    public String mainClassName() {
        return machine;
    }

    @Override
    public void putMainClass(String name, byte[] file) {
        put(name, file);
    }

    /** The engine names some classes with slashes and some with dots. */
    @Override
    public void put(String name, byte[] file) {
        budget.check();
        classes.put(name.replace('/', '.'), file);
    }

    @Override
    public void putAll(ClassCollector other) {
        classes.putAll(other.classBytes());
    }

    @Override
    public Map<String, byte[]> classBytes() {
        return classes;
    }

    @Override
    public byte[] resolve(Class<?> type) {
        String name = Type.getInternalName(type) + ".class";
        try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not on the class path");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
