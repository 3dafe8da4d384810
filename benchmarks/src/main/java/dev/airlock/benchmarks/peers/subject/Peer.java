package dev.airlock.benchmarks.peers.subject;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A runtime for a connector's calls: Airlock, or an alternative that a user would choose.
 *
 * @param name its name in the report
 * @param about a description of the runtime and its use
 * @param toolchain the tools that it needs
 * @param serving the way to keep it running and send it requests, if it supports that
 * @param starting the way to run it for one call, if it supports that
 * @param beginning the way to run its first hundred calls, if it supports that
 * @param extras the figures that only it has
 * @param reactors whether it runs connectors that are not commands
 */
public record Peer(
        String name,
        String about,
        Toolchain toolchain,
        Optional<Serving> serving,
        Optional<Starting> starting,
        Optional<Beginning> beginning,
        List<Extra> extras,
        boolean reactors) {
    /** The command of a process with the protocol of benchmarks/README.md. */
    public interface Serving {
        List<String> command(MeasuredConnector subject);
    }

    /** The command of a process that makes one call and ends. */
    public interface OneCall {
        /**
         * Returns the program and its arguments.
         *
         * @param cache a folder for compiled code
         */
        List<String> command(MeasuredConnector subject, Path cache);
    }

    /**
     * The way to start a process that makes one call.
     *
     * @param call the process that is timed
     * @param fill the process that fills the cache before
     * @param answer a text that its output contains if the connector answered
     * @param keepsNothing the reason why a second process is no faster than the first, if that is so
     */
    public record Starting(OneCall call, OneCall fill, String answer, Optional<String> keepsNothing) {}

    /**
     * The way to start a process that loads a connector with a full cache, calls it a hundred times and then takes requests.
     *
     * @param command a process with the protocol of benchmarks/README.md
     * @param untilPeak whether it is measured further, until its calls get no faster, and then without calls
     */
    public record Beginning(OneCall command, boolean untilPeak) {}

    /**
     * A figure from one process.
     *
     * @param metric the metric
     * @param subjects the connectors for which it is measured
     * @param command the process; its cache is full, and it may write beside it
     * @param answer a text that its output contains on success, if the time until then is the figure; empty if it prints the figure itself
     */
    public record Extra(
            Metric metric, Predicate<MeasuredConnector> subjects, OneCall command, Optional<String> answer) {}

    /** Returns whether it has this metric for a connector. */
    public boolean gives(MeasuredConnector subject, Metric metric) {
        return switch (metric) {
            case COLD_START, WARM_START -> starting.isPresent();
            case BEGIN_LOAD, BEGIN_FIRST, BEGIN_EARLY, BEGIN_TOGETHER, BEGIN_PROCESSOR -> beginning.isPresent();
            case PEAK_PROCESSOR -> goesOnToThePeak();
            case REST_PROCESSOR -> goesOnToThePeak() && !subject.isLarge();
            case COMPILED_1, COMPILED_2, AUDITED, AUDITED_POST, EXPLAIN, STORE_LIST, AUDIT_LIST, CHECK ->
                extras.stream()
                        .anyMatch(extra ->
                                extra.metric() == metric && extra.subjects().test(subject));
            case PARSE, COMPILE, FIRST_CALL, P50_1, P99_1, RATE_1, P50_2, P99_2, RATE_2, ALLOCATED, IDLE ->
                serving.isPresent();
        };
    }

    private boolean goesOnToThePeak() {
        return beginning.filter(Beginning::untilPeak).isPresent();
    }

    /** Returns the reason why it cannot run that connector; empty if it can. */
    public Optional<String> refusal(MeasuredConnector subject) {
        return subject.style() == MeasuredConnector.Style.COMMAND || reactors
                ? Optional.empty()
                : Optional.of("it knows commands only");
    }
}
