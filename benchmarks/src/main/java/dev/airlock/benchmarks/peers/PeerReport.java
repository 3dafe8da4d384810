package dev.airlock.benchmarks.peers;

import dev.airlock.benchmarks.peers.report.BarChart;
import dev.airlock.benchmarks.peers.report.Machine;
import dev.airlock.benchmarks.peers.report.MarkdownReport;
import dev.airlock.benchmarks.peers.report.Measurement;
import dev.airlock.benchmarks.peers.report.PeerJsonReport;
import dev.airlock.benchmarks.peers.round.Results;
import dev.airlock.benchmarks.peers.round.Rounds;
import dev.airlock.benchmarks.peers.subject.AnyOperation;
import dev.airlock.benchmarks.peers.subject.CallInput;
import dev.airlock.benchmarks.peers.subject.MeasuredConnector;
import dev.airlock.benchmarks.peers.subject.Peer;
import dev.airlock.benchmarks.peers.subject.Peers;
import dev.airlock.benchmarks.peers.subject.Toolchain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Measures Airlock and its peers side by side; {@code benchmarks/peers.sh} runs it. The tables go to standard output, progress to standard
 * error, and tables, figures and a picture to files.
 */
public final class PeerReport {
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int UNUSABLE = 2;

    /** The peers' binaries, which are kept between runs because some take minutes to build. */
    private static final Path BINARIES = Path.of("benchmarks", "target", "peer-binaries");

    private final Options options;
    private final Results results = new Results();
    private final long startNanos = System.nanoTime();

    private PeerReport(Options options) {
        this.options = options;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread endChildren =
                new Thread(() -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy));
        Runtime.getRuntime().addShutdownHook(endChildren);
        System.exit(run(arguments));
    }

    private static int run(String[] arguments) throws InterruptedException {
        try {
            return new PeerReport(Options.parse(arguments)).run();
        } catch (UsageException e) {
            System.err.println("peers.sh: " + e.getMessage() + "; see --help");
            return UNUSABLE;
        } catch (IOException e) {
            System.err.println("peers.sh: " + e);
            return UNUSABLE;
        }
    }

    private int run() throws UsageException, IOException, InterruptedException {
        Path out = Files.createDirectories(options.out()).toAbsolutePath();
        Peers peers = new Peers(options.effort(), CallInput.write(out.resolve("call.json")), BINARIES);
        options.requireNames(peers.all());
        List<Peer> wanted = options.peers(peers.all());
        List<MeasuredConnector> subjects = new ArrayList<>();
        for (MeasuredConnector subject : options.subjects()) {
            subjects.add(AnyOperation.of(subject, out.resolve("connectors")));
        }
        Machine machine = Machine.here();
        Map<String, String> absent = new LinkedHashMap<>();
        for (Peer peer : wanted) {
            absence(peer, out).ifPresent(reason -> absent.put(peer.name(), reason));
        }
        Measurement measurement = new Measurement(machine, options.effort(), subjects, wanted, absent, results);
        new Rounds(options.effort(), out, results, this::progress).run(subjects, measurement.present());
        write(measurement, out);
        return results.failures().isEmpty() ? DONE : FAILED;
    }

    /** Builds a peer. Returns the reason why it cannot be measured; empty if it can. */
    private Optional<String> absence(Peer peer, Path out) throws IOException, InterruptedException {
        Toolchain toolchain = peer.toolchain();
        Optional<String> missing = toolchain.missing();
        if (missing.isPresent() || toolchain.build().isEmpty()) {
            missing.ifPresent(what -> progress(peer.name() + " is not measured: " + what));
            return missing;
        }
        progress(peer.name() + " is built, unless it is there; the first time may take minutes");
        Path log = Files.createDirectories(out.resolve("logs")).resolve("build-" + peer.name() + ".log");
        Process build = new ProcessBuilder(toolchain.build())
                .directory(toolchain.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (build.waitFor(30, TimeUnit.MINUTES) && build.exitValue() == 0) {
            return Optional.empty();
        }
        build.destroyForcibly();
        String why = toolchain.program().orElse("") + " could not build it, see " + log.getFileName();
        progress(peer.name() + " is not measured: " + why);
        results.failed(peer.name() + ": " + why);
        return Optional.of(why);
    }

    private static void write(Measurement measurement, Path out) throws IOException {
        String tables = MarkdownReport.of(measurement);
        Files.writeString(out.resolve("report.md"), tables);
        Files.writeString(out.resolve("report.json"), PeerJsonReport.of(measurement));
        Files.writeString(out.resolve("report.svg"), BarChart.of(measurement));
        System.out.print(tables);
        System.err.println(
                "The same, every round's values and a picture: report.md, report.json and report.svg in " + out);
    }

    private void progress(String line) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
        System.err.printf("%d:%02d %s%n", seconds / 60, seconds % 60, line);
    }
}
