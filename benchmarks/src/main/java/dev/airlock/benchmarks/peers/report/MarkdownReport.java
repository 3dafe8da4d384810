package dev.airlock.benchmarks.peers.report;

import dev.airlock.benchmarks.peers.round.WarmUp;
import dev.airlock.benchmarks.peers.subject.Effort;
import dev.airlock.benchmarks.peers.subject.MeasuredConnector;
import dev.airlock.benchmarks.peers.subject.Metric;
import dev.airlock.benchmarks.peers.subject.Peer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes a measurement as Markdown tables. */
public final class MarkdownReport {
    private final Measurement measurement;
    private final StringBuilder text = new StringBuilder();

    private MarkdownReport(Measurement measurement) {
        this.measurement = measurement;
    }

    public static String of(Measurement measurement) {
        MarkdownReport report = new MarkdownReport(measurement);
        report.head();
        measurement.subjects().forEach(report::subject);
        report.targets();
        return report.text.toString();
    }

    private void head() {
        Effort effort = measurement.effort();
        line(measurement.machine().text());
        line("");
        line(String.format(
                Locale.ROOT,
                "%d rounds, each in new processes: warm-up on one thread until %d steps of %.0f s in a row are no faster, at most %d,"
                        + " and %.0f s on two; then %d turns of %.1f s. A cell is the median of the rounds, with the least and the"
                        + " most.",
                effort.rounds(),
                WarmUp.STEPS_WITHOUT_GAIN,
                effort.warmUpStepMillis() / 1e3,
                effort.warmUpSteps(),
                effort.warmUpTogetherMillis() / 1e3,
                effort.slices(),
                effort.sliceMillis() / 1e3));
        line("");
        row("runtime", "version", "how it is used");
        row("---", "---", "---");
        for (Peer peer : measurement.peers()) {
            String absent = measurement.absent().get(peer.name());
            row(
                    peer.name(),
                    absent == null
                            ? measurement.results().versions().getOrDefault(peer.name(), "")
                            : "not measured: " + absent,
                    peer.about());
        }
    }

    private void subject(MeasuredConnector subject) {
        line("");
        line(String.format(Locale.ROOT, "## %s (%,d bytes)", subject.name(), subject.moduleBytes()));
        line("");
        List<String> titles = new ArrayList<>(List.of(""));
        measurement.present().forEach(peer -> titles.add(peer.name()));
        row(titles.toArray(String[]::new));
        row(titles.stream().map(title -> title.isEmpty() ? "---" : "---:").toArray(String[]::new));
        Map<String, Set<String>> notes = new LinkedHashMap<>();
        for (Metric metric : measurement.metrics(subject)) {
            List<String> cells = new ArrayList<>(List.of(metric.title()));
            for (Peer peer : measurement.present()) {
                cells.add(cell(subject, peer, metric));
                collectNotes(subject, peer, metric, notes);
            }
            row(cells.toArray(String[]::new));
        }
        line("");
        notes.forEach((note, cells) -> line("- " + String.join("; ", cells) + ": " + note + "."));
    }

    private String cell(MeasuredConnector subject, Peer peer, Metric metric) {
        if (!peer.gives(subject, metric)) {
            return "";
        }
        return measurement
                .summary(subject, peer, metric)
                .map(summary -> summary.text(metric.unit()))
                .orElse("not measured");
    }

    /** Adds the notes for a cell, and groups cells with the same note. */
    private void collectNotes(MeasuredConnector subject, Peer peer, Metric metric, Map<String, Set<String>> notes) {
        String name = metric.title() + ", " + peer.name();
        if (peer.gives(subject, metric)
                && measurement.summary(subject, peer, metric).isEmpty()) {
            String reason = measurement.reason(subject, peer, metric).orElse("it failed, see below");
            notes.computeIfAbsent("not measured: " + reason, note -> new LinkedHashSet<>())
                    .add(name);
        }
        measurement
                .results()
                .notes(subject.name(), peer.name(), metric)
                .forEach(note -> notes.computeIfAbsent(note, key -> new LinkedHashSet<>())
                        .add(name));
    }

    private void targets() {
        line("");
        line("## Targets");
        line("");
        row("target", "wanted", "stretch", "measured", "");
        row("---", "---:", "---:", "---:", "---");
        for (PerformanceTarget target : Targets.all()) {
            row(
                    target.what(),
                    target.wantedText(),
                    target.stretchText(),
                    target.measuredText(measurement.results()),
                    target.verdict(measurement.results()));
        }
        Set<String> failures = measurement.results().failures();
        if (!failures.isEmpty()) {
            line("");
            line("## Failed");
            line("");
            line(failures.stream().map(failure -> "- " + failure).collect(Collectors.joining("\n")));
        }
    }

    private void row(String... cells) {
        line("| " + String.join(" | ", cells) + " |");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
