package dev.airlock.runtime.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.airlock.runtime.vault.VaultUnusableException.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VaultTest {
    private static final char[] PASSPHRASE = "correct horse battery".toCharArray();
    private static final char[] OTHER = "correct horse battery!".toCharArray();
    private static final KeyDerivation QUICK = new KeyDerivation(64, 1, 1, new byte[KeyDerivation.SALT_BYTES]);
    private static final String CANARY = "canary-5d1e/0b7+secret";
    private static final String KEY = "value";

    @TempDir
    Path folder;

    @Test
    void keepsWhatItIsGiven() throws Exception {
        try (Vault vault = created()) {
            put(vault, "api_key/slack/work", CANARY);
        }
        try (Vault vault = open();
                VaultContent content = vault.read()) {
            assertThat(content.entries()).extracting(VaultEntry::name).containsExactly("api_key/slack/work");
            VaultEntry entry = content.entry("api_key/slack/work").orElseThrow();
            assertThat(entry.description()).isEqualTo("{\"of\":\"slack\"}");
            assertThat(entry.secret(KEY))
                    .hasValueSatisfying(
                            secret -> assertThat(secret).isEqualTo(CANARY.getBytes(StandardCharsets.UTF_8)));
            assertThat(entry.secret("other")).isEmpty();
        }
    }

    @Test
    void derivesTheKeyByTheParametersOfTheRfc() {
        KeyDerivation standard = KeyDerivation.standard(new byte[KeyDerivation.SALT_BYTES]);
        assertThat(standard.memoryKib()).isEqualTo(65_536);
        assertThat(standard.passes()).isEqualTo(3);
        assertThat(standard.lanes()).isEqualTo(4);
    }

    @Test
    void derivesTheKeyThatTheReferenceImplementationDerives() {
        KeyDerivation derivation =
                new KeyDerivation(64 << 10, 2, 1, "somesaltsomesalt".getBytes(StandardCharsets.US_ASCII));
        assertThat(HexFormat.of().formatHex(derivation.key("password".toCharArray())))
                .isEqualTo("fc33b78139231d34b71626bd6245c1d72efa190ad605c3d8166a72adcedfa2c2");
    }

    @Test
    void showsNothingSecretInItsFiles() throws Exception {
        try (Vault vault = created()) {
            put(vault, "api_key/slack/work", CANARY);
        }
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
                String hex = HexFormat.of().formatHex(CANARY.getBytes(StandardCharsets.UTF_8));
                assertThat(bytes).doesNotContain("canary", "slack", hex);
            }
        }
    }

    @Test
    void itsFilesAreForTheirOwnerAlone() throws Exception {
        created().close();
        try (var files = Files.list(folder)) {
            assertThat(files.toList())
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
        Path deep = folder.resolve("a/b/vault.json");
        Vault.create(deep, PASSPHRASE, QUICK, Duration.ofSeconds(1)).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(deep.getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void refusesAFileThatOthersCanRead() throws Exception {
        created().close();
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r-----"));
        assertThat(problem(this::open)).satisfies(problem -> {
            assertThat(problem.reason()).isEqualTo(Reason.NOT_PRIVATE);
            assertThat(problem).hasMessageContaining("chmod 600 " + file());
        });
    }

    @Test
    void refusesALink() throws Exception {
        created().close();
        Path link = Files.createSymbolicLink(folder.resolve("link.json"), file());
        assertThat(problem(() -> Vault.open(link, PASSPHRASE)).reason()).isEqualTo(Reason.NOT_PRIVATE);
    }

    @Test
    void saysThatThereIsNone() {
        assertThat(problem(this::open)).satisfies(problem -> {
            assertThat(problem.reason()).isEqualTo(Reason.ABSENT);
            assertThat(problem).hasMessageContaining("airlock binding setup");
        });
    }

    @Test
    void losesNothingOnAWrongPassphrase() throws Exception {
        try (Vault vault = created()) {
            put(vault, "api_key/slack/work", CANARY);
        }
        byte[] before = Files.readAllBytes(file());
        assertThat(problem(() -> Vault.open(file(), OTHER)).reason()).isEqualTo(Reason.WRONG_PASSPHRASE);
        assertThat(problem(() -> Vault.create(file(), OTHER, QUICK, Duration.ofSeconds(1))))
                .hasMessageContaining("already");
        assertThat(Files.readAllBytes(file())).isEqualTo(before);
        open().close();
    }

    @Test
    void noticesEveryChangedByte() throws Exception {
        try (Vault vault = created()) {
            put(vault, "api_key/slack/work", CANARY);
            byte[] whole = Files.readAllBytes(file());
            for (int i = 0; i < whole.length; i++) {
                byte[] damaged = whole.clone();
                damaged[i] ^= 1;
                Files.write(file(), damaged);
                assertThat(problem(this::open).reason()).as("byte %s", i).isEqualTo(Reason.DAMAGED);
            }
            Files.write(file(), whole);
            vault.read().close();
        }
    }

    @Test
    void noticesAFileThatEndsTooEarlyOrTooLate() throws Exception {
        created().close();
        String whole = Files.readString(file());
        for (String damaged :
                List.of("", "{}", whole.substring(0, whole.length() / 2), whole + " ", "\0".repeat(500))) {
            Files.writeString(file(), damaged);
            assertThat(problem(this::open).reason()).isEqualTo(Reason.DAMAGED);
            assertThat(Files.readString(file())).isEqualTo(damaged);
        }
    }

    @Test
    void noticesPartsOfAnotherVault() throws Exception {
        created().close();
        VaultDocument mine = VaultDocument.decoded(Files.readAllBytes(file())).orElseThrow();
        Path second = folder.resolve("second.json");
        byte[] salt = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
        Vault.create(second, PASSPHRASE, new KeyDerivation(64, 1, 1, salt), Duration.ofSeconds(1))
                .close();
        VaultDocument others = VaultDocument.decoded(Files.readAllBytes(second)).orElseThrow();

        Files.write(file(), mine.withContent(others.content()).encoded());
        try (Vault vault = open()) {
            assertThat(problem(vault::read).reason()).isEqualTo(Reason.DAMAGED);
            assertThat(problem(() -> vault.change(content -> 1)).reason()).isEqualTo(Reason.DAMAGED);
        }
        KeyDerivation weaker = new KeyDerivation(128, 1, 1, mine.derivation().salt());
        Files.write(file(), new VaultDocument(weaker, mine.key(), mine.content()).encoded());
        assertThat(problem(this::open).reason()).isEqualTo(Reason.WRONG_PASSPHRASE);
    }

    @Test
    void aFileCannotAskForAllMemory() {
        assertThatThrownBy(() -> new KeyDerivation(Integer.MAX_VALUE, 1, 1, new byte[16]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void writesNothingIfTheChangeThrows() throws Exception {
        try (Vault vault = created()) {
            put(vault, "api_key/slack/work", CANARY);
            assertThatThrownBy(() -> vault.change(content -> {
                        content.remove("api_key/slack/work");
                        throw new IllegalStateException("no");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            try (VaultContent content = vault.read()) {
                assertThat(content.entries()).hasSize(1);
            }
            assertThat(vault.<Boolean>change(content -> content.remove("api_key/slack/work")))
                    .isTrue();
            assertThat(vault.<Boolean>change(content -> content.remove("api_key/slack/work")))
                    .isFalse();
        }
    }

    @Test
    void losesNoChangeOfManyThreads() throws Exception {
        int threads = 6;
        int each = 8;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (Vault one = created();
                Vault two = open()) {
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                Vault mine = t % 2 == 0 ? one : two;
                int number = t;
                running.add(pool.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        put(mine, "bearer/" + number + "/" + i, CANARY);
                    }
                    return null;
                }));
            }
            for (Future<?> future : running) {
                future.get();
            }
            try (VaultContent content = one.read()) {
                assertThat(content.entries()).hasSize(threads * each);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void waitsForAnotherProcessAndThenSaysSo() throws Exception {
        created().close();
        Process other = VaultProcess.start("hold", file());
        try (Vault vault = Vault.open(file(), PASSPHRASE, Duration.ofMillis(200))) {
            assertThat(other.inputReader().readLine()).isEqualTo("holding");
            assertThat(problem(() -> vault.change(content -> 1))).satisfies(problem -> {
                assertThat(problem.reason()).isEqualTo(Reason.BUSY);
                assertThat(problem).hasMessageContaining("another process");
            });
            vault.read().close();
            other.destroyForcibly().waitFor();
            assertThat(vault.<Integer>change(content -> 1)).isEqualTo(1);
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void isWholeWheneverAProcessThatChangesItIsKilled() throws Exception {
        try (Vault vault = created()) {
            put(vault, "api_key/slack/work", CANARY);
        }
        for (int round = 0; round < 5; round++) {
            Process writer = VaultProcess.start("write", file());
            for (int line = 0; line < 3 + round; line++) {
                writer.inputReader().readLine();
            }
            writer.destroyForcibly().waitFor();
            try (Vault vault = open();
                    VaultContent content = vault.read()) {
                assertThat(content.entry("api_key/slack/work")).isPresent();
                assertThat(content.entry("counter")).isPresent();
            }
        }
    }

    @Test
    @SuppressWarnings("try") // closed early, to show that nothing can be read afterwards
    void wipesWhatItGaveOut() throws Exception {
        try (Vault vault = created()) {
            put(vault, "api_key/slack/work", CANARY);
            VaultContent content = vault.read();
            byte[] secret = content.entry("api_key/slack/work")
                    .orElseThrow()
                    .secret(KEY)
                    .orElseThrow();
            content.close();
            assertThat(secret).containsOnly(0);
            vault.close();
            assertThat(problem(vault::read).reason()).isEqualTo(Reason.DAMAGED);
        }
    }

    private static void put(Vault vault, String name, String secret) throws VaultUnusableException {
        vault.change(content -> {
            content.put(new VaultEntry(name, "{\"of\":\"slack\"}").with(KEY, secret.getBytes(StandardCharsets.UTF_8)));
            return name;
        });
    }

    private Path file() {
        return folder.resolve("vault.json");
    }

    private Vault created() throws VaultUnusableException {
        return Vault.create(file(), PASSPHRASE, QUICK, Duration.ofSeconds(30));
    }

    private Vault open() throws VaultUnusableException {
        return Vault.open(file(), PASSPHRASE, Duration.ofSeconds(30));
    }

    private static VaultUnusableException problem(ThrowingCallable action) {
        VaultUnusableException problem = catchThrowableOfType(VaultUnusableException.class, action);
        assertThat(problem).isNotNull();
        return problem;
    }

    /** The work of the other processes in these tests. */
    static final class VaultProcess {
        private VaultProcess() {}

        static Process start(String what, Path file) throws IOException {
            return new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            VaultProcess.class.getName(),
                            what,
                            file.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        }

        public static void main(String[] args) throws Exception {
            try (Vault vault = Vault.open(Path.of(args[1]), PASSPHRASE, Duration.ofSeconds(30))) {
                if (args[0].equals("hold")) {
                    vault.change(content -> {
                        System.out.println("holding");
                        return waitForEver();
                    });
                }
                for (long i = 0; ; i++) {
                    String number = String.valueOf(i);
                    vault.change(content -> {
                        content.put(new VaultEntry("counter", number));
                        return number;
                    });
                    System.out.println(number);
                }
            }
        }

        private static int waitForEver() {
            try {
                return System.in.read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
