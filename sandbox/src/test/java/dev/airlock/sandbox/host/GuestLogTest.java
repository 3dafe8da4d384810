package dev.airlock.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.call.Termination;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuestLogTest {
    @ParameterizedTest
    @CsvSource({
        "trace, TRACE",
        "debug, DEBUG",
        "info, INFO",
        "warn, WARN",
        "error, ERROR",
        "WARN, WARN",
        "fatal, INFO",
        "'', INFO",
        "information, INFO",
        "errorerrorerrorerror, INFO",
    })
    void takesALevelAndUnknownOnesAsInfo(String word, LogLevel level) {
        try (Guest guest = Guest.with().start()) {
            guest.log(word, "hello");
            assertThat(guest.functions.logLines()).containsExactly(new GuestLogLine(level, "hello"));
            assertThat(guest.heard).isEqualTo(guest.functions.logLines());
        }
    }

    @Test
    void replacesWhatIsNotUtf8() {
        try (Guest guest = Guest.with().start()) {
            guest.memory.write(0, new byte[] {'a', (byte) 0xff, 'b', (byte) 0xc3});
            guest.call("log", 0, 0, 0, 4);
            assertThat(guest.functions.logLines()).containsExactly(new GuestLogLine(LogLevel.INFO, "a\ufffdb\ufffd"));
        }
    }

    @Test
    void keepsFourKibibytesOfALineAndMarksTheCut() {
        try (Guest guest = Guest.with().start()) {
            guest.log("info", "x".repeat(4096));
            guest.log("info", "x".repeat(4097));
            guest.log("info", "x".repeat(4095) + "ü");
            guest.log("info", "x".repeat(1_000_000));
            assertThat(guest.functions.logLines())
                    .extracting(GuestLogLine::message)
                    .containsExactly(
                            "x".repeat(4096),
                            "x".repeat(4096) + "… [cut]",
                            "x".repeat(4095) + "… [cut]",
                            "x".repeat(4096) + "… [cut]");
        }
    }

    @Test
    void endsTheCallAtTheLimitOfLines() {
        try (Guest guest =
                Guest.with().limits(Limits.defaults().with(LimitName.LOG, 2)).start()) {
            guest.log("info", "1");
            guest.log("info", "2");
            assertThat(guest.termination(() -> guest.log("info", "3")))
                    .isEqualTo(new Termination.LimitReached(LimitName.LOG, 2, 3));
            assertThat(guest.functions.logLines()).hasSize(2);
        }
    }

    @Test
    void endsTheCallAtTheLimitOfBytes() {
        try (Guest guest = Guest.with()
                .limits(Limits.defaults().with(LimitName.LOG_BYTES, 10))
                .start()) {
            guest.log("info", "12345");
            guest.log("info", "67890");
            assertThat(guest.termination(() -> guest.log("info", "x")))
                    .isEqualTo(new Termination.LimitReached(LimitName.LOG_BYTES, 10, 11));
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, 1, 0, 1", "0, -1, 0, 1", "0, 1, -1, 1", "0, 1, 0, -1", "0, 1, 4194304, 1", "0, 1, 1, 4194304"})
    void endsTheCallOnABadPointer(int level, int levelLength, int message, int messageLength) {
        try (Guest guest = Guest.with().start()) {
            assertThat(guest.termination(
                            () -> guest.call("aileron_host", "log", level, levelLength, message, messageLength)))
                    .isInstanceOfSatisfying(
                            Termination.BadPointer.class,
                            bad -> assertThat(bad.function()).isEqualTo("aileron_host.log"));
            assertThat(guest.functions.logLines()).isEmpty();
        }
    }

    @Test
    void keepsControlCharactersForWhoeverShowsThem() {
        try (Guest guest = Guest.with().start()) {
            guest.log("info", "a\u0000\u001b[2Jb");
            assertThat(guest.functions.logLines())
                    .containsExactly(new GuestLogLine(LogLevel.INFO, "a\u0000\u001b[2Jb"));
        }
    }
}
