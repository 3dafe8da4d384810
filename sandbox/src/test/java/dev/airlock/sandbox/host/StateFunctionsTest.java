package dev.airlock.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.state.StateStore;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StateFunctionsTest {
    private static final String TABLE = "[capabilities.state]\n";
    private static final int KEY = 0;
    private static final int VALUE = 1_000;

    @Test
    void keepsAValueUnderAKey() {
        try (Guest guest = Guest.with().tables(TABLE).start()) {
            assertThat(put(guest, "cursor", "page 2")).isZero();
            assertThat(guest.text(get(guest, "cursor", 100))).isEqualTo("page 2");
            assertThat(delete(guest, "cursor")).isZero();
            assertThat(get(guest, "cursor", 100)).isEqualTo(-1);
            assertThat(delete(guest, "cursor")).isZero();
        }
    }

    @Test
    void givesTheWholeSizeHoweverLittleFits() {
        try (Guest guest = Guest.with().tables(TABLE).start()) {
            put(guest, "k", "hello");
            assertThat(get(guest, "k", 0)).isEqualTo(5);
            guest.memory.write(Guest.ANSWER, "-----".getBytes(StandardCharsets.UTF_8));
            assertThat(get(guest, "k", 2)).isEqualTo(5);
            assertThat(guest.text(5)).isEqualTo("he---");
        }
    }

    @Test
    void tellsNewFromDoneAndInDoubt() {
        StateStore store = StateStore.inMemory();
        try (Guest guest = with(store, "call 1")) {
            assertThat(once(guest, "payment")).isZero();
            assertThat(once(guest, "payment")).isEqualTo(2);
            guest.get("https://api.example.com/");
            guest.state.finish(false);
        }
        try (Guest guest = with(store, "call 1")) {
            assertThat(once(guest, "payment")).isEqualTo(2);
            guest.state.finish(true);
        }
        try (Guest guest = with(store, "call 2")) {
            assertThat(once(guest, "payment")).isEqualTo(1);
        }
        store.close();
    }

    @ParameterizedTest
    @CsvSource({"state_get, 4", "state_put, 5", "state_delete, 2", "once, 3"})
    void deniesStateThatTheManifestDoesNotAskFor(String function, int arguments) {
        try (Guest guest = Guest.with().start()) {
            Termination.Denied denied =
                    (Termination.Denied) guest.termination(() -> guest.call(function, new int[arguments]));
            assertThat(denied.denial().what()).contains(function, "asks for no state");
            assertThat(denied.denial().requested()).isEqualTo(function);
            assertThat(denied.denial().fix()).contains("[capabilities.state]");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, StateFunctions.LONGEST_KEY + 1})
    void deniesAKeyThatIsNone(int length) {
        try (Guest guest = Guest.with().tables(TABLE).start()) {
            Termination.Denied denied =
                    (Termination.Denied) guest.termination(() -> guest.call("state_delete", KEY, length));
            assertThat(denied.denial().what()).contains("a key of " + length + " bytes", "1 to 512");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "state_get, -1, 4, 0, 4", "state_get, 0, 4, 0, -1", "state_get, 0, 4, 2147483647, 4",
        "state_put, 0, -4, 0, 4", "state_put, 0, 4, -4, 8", "once, 2147483647, 2, 0, 0",
    })
    void endsTheCallOnABadPointer(String function, int key, int keyLength, int other, int otherLength) {
        try (Guest guest = Guest.with().tables(TABLE).start()) {
            assertThat(guest.termination(() -> guest.call(function, key, keyLength, other, otherLength, 0)))
                    .isInstanceOfSatisfying(
                            Termination.BadPointer.class,
                            pointer -> assertThat(pointer.function()).isEqualTo("airlock." + function));
        }
    }

    @Test
    void endsTheCallAtItsQuota() {
        Limits limits = Limits.defaults().with(LimitName.STATE, 10);
        try (Guest guest = Guest.with().tables(TABLE).limits(limits).start()) {
            assertThat(put(guest, "key", "1234567")).isZero();
            assertThat(guest.termination(() -> put(guest, "key", "12345678")))
                    .isEqualTo(new Termination.LimitReached(LimitName.STATE, 10, 11));
        }
    }

    private static Guest with(StateStore store, String idempotencyKey) {
        return Guest.with().tables(TABLE).state(store, idempotencyKey).start();
    }

    private static int put(Guest guest, String key, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        guest.memory.write(VALUE, bytes);
        return guest.call("state_put", KEY, write(guest, key), VALUE, bytes.length, 0);
    }

    private static int get(Guest guest, String key, int length) {
        return guest.call("state_get", KEY, write(guest, key), Guest.ANSWER, length);
    }

    private static int delete(Guest guest, String key) {
        return guest.call("state_delete", KEY, write(guest, key));
    }

    private static int once(Guest guest, String key) {
        return guest.call("once", KEY, write(guest, key), 0);
    }

    private static int write(Guest guest, String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        guest.memory.write(KEY, bytes);
        return bytes.length;
    }
}
