package dev.airlock.sandbox.engine.exceptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.TrapException;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.Value;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CaughtExceptionsTest {
    private static final Instance INSTANCE =
            Instance.builder(WasmModule.builder().build()).build();

    private final CaughtExceptions caught = new CaughtExceptions();

    @Test
    void eachExceptionHasAReferenceOfItsOwnThoughTheTagsAreTheSame() {
        GuestException first = exception(1);
        GuestException second = exception(1);
        int toFirst = caught.reference(first);
        int toSecond = caught.reference(second);

        assertThat(caught.get(toFirst)).isSameAs(first);
        assertThat(caught.get(toSecond)).isSameAs(second);
        assertThat(caught.reference(first)).isEqualTo(toFirst);
    }

    @Test
    void aNullReferenceTraps() {
        assertThatThrownBy(() -> caught.get(Value.REF_NULL_VALUE))
                .isInstanceOf(TrapException.class)
                .hasMessage("null reference");
    }

    @Test
    void theLatestAreKeptAndAnOlderOneIsKnownToBeForgotten() {
        List<Integer> references = new ArrayList<>();
        for (int i = 0; i < 2 * CaughtExceptions.MOST; i++) {
            references.add(caught.reference(exception(1)));
        }

        assertThat(caught.kept()).isEqualTo(CaughtExceptions.MOST);
        assertThat(caught.get(references.get(CaughtExceptions.MOST))).isNotNull();
        assertThatThrownBy(() -> caught.get(references.get(CaughtExceptions.MOST - 1)))
                .isInstanceOf(CaughtExceptions.Forgotten.class);
    }

    @Test
    void fewerAreKeptIfTheyCarryMany() {
        for (int i = 0; i < 1_000; i++) {
            caught.reference(exception(1_000));
        }

        assertThat(caught.kept()).isEqualTo(CaughtExceptions.MOST_VALUES / 1_000);
    }

    @Test
    void aForgottenExceptionThatIsCaughtAgainGetsANewReference() {
        GuestException first = exception(0);
        int old = caught.reference(first);
        for (int i = 0; i < CaughtExceptions.MOST; i++) {
            caught.reference(exception(0));
        }

        int again = caught.reference(first);

        assertThat(again).isNotEqualTo(old);
        assertThat(caught.get(again)).isSameAs(first);
    }

    private static GuestException exception(int values) {
        return new GuestException(INSTANCE, 0, new long[values]);
    }
}
