package dev.airlock.sandbox.wasi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.FakeNanoClock;
import dev.airlock.sandbox.call.Termination;
import org.junit.jupiter.api.Test;

class StandardStreamsTest {
    private static final String MARK = "\n[more was written to standard error and is not kept]\n";

    private final CallScope scope = new CallScope(new FakeNanoClock(), 1_000, 1_000);
    private final StandardStreams streams = new StandardStreams(scope, "input".getBytes(UTF_8), 100, 1_000_000);

    @Test
    void standardInputIsReadOnce() {
        assertThat(streams.stdinLeft()).isEqualTo(5);
        assertThat(streams.readStdin(0)).isEmpty();
        assertThat(streams.readStdin(2)).isEqualTo("in".getBytes(UTF_8));
        assertThat(streams.readStdin(Integer.MAX_VALUE)).isEqualTo("put".getBytes(UTF_8));
        assertThat(streams.readStdin(1)).isEmpty();
        assertThat(streams.stdinLeft()).isZero();
    }

    @Test
    void standardErrorIsKeptUpToItsBoundAndThenMarkedOnce() {
        byte[] chunk = "x".repeat(100_000).getBytes(UTF_8);
        streams.writeStderr(chunk);
        streams.writeStderr(chunk);
        assertThat(streams.stderr()).hasSize(200_000).doesNotContain(MARK);

        streams.writeStderr(chunk);
        streams.writeStderr(chunk);

        assertThat(streams.stderr()).isEqualTo("x".repeat(StandardStreams.STDERR_KEPT) + MARK);
    }

    @Test
    void exactlyTheBoundIsNotMarked() {
        streams.writeStderr(new byte[StandardStreams.STDERR_KEPT]);

        assertThat(streams.stderr()).hasSize(StandardStreams.STDERR_KEPT);
        streams.writeStderr(new byte[1]);
        assertThat(streams.stderr()).endsWith(MARK);
    }

    @Test
    void theEndOfStandardErrorIsKeptHoweverMuchIsDropped() {
        for (int i = 0; i < 10_000; i++) {
            streams.writeStderr(("line " + i + "\n").getBytes(UTF_8));
        }
        streams.writeStderr("x".repeat(300_000).getBytes(UTF_8));
        streams.writeStderr("goodbye".getBytes(UTF_8));

        assertThat(streams.stderrEnd()).isEqualTo("x".repeat(2_048 - 7) + "goodbye");
    }

    @Test
    void theEndGrowsByPiecesOfAnySize() {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            String piece = i + ",".repeat(i % 40);
            all.append(piece);
            streams.writeStderr(piece.getBytes(UTF_8));
            assertThat(streams.stderrEnd()).isEqualTo(all.substring(Math.max(0, all.length() - 2_048)));
        }
    }

    @Test
    void theEndStartsWithAWholeCharacter() {
        streams.writeStderr("é".repeat(3_000).getBytes(UTF_8));
        assertThat(streams.stderrEnd()).isEqualTo("é".repeat(1_024));

        streams.writeStderr("x".getBytes(UTF_8));
        assertThat(streams.stderrEnd()).isEqualTo("é".repeat(1_023) + "x");
    }

    @Test
    void bytesThatAreNotUtf8AreShownAsReplacements() {
        streams.writeStderr(new byte[] {(byte) 0x80, 'a', (byte) 0xFF});

        assertThat(streams.stderr()).isEqualTo("\uFFFDa\uFFFD");
        assertThat(streams.stderrEnd()).isEqualTo("\uFFFDa\uFFFD");
    }

    @Test
    void standardErrorEndsTheCallAtItsLimit() {
        streams.admitStderr(1_000_000);
        streams.writeStderr(new byte[1_000_000]);

        CallEnded ended = catchThrowableOfType(CallEnded.class, () -> streams.admitStderr(1));

        assertThat(ended.termination()).isEqualTo(new Termination.LimitReached(LimitName.STDERR, 1_000_000, 1_000_001));
        assertThat(scope.hostTermination()).contains((Termination.ByHost) ended.termination());
    }

    @Test
    void standardOutputIsKeptWhole() {
        streams.admitStdout(3);
        streams.writeStdout(new byte[] {1, 2, (byte) 0xFF});
        streams.admitStdout(97);

        assertThat(streams.stdout()).containsExactly(1, 2, 0xFF);
        assertThat(catchThrowableOfType(CallEnded.class, () -> streams.admitStdout(1))
                        .termination())
                .isEqualTo(new Termination.LimitReached(LimitName.STDOUT, 100, 101));
    }
}
