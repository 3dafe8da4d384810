package dev.airlock.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the key of a home's audit log: shown, copied to another home, and changed. */
class AuditKeyTest {
    @TempDir
    private Path folder;

    private CommandRun here;
    private CommandRun there;

    @BeforeEach
    void makeALog() {
        here = CommandRun.standard().home(home("here"));
        there = CommandRun.standard().home(home("there"));
        assertThat(here.with("run", "echo", "echo").exitCode()).isZero();
    }

    @Test
    void aSecondMachineGetsTheKey() throws IOException {
        Path copy = folder.resolve("copy");
        String exported = here.with("audit", "key", "export", copy.toString()).out();
        assertThat(exported).startsWith("exported SHA256:");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
                .isEqualTo("rw-------");
        assertThat(here.with("audit", "list", "--consents").out()).contains("export of the audit log's key");

        assertThat(there.with("audit", "key", "import", copy.toString()).exitCode())
                .isZero();
        assertThat(there.with("audit", "key", "show").out())
                .isEqualTo(here.with("audit", "key", "show").out());
        assertThat(there.with("audit", "key", "import", copy.toString()).exitCode())
                .as("again")
                .isZero();
        Files.copy(home("here").resolve("audit.db"), home("there").resolve("audit.db"));
        assertThat(there.with("run", "echo", "echo").exitCode()).isZero();
        assertThat(there.with("audit", "verify").exitCode()).isZero();
    }

    @Test
    void aLogInTheHomeKeepsItsKeyAndOthersMayNotReadWhatIsImported() throws IOException {
        Path copy = folder.resolve("copy");
        assertThat(here.with("audit", "key", "export", copy.toString()).exitCode())
                .isZero();
        assertThat(here.with("audit", "key", "export", copy.toString()).err()).contains("no key is overwritten");
        assertThat(there.with("run", "echo", "echo").exitCode()).isZero();

        assertThat(there.with("audit", "key", "import", copy.toString()).err())
                .contains("Nothing was imported: audit.db in $AIRLOCK_HOME is signed with another key");
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(there.with("audit", "key", "import", copy.toString()).err()).contains("Others may read");
        assertThat(there.with("audit", "verify").exitCode()).isZero();
    }

    /** The key was lost, and the next call created another one, which the log refuses. */
    @Test
    void theLogsOwnKeyTakesThePlaceOfOneThatWasMadeBecauseItWasMissing() throws IOException {
        Path copy = folder.resolve("copy");
        assertThat(here.with("audit", "key", "export", copy.toString()).exitCode())
                .isZero();
        Files.delete(home("here").resolve("audit.key"));
        assertThat(here.with("run", "echo", "echo").exitCode()).isEqualTo(1);

        assertThat(here.with("audit", "key", "import", copy.toString()).exitCode())
                .isZero();

        assertThat(here.with("run", "echo", "echo").exitCode()).isZero();
        assertThat(here.with("audit", "verify").exitCode()).isZero();
    }

    @Test
    void thePublicHalfVerifiesAndSignsNothing() throws IOException {
        Path half = folder.resolve("audit.pub");
        assertThat(here.with("audit", "key", "export", "--public", half.toString())
                        .exitCode())
                .isZero();

        assertThat(Files.readString(half)).doesNotContain("PRIVATE");
        assertThat(here.with("audit", "verify", "--key", half.toString()).exitCode())
                .isZero();
        assertThat(there.with("audit", "key", "import", half.toString()).err())
                .contains("holds no private key of an audit log");
    }

    @Test
    void anotherKeyTakesItsPlaceAndWhatWasSignedBeforeStillVerifies() throws IOException {
        Path half = folder.resolve("audit.pub");
        assertThat(here.with("audit", "key", "export", "--public", half.toString())
                        .exitCode())
                .isZero();
        String before = here.with("audit", "key", "show").out();

        assertThat(here.with("audit", "key", "rotate").out()).startsWith("the key of the audit log is now SHA256:");

        assertThat(here.with("audit", "key", "show").out()).isNotEqualTo(before);
        assertThat(here.with("run", "echo", "echo").exitCode()).isZero();
        assertThat(here.with("audit", "verify").exitCode()).isZero();
        assertThat(here.with("audit", "verify", "--key", half.toString()).exitCode())
                .as("by the key that was kept before")
                .isZero();
    }

    @Test
    void aRotationThatACrashCutOffIsFinishedByTheNextOne() throws IOException {
        Path home = home("here");
        CheckpointKey next = CheckpointKey.at(home.resolve("audit.key.next"));
        try (AuditLog log = AuditLog.builder(
                        AuditStore.sqlite(home.resolve("audit.db")), CheckpointKey.at(home.resolve("audit.key")))
                .build()) {
            log.change(next);
        }
        CommandRun.Result refused = here.with("run", "echo", "echo");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err() + refused.out()).contains("The audit log belongs to the key " + next.fingerprint());

        assertThat(here.with("audit", "key", "rotate").out()).contains(next.fingerprint());
        assertThat(here.with("run", "echo", "echo").exitCode()).isZero();
        assertThat(here.with("audit", "verify").exitCode()).isZero();
    }

    @Test
    void aLogThatWasChangedKeepsItsKey() throws IOException {
        Files.delete(home("here").resolve("audit.key"));

        CommandRun.Result result = here.with("audit", "key", "rotate");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("The log keeps its key: ");
        assertThat(here.with("audit", "key").exitCode()).isEqualTo(2);
    }

    private Path home(String name) {
        return folder.resolve(name);
    }
}
