package dev.airlock.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of things that a test can leave behind. */
public enum Remains {
    /** Threads of Airlock. */
    THREADS {
        @Override
        public List<String> found() {
            return threads("airlock-").map(Remains::described).toList();
        }
    },
    /** Running calls and loads. */
    WORK {
        @Override
        public List<String> found() {
            return Stream.concat(threads("airlock-call-"), threads("airlock-load-"))
                    .filter(thread -> !isIdle(thread))
                    .map(Remains::described)
                    .toList();
        }
    },
    /** Open network sockets of this process, if the system lists them. */
    SOCKETS {
        @Override
        public List<String> found() {
            return Files.isDirectory(DESCRIPTORS) ? sockets() : List.of();
        }
    },
    /** Permits of the JVM that are held. */
    SLOTS {
        @Override
        public List<String> found() {
            return JvmPermits.held();
        }
    };

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Path UNIX = Path.of("/proc/self/net/unix");

    /** Returns a description of each one that exists now. The description stays the same as long as it exists. */
    public abstract List<String> found();

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static Stream<Thread> threads(String prefix) {
        Thread[] all = new Thread[Thread.activeCount() * 2 + 64];
        int count = root().enumerate(all);
        return Arrays.stream(all, 0, count).filter(thread -> thread.getName().startsWith(prefix));
    }

    private static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    @SuppressWarnings("deprecation") // its replacement is not in Java 17
    private static String described(Thread thread) {
        return thread.getName() + " (" + thread.getId() + ")";
    }

    /** Returns whether a thread of a pool is waiting for work. */
    private static boolean isIdle(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("getTask"));
    }

    private static List<String> sockets() {
        List<String> found = new ArrayList<>();
        Set<String> local = localSockets();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path descriptor : all) {
                String target = target(descriptor);
                if (target.startsWith("socket:") && !local.contains(target)) {
                    found.add(target);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("the open files of this process cannot be listed", e);
        }
        return found;
    }

    /** Returns the local sockets, which the JVM opens for itself and keeps. */
    private static Set<String> localSockets() {
        try {
            return Files.readAllLines(UNIX, StandardCharsets.ISO_8859_1).stream()
                    .skip(1)
                    .map(line -> "socket:[" + line.strip().split(" +")[6] + "]")
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new IllegalStateException("the local sockets of this machine cannot be listed", e);
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closed) {
            return "";
        }
    }
}
