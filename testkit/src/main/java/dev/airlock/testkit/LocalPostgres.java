package dev.airlock.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A PostgreSQL server from the programs on this machine, with its own data folder and port. Closing it stops the server. */
public final class LocalPostgres implements AutoCloseable {
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

    /** The first port, below those that systems assign dynamically. */
    private static final int FIRST_PORT = 20_000;

    private static final int PORTS = 12_000;
    private static final int MOST_TRIES = 10;

    private final Path programs;
    private final Path folder;
    private int port;

    private LocalPostgres(Path programs, Path folder) {
        this.programs = programs;
        this.folder = folder;
    }

    /** Returns the folder of the server's programs, if they are installed. */
    public static Optional<Path> programs() {
        List<Path> places = new ArrayList<>();
        if (Files.isDirectory(DEBIAN)) {
            try (Stream<Path> versions = Files.list(DEBIAN)) {
                versions.sorted(Comparator.reverseOrder())
                        .map(v -> v.resolve("bin"))
                        .forEach(places::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        Stream.of(System.getenv("PATH").split(":")).map(Path::of).forEach(places::add);
        return places.stream()
                .filter(p -> Files.isExecutable(p.resolve("initdb")))
                .findFirst();
    }

    /** Starts a server with a new, empty data folder. */
    public static LocalPostgres start(Path programs) {
        try {
            LocalPostgres server = new LocalPostgres(programs, Files.createTempDirectory("airlock-postgres"));
            server.initialise();
            server.beginSomewhere();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the URL of its database. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    /** Stops the server immediately, as a loss of power would. */
    public void crash() {
        run("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
    }

    /** Starts the server again. */
    public void begin() {
        run("pg_ctl", "-D", data(), "-w", "-l", folder.resolve("log").toString(), "-o", options(), "start");
    }

    /** Starts the server on a random port. Tries another port if the server does not start, because the port may be in use. */
    private void beginSomewhere() {
        SecureRandom randomSource = new SecureRandom();
        for (int tries = 1; ; tries++) {
            port = FIRST_PORT + randomSource.nextInt(PORTS);
            try {
                begin();
                return;
            } catch (IllegalStateException e) {
                if (tries == MOST_TRIES) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void close() {
        run("pg_ctl", "-D", data(), "-m", "fast", "-w", "stop");
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(LocalPostgres::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String options() {
        return "-p " + port + " -c listen_addresses=127.0.0.1 -k " + folder;
    }

    private void initialise() throws IOException {
        if (isRoot()) {
            // the server refuses to run as root
            command(List.of("chown", "nobody", folder.toString()));
        }
        run("initdb", "-D", data(), "-U", "airlock", "-A", "trust", "-E", "UTF8", "--no-sync");
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private void run(String program, String... arguments) {
        List<String> words = new ArrayList<>();
        if (isRoot()) {
            words.addAll(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"));
        }
        words.add(programs.resolve(program).toString());
        words.addAll(List.of(arguments));
        command(words);
    }

    private void command(List<String> words) {
        try {
            Path said = folder.resolveSibling(folder.getFileName() + ".out");
            Process process = new ProcessBuilder(words)
                    .directory(Path.of("/").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            if (!process.waitFor(5, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new IllegalStateException(words + ": " + Files.readString(said));
            }
            Files.delete(said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
