package dev.airlock.runtime;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A container of applications. It runs one with its own class loader, releases it, and reports whether it was collected, and which threads
 * are left.
 */
public final class ReleaseProcess {
    private static final int MOST_COLLECTIONS = 40;

    /** Another class of the container. On JDK 17, the factory of record methods keeps the types of the last record that it handled. */
    private record Next(String first, String second) {}

    private ReleaseProcess() {}

    /**
     * Runs the application, and reports.
     *
     * @param args the file for a heap dump if the loader is held, the main class of the application, and its arguments
     */
    public static void main(String[] args) throws Exception {
        WeakReference<ClassLoader> loader = run(args[1], Arrays.copyOfRange(args, 2, args.length));
        boolean unused = new Next("a", "b").equals(new Next("c", "d")) || new Next("a", "b").hashCode() == 0;
        System.out.println(isCollected(loader, Path.of(args[0])) ? "collected" : "held");
        Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .sorted()
                .forEach(name -> System.out.println("thread " + name));
    }

    private static WeakReference<ClassLoader> run(String application, String[] args) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader())) {
            Thread thread = new Thread(() -> start(loader, application, args), "application");
            thread.setContextClassLoader(loader);
            thread.start();
            thread.join();
            return new WeakReference<>(loader);
        }
    }

    private static void start(ClassLoader loader, String application, String[] args) {
        try {
            loader.loadClass(application).getMethod("main", String[].class).invoke(null, (Object) args);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isCollected(WeakReference<ClassLoader> loader, Path dump) throws Exception {
        for (int i = 0; i < MOST_COLLECTIONS && loader.get() != null; i++) {
            System.gc();
            Thread.sleep(50); // the threads of cleaners have to run in between
        }
        boolean collected = loader.get() == null;
        if (!collected) {
            Files.deleteIfExists(dump);
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(dump.toString(), true);
        }
        return collected;
    }

    private static URL[] urls() throws MalformedURLException {
        List<String> entries = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
        URL[] urls = new URL[entries.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = Path.of(entries.get(i)).toUri().toURL();
        }
        return urls;
    }
}
