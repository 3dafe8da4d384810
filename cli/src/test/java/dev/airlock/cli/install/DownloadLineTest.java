package dev.airlock.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DownloadLineTest {
    private static final long FOUR_MIB = 4 << 20;

    private final List<String> bars = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final DownloadLine shown = new DownloadLine("download", bars::add, lines::add);

    @Test
    void aBarGrowsWithWhatHasCome() {
        shown.received(0, FOUR_MIB);
        shown.received(1 << 20, FOUR_MIB);
        shown.received(4 << 20, FOUR_MIB);

        assertThat(bars)
                .containsExactly(
                        "downloading [....................]   0 % of 4.0 MiB",
                        "downloading [#####...............]  25 % of 4.0 MiB",
                        "downloading [####################] 100 % of 4.0 MiB");
    }

    @Test
    void whatIsOfNoKnownLengthIsAnAmount() {
        shown.received(1 << 19);
        shown.received(10, 5);

        assertThat(bars).containsExactly("downloading 512 KiB", "downloading 0 KiB");
        assertThat(lines).isEmpty();
    }

    @Test
    void aLineStaysForEachQuarterOfWhatIsLarge() {
        for (int kib = 0; kib <= 4096; kib += 64) {
            shown.received(kib << 10, FOUR_MIB);
        }
        shown.received(100, 100);

        assertThat(lines)
                .startsWith("downloading 25 % of 4.0 MiB", "downloading 50 % of 4.0 MiB")
                .contains("downloading 100 % of 4.0 MiB");
    }

    @Test
    void whatGoesOutAndWhatIsWaitedForIsShownToo() {
        shown.sent(1 << 20, FOUR_MIB);
        shown.waits(Duration.ofSeconds(7));

        assertThat(bars)
                .containsExactly("uploading [#####...............]  25 % of 4.0 MiB", "the server asks to wait 7 s");
        assertThat(lines).containsExactly("uploading 25 % of 4.0 MiB", "the server asks to wait 7 s");
    }

    @Test
    void aDownloadThatIsTakenUpAgainSaysWhere() {
        shown.resumes(0);
        shown.resumes(3 << 19);

        assertThat(lines)
                .containsExactly(
                        "the download broke off and starts again", "the download broke off and continues at 1.5 MiB");
    }
}
