package dev.airlock.sandbox.engine.compile;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import dev.airlock.sandbox.budget.LoadBudget;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Loads the classes of one guest, each at its first use, so that they are unloaded with the guest. */
public final class GuestClassLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final String machine;
    private final Map<String, byte[]> files;

    private GuestClassLoader(GuestClasses guest) {
        super("airlock-guest", GuestClassLoader.class.getClassLoader());
        this.machine = guest.machine();
        this.files = new ConcurrentHashMap<>(guest.classes());
    }

    /**
     * Returns a factory of the engine's machine for an instance.
     *
     * @throws LinkageError if the JVM rejects the machine's class
     */
    public static Function<Instance, Machine> lazily(GuestClasses guest) {
        return machines(new GuestClassLoader(guest));
    }

    /**
     * Returns the same factory once all of the guest's classes are loaded and verified.
     *
     * @throws LinkageError if the JVM rejects a class
     */
    public static Function<Instance, Machine> load(GuestClasses guest, LoadBudget budget) {
        GuestClassLoader loader = new GuestClassLoader(guest);
        for (String name : guest.classes().keySet()) {
            budget.check();
            loader.initialise(name);
        }
        return machines(loader);
    }

    /**
     * Loads the guest's own classes first. An embedder's class of the same name is never used instead, and its class
     * path, which may be long, is not searched for them.
     */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (findLoadedClass(name) == null && files.containsKey(name)) {
                return findClass(name);
            }
        }
        return super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] file = files.remove(name);
        if (file == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, file, 0, file.length);
    }

    private static Function<Instance, Machine> machines(GuestClassLoader loader) {
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
            return loadClass(machine).asSubclass(Machine.class).getConstructor(Instance.class);
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
