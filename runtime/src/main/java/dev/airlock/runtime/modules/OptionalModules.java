package dev.airlock.runtime.modules;

import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Finds the implementations that optional modules bring. */
public final class OptionalModules {
    private OptionalModules() {}

    /**
     * Returns the providers of a port: those beside the runtime first, then those of the application, which may have a class loader of its
     * own.
     */
    public static <P> Stream<P> providers(Class<P> port) {
        return Stream.of(port.getClassLoader(), Thread.currentThread().getContextClassLoader())
                .flatMap(loader -> ServiceLoader.load(port, loader).stream())
                .map(ServiceLoader.Provider::get);
    }
}
