package dev.airlock.cli.install;

import dev.airlock.cli.console.Amounts;
import dev.airlock.runtime.install.net.DownloadListener;
import java.util.Locale;
import java.util.function.Consumer;

/** How far a download is: a bar where lines are drawn over, and else a line when something happens. */
public final class DownloadLine implements DownloadListener {
    private static final int WIDTH = 20;

    /** What takes less is not worth a line that stays. */
    private static final long WORTH_A_LINE = 1 << 20;

    private static final int LINES = 4;

    private final Consumer<String> bar;
    private final Consumer<String> line;
    private long lines;

    /**
     * @param bar takes a text that stands in the place of the one before
     * @param line takes a line that stays
     */
    public DownloadLine(Consumer<String> bar, Consumer<String> line) {
        this.bar = bar;
        this.line = line;
    }

    @Override
    public void received(long bytes) {
        bar.accept(text(bytes));
    }

    @Override
    public void received(long bytes, long of) {
        bar.accept(text(bytes, of));
        long part = of < WORTH_A_LINE ? 0 : bytes * LINES / of;
        if (part != lines) {
            lines = part;
            line.accept(text(bytes, of).replaceFirst("\\[.*] +", ""));
        }
    }

    @Override
    public void resumes(long at) {
        line.accept(
                at == 0
                        ? "the download broke off, and is begun anew"
                        : "the download broke off, and goes on at " + Amounts.size(at));
    }

    private static String text(long bytes) {
        return "downloading " + Amounts.size(bytes);
    }

    static String text(long bytes, long of) {
        if (of < bytes || of == 0) {
            return text(bytes);
        }
        int done = (int) (bytes * WIDTH / of);
        return String.format(
                Locale.ROOT,
                "downloading [%s%s] %3d %% of %s",
                "#".repeat(done),
                ".".repeat(WIDTH - done),
                bytes * 100 / of,
                Amounts.size(of));
    }
}
