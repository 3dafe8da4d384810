package dev.airlock.sandbox.wasi;

import static dev.airlock.sandbox.wasi.WasiFixture.RESULT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.call.Termination;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StandardDescriptorsTest {
    private static final int IOVECS = 1_024;
    private static final int BUFFER = 100_000;

    private final WasiFixture guest = new WasiFixture();

    @Test
    void readsInSmallPieces() {
        WasiFixture reader = WasiFixture.reading("hello, wörld");
        StringBuilder read = new StringBuilder();
        int count;
        do {
            reader.iovecs(IOVECS, BUFFER, 5);
            assertThat(reader.call("fd_read", 0, IOVECS, 1, RESULT)).isZero();
            count = reader.memory.readInt(RESULT);
            for (byte b : reader.memory.read(BUFFER, count)) {
                read.append((char) (b & 0xFF));
            }
        } while (count > 0);

        assertThat(read).hasToString("hello, w\u00C3\u00B6rld");
    }

    @Test
    void readsIntoSeveralBuffersInTheirOrder() {
        WasiFixture reader = WasiFixture.reading("abcdefgh");
        reader.iovecs(IOVECS, BUFFER + 10, 3, BUFFER, 0, BUFFER, 2, BUFFER + 20, 100);

        assertThat(reader.call("fd_read", 0, IOVECS, 4, RESULT)).isZero();

        assertThat(reader.memory.readInt(RESULT)).isEqualTo(8);
        assertThat(reader.text(BUFFER + 10, 3)).isEqualTo("abc");
        assertThat(reader.text(BUFFER, 2)).isEqualTo("de");
        assertThat(reader.text(BUFFER + 20, 4)).isEqualTo("fgh\0");
    }

    @Test
    void laterBuffersOverwriteEarlierOnesThatTheyOverlap() {
        WasiFixture reader = WasiFixture.reading("abcdef");
        reader.iovecs(IOVECS, BUFFER, 4, BUFFER + 2, 2);

        assertThat(reader.call("fd_read", 0, IOVECS, 2, RESULT)).isZero();

        assertThat(reader.text(BUFFER, 4)).isEqualTo("abef");
        assertThat(reader.memory.readInt(RESULT)).isEqualTo(6);
    }

    @Test
    void theEndOfStandardInputIsZeroBytesAgainAndAgain() {
        for (int i = 0; i < 3; i++) {
            guest.iovecs(IOVECS, BUFFER, 8);
            guest.memory.writeInt(RESULT, -1);
            assertThat(guest.call("fd_read", 0, IOVECS, 1, RESULT)).isZero();
            assertThat(guest.memory.readInt(RESULT)).isZero();
        }
    }

    @Test
    void readingIsForStandardInputOnlyAndWritingForTheOthers() {
        assertThat(guest.call("fd_read", 1, IOVECS, 0, RESULT)).isEqualTo(Errno.NOTCAPABLE);
        assertThat(guest.call("fd_read", 2, IOVECS, 0, RESULT)).isEqualTo(Errno.NOTCAPABLE);
        assertThat(guest.call("fd_write", 0, IOVECS, 0, RESULT)).isEqualTo(Errno.NOTCAPABLE);
    }

    @Test
    void writesSeveralBuffersInTheirOrder() {
        guest.put(BUFFER, "abcdef");
        guest.iovecs(IOVECS, BUFFER + 3, 3, BUFFER, 0, BUFFER, 3, BUFFER + 2, 2);

        assertThat(guest.call("fd_write", 1, IOVECS, 4, RESULT)).isZero();

        assertThat(guest.memory.readInt(RESULT)).isEqualTo(8);
        assertThat(guest.stdout()).isEqualTo("defabccd");
        assertThat(guest.streams.stderr()).isEmpty();
    }

    @Test
    void standardErrorIsKeptApart() {
        guest.put(BUFFER, "oops");
        guest.iovecs(IOVECS, BUFFER, 4);

        assertThat(guest.call("fd_write", 2, IOVECS, 1, RESULT)).isZero();

        assertThat(guest.streams.stderr()).isEqualTo("oops");
        assertThat(guest.streams.stderrEnd()).isEqualTo("oops");
        assertThat(guest.stdout()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fd_read", "fd_write"})
    void takesUpTo1024Buffers(String function) {
        int descriptor = function.equals("fd_read") ? 0 : 1;

        assertThat(guest.call(function, descriptor, IOVECS, 0, RESULT)).isZero();
        assertThat(guest.call(function, descriptor, IOVECS, 1_024, RESULT)).isZero();
        assertThat(guest.call(function, descriptor, IOVECS, 1_025, RESULT)).isEqualTo(Errno.INVAL);
        assertThat(guest.call(function, descriptor, IOVECS, -1, RESULT)).isEqualTo(Errno.INVAL);
        assertThat(guest.call(function, descriptor, IOVECS, 0x2000_0001, RESULT))
                .isEqualTo(Errno.INVAL);
    }

    @ParameterizedTest
    @CsvSource({
        "262144, 1",
        "262143, 2",
        "-1, 1",
        "-1, -1",
        "0, -1",
        "0, 262145",
        "2147483647, 2147483647",
        "-2147483648, -2147483648"
    })
    void aBufferThatDoesNotLieInMemoryIsABadPointerBeforeAnythingIsCopied(int address, int length) {
        WasiFixture reader = WasiFixture.reading("secret");
        reader.iovecs(IOVECS, BUFFER, 3, address, length);
        assertThat(reader.terminationOf("fd_read", 0, IOVECS, 2, RESULT)).isInstanceOf(Termination.BadPointer.class);
        assertThat(reader.text(BUFFER, 3)).isEqualTo("\0\0\0");

        WasiFixture writer = new WasiFixture();
        writer.put(BUFFER, "abc");
        writer.iovecs(IOVECS, BUFFER, 3, address, length);
        assertThat(writer.terminationOf("fd_write", 1, IOVECS, 2, RESULT)).isInstanceOf(Termination.BadPointer.class);
        assertThat(writer.stdout()).isEmpty();
    }

    @Test
    void anEmptyBufferAtTheVeryEndOfMemoryIsInIt() {
        guest.iovecs(IOVECS, FakeGuestMemory.SIZE, 0);

        assertThat(guest.call("fd_write", 1, IOVECS, 1, RESULT)).isZero();
        assertThat(guest.call("fd_read", 0, IOVECS, 1, RESULT)).isZero();
    }

    @Test
    void aListThatDoesNotLieInMemoryIsABadPointer() {
        assertThat(guest.terminationOf("fd_write", 1, FakeGuestMemory.SIZE - 8, 2, RESULT))
                .isInstanceOf(Termination.BadPointer.class);
        assertThat(new WasiFixture().terminationOf("fd_read", 0, -8, 1, RESULT))
                .isInstanceOf(Termination.BadPointer.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fd_read", "fd_write"})
    void aCountThatDoesNotFitInMemoryIsABadPointer(String function) {
        guest.iovecs(IOVECS, BUFFER, 3);
        int descriptor = function.equals("fd_read") ? 0 : 1;

        assertThat(guest.terminationOf(function, descriptor, IOVECS, 1, FakeGuestMemory.SIZE - 3))
                .isInstanceOf(Termination.BadPointer.class);
        assertThat(guest.stdout()).isEmpty();
    }

    @Test
    void standardOutputEndsTheCallAtItsLimitBeforeAnythingIsCopied() {
        guest.iovecs(IOVECS, BUFFER, (int) WasiFixture.STDOUT_LIMIT);
        assertThat(guest.call("fd_write", 1, IOVECS, 1, RESULT)).isZero();
        guest.iovecs(IOVECS, BUFFER, 1);

        assertThat(guest.terminationOf("fd_write", 1, IOVECS, 1, RESULT))
                .isEqualTo(new Termination.LimitReached(LimitName.STDOUT, 100, 101));
        assertThat(guest.streams.stdout()).hasSize(100);
    }

    @Test
    void overlappingBuffersCountEachTimeAgainstTheLimit() {
        guest.iovecs(IOVECS, BUFFER, 60, BUFFER, 60);

        assertThat(guest.terminationOf("fd_write", 1, IOVECS, 2, RESULT))
                .isEqualTo(new Termination.LimitReached(LimitName.STDOUT, 100, 120));
        assertThat(guest.streams.stdout()).isEmpty();
    }

    @Test
    void aThousandBuffersOfAllMemoryReachTheLimitAndNoHeap() {
        int[] all = new int[2 * 1_024];
        for (int i = 0; i < 1_024; i++) {
            all[2 * i + 1] = FakeGuestMemory.SIZE;
        }
        guest.iovecs(IOVECS, all);

        assertThat(guest.terminationOf("fd_write", 2, IOVECS, 1_024, RESULT))
                .isEqualTo(new Termination.LimitReached(LimitName.STDERR, WasiFixture.STDERR_LIMIT, 1_024L << 18));
        assertThat(guest.streams.stderr()).isEmpty();
    }

    @Test
    void fuelIsTakenBeforeBytesAreCopied() {
        WasiFixture poor = new WasiFixture("", 10_000, 4, bytes -> {});
        poor.iovecs(IOVECS, BUFFER, 96);

        assertThat(poor.terminationOf("fd_write", 1, IOVECS, 1, RESULT))
                .isInstanceOfSatisfying(
                        Termination.LimitReached.class,
                        limit -> assertThat(limit.limit()).isEqualTo(LimitName.FUEL));
        assertThat(poor.streams.stdout()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 0x8000002", "1, 0x8000040", "2, 0x8000040"})
    void aStandardStreamIsACharacterDevice(int descriptor, String rights) {
        for (int at = 200; at < 200 + 24; at++) {
            guest.memory.writeByte(at, 0xEE);
        }

        assertThat(guest.call("fd_fdstat_get", descriptor, 200)).isZero();

        assertThat(guest.memory.readByte(200)).as("fs_filetype").isEqualTo(2);
        assertThat(guest.memory.readByte(201)).as("padding").isZero();
        assertThat(guest.memory.readShort(202)).as("fs_flags").isZero();
        assertThat(guest.memory.readInt(204)).as("padding").isZero();
        assertThat(guest.memory.readLong(208)).as("fs_rights_base").isEqualTo(Long.decode(rights));
        assertThat(guest.memory.readLong(216)).as("fs_rights_inheriting").isZero();
        assertThat(guest.memory.readByte(224)).isZero();
    }

    @Test
    void thereIsNoOtherDescriptor() {
        for (long descriptor : new long[] {3, 4, 100, -1}) {
            assertThat(guest.call("fd_fdstat_get", descriptor, 200)).isEqualTo(Errno.BADF);
        }
        assertThat(guest.memory.readLong(200)).isZero();
    }

    @Test
    void aFileStatusIsThatOfACharacterDevice() {
        for (int at = 192; at < 192 + 64; at++) {
            guest.memory.writeByte(at, 0xEE);
        }

        assertThat(guest.call("fd_filestat_get", 1, 192)).isZero();

        for (int at = 192; at < 192 + 64; at++) {
            assertThat(guest.memory.readByte(at)).as("byte %d", at - 192).isEqualTo(at - 192 == 16 ? 2 : 0);
        }
    }

    @Test
    void statusBeyondMemoryIsABadPointer() {
        assertThat(guest.terminationOf("fd_fdstat_get", 1, FakeGuestMemory.SIZE - 23))
                .isInstanceOf(Termination.BadPointer.class);
        assertThat(new WasiFixture().terminationOf("fd_filestat_get", 1, FakeGuestMemory.SIZE - 63))
                .isInstanceOf(Termination.BadPointer.class);
        assertThat(new WasiFixture().call("fd_fdstat_get", 1, FakeGuestMemory.SIZE - 24))
                .isZero();
        assertThat(new WasiFixture().call("fd_filestat_get", 1, FakeGuestMemory.SIZE - 64))
                .isZero();
    }

    @Test
    void aStreamCannotBeSoughtButCanBeClosedAndFlagged() {
        assertThat(guest.call("fd_seek", 1, 0, 0, RESULT)).isEqualTo(Errno.SPIPE);
        assertThat(guest.call("fd_tell", 1, RESULT)).isEqualTo(Errno.SPIPE);
        assertThat(guest.call("fd_fdstat_set_flags", 1, 4)).isZero();
        assertThat(guest.call("fd_close", 2)).isZero();
        assertThat(guest.wasi.refused()).isEmpty();
    }
}
