package dev.airlock.sandbox.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.ChildJvm;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.FakeNanoClock;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.state.CallState.Once;
import dev.airlock.sandbox.time.Clock;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStateStoreTest {
    private static final byte[] KEY = StateProcess.key(0);
    private static final int KEYS = 200;

    @TempDir
    private Path folder;

    @Test
    void keepsStateBetweenProcesses() {
        try (SqliteStateStore first = SqliteStateStore.in(file())) {
            call(first, "a").put(KEY, new byte[] {1, 2, 3}, 0);
        }
        try (SqliteStateStore second = SqliteStateStore.in(file())) {
            assertThat(call(second, "a").get(KEY))
                    .hasValueSatisfying(value -> assertThat(value).containsExactly(1, 2, 3));
        }
    }

    @Test
    void isItsOwnersAlone() throws IOException {
        Path nested = folder.resolve("new/state.db");
        try (SqliteStateStore store = SqliteStateStore.in(nested)) {
            call(store, "a").put(KEY, new byte[1], 0);
            try (var files = Files.list(nested.getParent())) {
                assertThat(files)
                        .hasSizeGreaterThan(1)
                        .allSatisfy(
                                file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                                        .isEqualTo("rw-------"));
            }
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(nested.getParent())))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void givesEachClaimToOneOfSeveralProcesses() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(3);
        try {
            List<Future<List<String>>> printed = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                printed.add(callers.submit(() -> ChildJvm.run(
                        ChildJvm.home(),
                        List.of("-Xmx64m", "--enable-native-access=ALL-UNNAMED"),
                        StateProcess.class.getName(),
                        file(),
                        "all",
                        KEYS)));
            }
            List<String> claimed = new ArrayList<>();
            for (Future<List<String>> lines : printed) {
                claimed.addAll(lines.get());
            }
            assertThat(claimed)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, KEYS).mapToObj(Integer::toString).toList());
            try (SqliteStateStore store = SqliteStateStore.in(file())) {
                assertThat(call(store, "later").once(KEY, 0)).isEqualTo(Once.DONE);
            }
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void aClaimOfAProcessThatWasKilledIsInDoubt() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        ChildJvm.home().resolve("bin/java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StateProcess.class.getName(),
                        file().toString(),
                        "hang")
                .start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(lines.readLine()).isEqualTo("NEW");
            assertThat(lines.readLine()).isEqualTo("waiting");
        } finally {
            process.destroyForcibly();
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        }
        try (SqliteStateStore store = SqliteStateStore.in(file())) {
            assertThat(call(store, "next").once(KEY, 0)).isEqualTo(Once.IN_DOUBT);
        }
    }

    @Test
    void waitsForAnotherProcessAtMostUntilTheDeadline() throws SQLException {
        try (SqliteStateStore store = SqliteStateStore.in(file());
                Connection other = raw()) {
            call(store, "a").put(KEY, new byte[] {1}, 0);
            try (Statement statement = other.createStatement()) {
                statement.execute("BEGIN IMMEDIATE");
                CallScope scope = new CallScope(Clock.SYSTEM, 200, 1);
                CallState state = state(store, "a", scope);
                Termination termination = catchThrowableOfType(CallEnded.class, () -> state.put(KEY, new byte[] {2}, 0))
                        .termination();
                assertThat(termination)
                        .isInstanceOfSatisfying(
                                Termination.LimitReached.class,
                                reached -> assertThat(reached.limit()).isEqualTo(LimitName.WALL_TIME));
                assertThat(TimeUnit.NANOSECONDS.toMillis(scope.elapsedNanos())).isBetween(200L, 2_000L);
                statement.execute("ROLLBACK");
            }
            assertThat(call(store, "a").get(KEY))
                    .hasValueSatisfying(value -> assertThat(value).containsExactly(1));
        }
    }

    @Test
    void aClaimThatCannotBeNotedInTimeStaysInDoubt() throws SQLException {
        try (SqliteStateStore store = SqliteStateStore.in(file());
                Connection other = raw()) {
            CallState state = call(store, "a");
            assertThat(state.once(KEY, 0)).isEqualTo(Once.NEW);
            try (Statement statement = other.createStatement()) {
                statement.execute("BEGIN IMMEDIATE");
                assertThatThrownBy(() -> state.finish(true)).isInstanceOf(StateUnavailableException.class);
                statement.execute("ROLLBACK");
            }
            assertThat(call(store, "b").once(KEY, 0)).isEqualTo(Once.IN_DOUBT);
        }
    }

    @Test
    void goesOnWithTheFileThatLiesThereWhenItsOwnWasMovedAway() throws IOException {
        try (SqliteStateStore store = SqliteStateStore.in(file())) {
            assertThat(call(store, "a").once(KEY, 0)).isEqualTo(Once.NEW);
            Files.move(file(), folder.resolve("moved.db"));

            assertThat(call(store, "b").once(KEY, 0)).isEqualTo(Once.NEW);
            try (SqliteStateStore others = SqliteStateStore.in(file())) {
                assertThat(call(others, "c").once(KEY, 0)).isEqualTo(Once.IN_DOUBT);
            }
        }
    }

    @Test
    void refusesAFileThatIsNoneOfItsOwn() throws IOException {
        Files.writeString(file(), "this is no database, and it is long enough to be sure of that".repeat(100));
        try (SqliteStateStore store = SqliteStateStore.in(file())) {
            assertThatThrownBy(() -> call(store, "a").get(KEY)).isInstanceOf(StateUnavailableException.class);
        }
        assertThat(Files.readString(file())).startsWith("this is no database");
    }

    @Test
    void refusesAFileOfALaterVersion() throws SQLException {
        try (Connection other = raw();
                Statement statement = other.createStatement()) {
            statement.execute("PRAGMA user_version = 2");
        }
        try (SqliteStateStore store = SqliteStateStore.in(file())) {
            assertThatThrownBy(() -> call(store, "a").get(KEY))
                    .isInstanceOf(StateUnavailableException.class)
                    .hasRootCauseMessage("the file was made by a later version of Airlock");
        }
    }

    @Test
    void opensNothingBeforeItIsUsedAndNothingAfterItIsClosed() {
        SqliteStateStore store = SqliteStateStore.in(file());
        assertThat(file()).doesNotExist();
        store.close();
        assertThatThrownBy(() -> call(store, "a").get(KEY)).isInstanceOf(IllegalStateException.class);
    }

    private Path file() {
        return folder.resolve("state.db");
    }

    private Connection raw() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file());
    }

    private static CallState call(StateStore store, String idempotencyKey) {
        return state(store, idempotencyKey, new CallScope(Clock.SYSTEM, 60_000, 1));
    }

    private static CallState state(StateStore store, String idempotencyKey, CallScope scope) {
        return new CallState(store, "tests", idempotencyKey, scope, Limits.defaults(), new FakeNanoClock(0));
    }
}
