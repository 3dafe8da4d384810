package dev.airlock.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.Cause;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.call.MemorySource;
import dev.airlock.sandbox.recording.ByteString;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.recording.Recorder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A call requests at least the memory that untrusted input takes. */
class MemoryTakenTest {
    private static final String URL = "https://api.example.com/";

    private final Counting taken = new Counting();

    @Test
    void headersOfAResponseAreCountedOneByOne() {
        int count = 5_000;
        String many =
                IntStream.range(0, count).mapToObj(i -> "h" + i + " = \"x\"").collect(Collectors.joining(", "));
        try (Guest guest = Guest.with()
                .script("[[exchange]]\nrespond = { status = 200, headers = { " + many + " }, body = 'ok' }")
                .start()) {
            guest.scope.memory().drawOn(taken, 0);

            assertThat(guest.get(URL)).isZero();
            assertThat(guest.headers()).contains("\"h4999\":[\"x\"]");
            assertThat(taken.bytes).isGreaterThan(count * 300L);
            long once = taken.bytes;
            assertThat(guest.get(URL)).isZero();
            assertThat(taken.bytes).as("the next response takes their place").isLessThan(once + 200_000);
        }
    }

    @Test
    void linesOfALogTakeWhatTheirCharactersDo() {
        try (Guest guest = Guest.with().start()) {
            guest.scope.memory().drawOn(taken, 0);
            byte[] noText = new byte[4_096];
            Arrays.fill(noText, (byte) 0xff);
            guest.memory.write(0, noText);
            IntStream.range(0, 200).forEach(i -> guest.call("log", 0, 0, 0, noText.length));

            assertThat(taken.bytes).isGreaterThan(200L * 2 * noText.length);
        }
    }

    @Test
    void whatIsNotedOfExchangesIsCounted() {
        try (Guest guest = Guest.with().start()) {
            guest.scope.memory().drawOn(taken, 0);
            String path = "x".repeat(60_000);
            IntStream.range(0, 20)
                    .forEach(i -> assertThat(guest.get(URL + path)).isEqualTo(0));

            assertThat(taken.bytes).isGreaterThan(20L * path.length());
        }
    }

    @Test
    void aRecordingIsCounted() {
        try (Guest guest = Guest.with().start()) {
            guest.scope.memory().drawOn(taken, 0);
            Recorder interceptor = new Recorder();
            byte[] random = "r".repeat(1_000_000).getBytes(StandardCharsets.ISO_8859_1);
            IntStream.range(0, 10)
                    .forEach(i -> interceptor.answer(
                            guest.scope,
                            () -> new HostQuery.RandomBytes(random.length),
                            HostAnswer.Bytes.class,
                            () -> new HostAnswer.Bytes(Optional.of(new ByteString(random)))));

            assertThat(interceptor.events()).hasSize(10);
            assertThat(taken.bytes).isGreaterThanOrEqualTo(10L * random.length);
        }
    }

    /** Gives every amount, and counts it. */
    private static final class Counting implements MemorySource {
        private long bytes;

        @Override
        public boolean tryTake(long more) {
            bytes += more;
            return true;
        }

        @Override
        public void take(long more, Deadline deadline) {
            throw new IllegalStateException("there was enough");
        }

        @Override
        public Cause.HostBusy busy(long waitedMillis) {
            throw new IllegalStateException("there was enough");
        }
    }
}
