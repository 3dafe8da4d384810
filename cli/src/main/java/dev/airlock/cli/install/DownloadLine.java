package dev.airlock.cli.install;

import dev.airlock.cli.console.Amounts;
import dev.airlock.registry.net.DownloadListener;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/** Shows the progress of a download or an upload: a bar if lines can be redrawn, else a line at each step. */
public final class DownloadLine implements DownloadListener {
    private static final int WIDTH = 20;

    /** The smallest transfer, in bytes, that gets permanent lines. */
    private static final long WORTH_A_LINE = 1 << 20;

    private static final int LINES = 4;

    private final String transfer;
    private final Consumer<String> bar;
    private final Consumer<String> line;
    private long lines;

    /**
     * @param transfer the kind of transfer, such as {@code download}
     * @param bar receives a text that replaces the one before
     * @param line receives a permanent line
     */
    public DownloadLine(String transfer, Consumer<String> bar, Consumer<String> line) {
        this.transfer = transfer;
        this.bar = bar;
        this.line = line;
    }

    @Override
    public void received(long bytes) {
        bar.accept(text("downloading", bytes));
    }

    @Override
    public void received(long bytes, long of) {
        moved("downloading", bytes, of);
    }

    @Override
    public void sent(long bytes, long of) {
        moved("uploading", bytes, of);
    }

    private void moved(String what, long bytes, long of) {
        bar.accept(text(what, bytes, of));
        long part = of < WORTH_A_LINE ? 0 : bytes * LINES / of;
        if (part != lines) {
            lines = part;
            line.accept(text(what, bytes, of).replaceFirst("\\[.*] +", ""));
        }
    }

    @Override
    public void waits(Duration length) {
        String text = "the server asks to wait " + length.toSeconds() + " s";
        bar.accept(text);
        line.accept(text);
    }

    @Override
    public void resumes(long at) {
        line.accept(
                at == 0
                        ? "the " + transfer + " broke off and starts again"
                        : "the " + transfer + " broke off and continues at " + Amounts.size(at));
    }

    private static String text(String what, long bytes) {
        return what + " " + Amounts.size(bytes);
    }

    private static String text(String what, long bytes, long of) {
        if (of < bytes || of == 0) {
            return text(what, bytes);
        }
        int done = (int) (bytes * WIDTH / of);
        return String.format(
                Locale.ROOT,
                "%s [%s%s] %3d %% of %s",
                what,
                "#".repeat(done),
                ".".repeat(WIDTH - done),
                bytes * 100 / of,
                Amounts.size(of));
    }
}
