package dev.airlock.runtime.recovery.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.runtime.recovery.store.KeyClaimant;
import dev.airlock.runtime.recovery.store.KeyStore.Claim;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.runtime.recovery.store.RecoveryStoreContract;
import dev.airlock.runtime.recovery.store.ReversalStore;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteRecoveryStoreTest extends RecoveryStoreContract {
    @TempDir
    Path temp;

    @Test
    void aStoreThatIsOpenedWhenItIsNeededMakesNoFileBeforeAndRefusesALaterVersionsEachTime() throws Exception {
        SqliteRecoveryStore.in(file()).close();
        assertThat(file()).doesNotExist();
        try (Connection later = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = later.createStatement()) {
            statement.executeUpdate("pragma user_version = 1000");
        }
        try (SqliteRecoveryStore store = SqliteRecoveryStore.in(file())) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> store.keys().claim(KEY, by("a", UNTIL), NOW))
                        .isInstanceOf(StoreUnavailableException.class);
            }
        }
        assertThatThrownBy(() -> SqliteRecoveryStore.open(file())).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void aFileThatWasMovedAwayWhileItIsUsedIsNotWrittenToAnyMore() throws IOException {
        try (RecoveryStore store = open()) {
            store.keys().claim(KEY, by("a", UNTIL), NOW);
            Files.move(file(), temp.resolve("moved.db"));

            assertThat(store.keys().claim(KEY, by("b", UNTIL), NOW)).isEqualTo(new Claim.Granted());
            try (SqliteRecoveryStore others = open()) {
                assertThat(others.keys().claim(KEY, by("b", UNTIL), NOW)).isEqualTo(new Claim.Running(UNTIL));
            }
        }
    }

    @Test
    void whatWasWrittenIsThereForTheNextProcessAndForItsOwnerAlone() throws IOException {
        try (RecoveryStore store = open()) {
            store.keys().claim(KEY, by("a", UNTIL), NOW);
            store.keys().finish(KEY, CALL, "{}");
        }
        try (RecoveryStore store = open()) {
            assertThat(store.keys().claim(KEY, by("a", UNTIL), NOW)).isEqualTo(new Claim.Finished("{}"));
        }
        assertThat(Files.getPosixFilePermissions(file()))
                .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    }

    @Test
    void ofManyWhoWantAKeyOrATokenOneGetsIt() {
        ReversalStore.Token token =
                new ReversalStore.Token("audit-1", "token-1", "local://tests/rail", "charge", "refund", "{}", "{}");
        try (SqliteRecoveryStore first = open();
                SqliteRecoveryStore second = open()) {
            first.reversals().issue(token, NOW);
            List<SqliteRecoveryStore> stores = List.of(first, second);

            List<CompletableFuture<Boolean>> granted = IntStream.range(0, 32)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> stores.get(i % 2).keys().claim(KEY, by("a", UNTIL), NOW) instanceof Claim.Granted))
                    .toList();
            List<CompletableFuture<Boolean>> redeemed = IntStream.range(0, 32)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> stores.get(i % 2).reversals().redeem("audit-1", "why", NOW)))
                    .toList();

            assertThat(granted.stream().filter(CompletableFuture::join)).hasSize(1);
            assertThat(redeemed.stream().filter(CompletableFuture::join)).hasSize(1);
        }
    }

    @Test
    void ofSeveralProcessesOneGetsTheKey() throws Exception {
        open().close();
        List<Process> processes = IntStream.range(0, 4)
                .mapToObj(i -> start(KeyClaimant.class, file().toString()))
                .toList();
        int granted = 0;
        for (Process process : processes) {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            assertThat(said.lines()).hasSize(KeyClaimant.KEYS);
            granted += (int) said.lines().filter("granted"::equals).count();
        }
        assertThat(granted).isEqualTo(KeyClaimant.KEYS);
    }

    @Test
    void aFileThatIsNoStoreIsSaidToBeOne() throws IOException {
        Files.writeString(file(), "this is no database, and it is long enough to be looked at as one, or so one hopes");

        assertThatThrownBy(this::open)
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("Recovery's database cannot be read: its file is damaged, or is not an Airlock file");
    }

    private static Process start(Class<?> main, String... args) {
        List<String> command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(args));
        try {
            return new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Path file() {
        return temp.resolve("recovery.db");
    }

    @Override
    public SqliteRecoveryStore open() {
        return SqliteRecoveryStore.open(file());
    }
}
