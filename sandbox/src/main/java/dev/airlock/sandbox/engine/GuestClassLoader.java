package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import dev.airlock.sandbox.load.LoadBudget;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.function.Function;

/** Loads the classes of one guest, so that they go when the guest does. */
final class GuestClassLoader extends ClassLoader {
    private GuestClassLoader() {
        super("airlock-guest", GuestClassLoader.class.getClassLoader());
    }

    /**
     * Loads and verifies all of a guest's classes.
     *
     * @return what makes the engine's machine for an instance
     * @throws LinkageError if the JVM does not take a class
     */
    static Function<Instance, Machine> load(GuestClasses guest, LoadBudget budget) {
        GuestClassLoader loader = new GuestClassLoader();
        guest.classes().forEach((name, file) -> loader.defineClass(name, file, 0, file.length));
        for (String name : guest.classes().keySet()) {
            budget.check();
            loader.initialise(name);
        }
        Constructor<? extends Machine> machine = loader.machine();
        return instance -> newMachine(machine, instance);
    }

    private void initialise(String name) {
        try {
            Class.forName(name, true, this);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the loader does not know its own class", e);
        }
    }

    private Constructor<? extends Machine> machine() {
        try {
            return loadClass(Compilation.CLASS_NAME).asSubclass(Machine.class).getConstructor(Instance.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the engine made no machine", e);
        }
    }

    private static Machine newMachine(Constructor<? extends Machine> constructor, Instance instance) {
        try {
            return constructor.newInstance(instance);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("a machine could not be made", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a machine could not be made", e);
        }
    }
}
