package dev.airlock.benchmarks.peers.report;

import dev.airlock.benchmarks.peers.round.Summary;
import dev.airlock.benchmarks.peers.subject.MeasuredConnector;
import dev.airlock.benchmarks.peers.subject.Metric;
import dev.airlock.benchmarks.peers.subject.Peer;
import dev.airlock.benchmarks.peers.subject.Peers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Draws a measurement: a row for each connector, and in it a panel of bars for each metric shown. Every panel has its own linear axis from
 * zero; a thin line shows the range of the rounds.
 */
public final class BarChart {
    private static final List<Metric> SHOWN =
            List.of(Metric.P50_1, Metric.COLD_START, Metric.WARM_START, Metric.BEGIN_TOGETHER);
    private static final int PANEL_WIDTH = 400;
    private static final int LABEL_WIDTH = 110;
    private static final int VALUE_WIDTH = 80;
    private static final int BAR_HEIGHT = 16;
    private static final int STEP = 24;
    private static final int HEAD = 34;
    private static final int FOOT = 34;
    private static final int TITLE = 30;
    private static final int TICKS = 4;
    private static final String OWN = "#1f6f8b";
    private static final String OTHER = "#b0b7bd";

    private final StringBuilder svg = new StringBuilder();

    private BarChart() {}

    public static String of(Measurement measurement) {
        BarChart chart = new BarChart();
        int panelHeight = HEAD + STEP * measurement.present().size() + FOOT;
        int width = PANEL_WIDTH * SHOWN.size();
        int height = (TITLE + panelHeight) * measurement.subjects().size();
        chart.add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"sans-serif\" font-size=\"11\">",
                width, height, width, height);
        chart.add("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", width, height);
        int y = 0;
        for (MeasuredConnector subject : measurement.subjects()) {
            chart.text(
                    8,
                    y + 20,
                    "start",
                    14,
                    subject.name() + ": medians; a line from the least to the most; less is better");
            y += TITLE;
            for (int i = 0; i < SHOWN.size(); i++) {
                chart.add("<g transform=\"translate(%d %d)\">", i * PANEL_WIDTH, y);
                chart.panel(measurement, subject, SHOWN.get(i));
                chart.add("</g>");
            }
            y += panelHeight;
        }
        chart.add("</svg>");
        return chart.svg.toString();
    }

    private void panel(Measurement measurement, MeasuredConnector subject, Metric metric) {
        List<Peer> peers = measurement.present().stream()
                .filter(peer -> peer.gives(subject, metric))
                .toList();
        List<Optional<Summary>> summaries = new ArrayList<>();
        peers.forEach(peer -> summaries.add(measurement.summary(subject, peer, metric)));
        double most = summaries.stream()
                .flatMap(Optional::stream)
                .mapToDouble(Summary::most)
                .max()
                .orElse(1);
        double tick = tick(most);
        double scale = (PANEL_WIDTH - LABEL_WIDTH - VALUE_WIDTH) / Math.max(most, tick);
        text(LABEL_WIDTH, 14, "start", 12, metric.title() + " (" + metric.unit().shown() + ")");
        axis(metric, tick, scale, Math.max(most, tick), HEAD + STEP * peers.size());
        for (int i = 0; i < peers.size(); i++) {
            int top = HEAD + STEP * i;
            text(LABEL_WIDTH - 6, top + 12, "end", 11, peers.get(i).name());
            String colour = peers.get(i).name().startsWith(Peers.AIRLOCK) ? OWN : OTHER;
            summaries
                    .get(i)
                    .ifPresentOrElse(
                            summary -> bar(summary, metric, scale, top, colour),
                            () -> text(LABEL_WIDTH + 4, top + 12, "start", 11, "not measured"));
        }
    }

    private void axis(Metric metric, double tick, double scale, double end, int bottom) {
        for (int i = 0; i * tick <= end * 1.0001; i++) {
            double x = LABEL_WIDTH + i * tick * scale;
            add("<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#e3e6e8\"/>", x, HEAD - 6, x, bottom);
            text(x, bottom + 14, "middle", 10, i == 0 ? "0" : metric.unit().number(i * tick));
        }
    }

    private void bar(Summary summary, Metric metric, double scale, int top, String colour) {
        add(
                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
                LABEL_WIDTH, top, summary.median() * scale, BAR_HEIGHT, colour);
        add(
                "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"black\"/>",
                LABEL_WIDTH + summary.least() * scale,
                top + BAR_HEIGHT / 2,
                LABEL_WIDTH + summary.most() * scale,
                top + BAR_HEIGHT / 2);
        text(
                LABEL_WIDTH + summary.most() * scale + 5,
                top + 12,
                "start",
                11,
                metric.unit().text(summary.median()));
    }

    /** Returns a round step that gives an axis about the wanted number of ticks. */
    public static double tick(double most) {
        double rough = most / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        for (double step : new double[] {1, 2, 5}) {
            if (step * power >= rough * 0.9999) {
                return step * power;
            }
        }
        return 10 * power;
    }

    private void text(double x, double y, String anchor, int size, String text) {
        add(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\">%s</text>",
                x,
                y,
                anchor,
                size,
                text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
