package dev.airlock.runtime.recovery.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.runtime.recovery.RecoveryBench;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.keys.CallKeys.ToolUse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallKeysTest {
    private static final ToolUse USE = use("alice", "thread-1", "call_1", "pay@1.0.0", "{\"a\":1,\"b\":[true]}");

    @TempDir
    Path temp;

    @Test
    void isTheHmacOfLengthPrefixedParts() throws Exception {
        CallKeys keys = CallKeys.at(file());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(
                HexFormat.of().parseHex(Files.readString(file()).strip()), "HmacSHA256"));
        for (String part : List.of(
                "airlock-tool-call-key-v1", "alice", "thread-1", "call_1", "pay@1.0.0", "{\"a\":1,\"b\":[true]}")) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            mac.update(ByteBuffer.allocate(8).putLong(bytes.length).array());
            mac.update(bytes);
        }

        assertThat(keys.of(USE))
                .isEqualTo(Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal()));
        assertThat(CallKeys.at(file()).of(USE)).isEqualTo(keys.of(USE));
    }

    @Test
    void isTheSameHoweverTheArgumentsAreWritten() {
        CallKeys keys = CallKeys.ephemeral();

        assertThat(keys.of(use("alice", "thread-1", "call_1", "pay@1.0.0", "{\"b\":[true],\"a\":1.0}")))
                .isEqualTo(keys.of(USE));
        assertThat(keys.of(use("alice", "thread-1", "call_1", "pay@1.0.0", "{\"a\":9007199254740993}")))
                .isNotEqualTo(keys.of(use("alice", "thread-1", "call_1", "pay@1.0.0", "{\"a\":9007199254740992}")));
    }

    @Test
    void isAnotherForWhateverDiffersAndUnderAnotherSecret() {
        CallKeys keys = CallKeys.ephemeral();
        String json = "{\"a\":1,\"b\":[true]}";

        assertThat(List.of(
                        use("bob", "thread-1", "call_1", "pay@1.0.0", json),
                        use("alice", "thread-2", "call_1", "pay@1.0.0", json),
                        use("alice", "thread-1", "call_2", "pay@1.0.0", json),
                        use("alice", "thread-1", "call_1", "pay@1.0.1", json),
                        use("alice", "thread-1", "call_1", "pay@1.0.0", "{\"a\":2,\"b\":[true]}"),
                        use("alic", "ethread-1", "call_1", "pay@1.0.0", json),
                        use("alice", "thread-1", "call_?", "pay@1.0.0", json),
                        use("alice", "thread-1", "call_\ud800", "pay@1.0.0", json),
                        use("alice", "thread-1", "call_\ud801", "pay@1.0.0", json),
                        use("alice", "thread-1", "call_\ufffd", "pay@1.0.0", json),
                        use("alice", "thread-1", "call_\u00e9", "pay@1.0.0", json),
                        use("alice", "thread-1", "call_e\u0301", "pay@1.0.0", json)))
                .extracting(keys::of)
                .doesNotHaveDuplicates()
                .doesNotContain(keys.of(USE))
                .allSatisfy(key -> assertThat(key).matches("[A-Za-z0-9_-]{43}"));
        assertThat(CallKeys.ephemeral().of(USE)).isNotEqualTo(keys.of(USE));
    }

    @Test
    void noKeyIsTakenThatAStoreCouldNotTellFromAnother() {
        assertThat(List.of("order-\ud800", "\udfff-order", "\ude00\ud83d")).noneMatch(RecoveryCall.Identity::isKey);
        assertThat(List.of("order-?", "order-\ud83d\ude00")).allMatch(RecoveryCall.Identity::isKey);
    }

    @Test
    void keepsItsSecretForItsOwnerAlone() throws IOException {
        CallKeys.at(file());

        assertThat(Files.getPosixFilePermissions(file()))
                .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> CallKeys.at(file()))
                .isInstanceOf(IOException.class)
                .hasMessage("others may read the secret in calls.key; run chmod 600 on it");
    }

    @Test
    void refusesAFileThatHoldsSomethingElse() throws IOException {
        Files.createDirectories(temp.resolve("home"));
        for (String other : List.of("", "x".repeat(64), "ab".repeat(31))) {
            Files.writeString(file(), other);
            Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));

            assertThatThrownBy(() -> CallKeys.at(file()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("calls.key holds no secret");
        }
    }

    @Test
    void ofManyWhoMakeTheSecretAllGetTheSame() {
        List<String> made = IntStream.range(0, 16)
                .parallel()
                .mapToObj(i -> {
                    try {
                        return CallKeys.at(file()).of(USE);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                })
                .distinct()
                .toList();

        assertThat(made).hasSize(1);
        assertThat(temp).isDirectoryNotContaining("glob:**.unfinished");
    }

    private static ToolUse use(String actor, String conversation, String id, String action, String arguments) {
        return new ToolUse(actor, conversation, id, action, RecoveryBench.json(arguments));
    }

    private Path file() {
        return temp.resolve("home").resolve("calls.key");
    }
}
