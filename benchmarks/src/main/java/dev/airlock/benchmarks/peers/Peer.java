package dev.airlock.benchmarks.peers;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Something that runs a connector's calls: Airlock, or what a user would pick instead.
 *
 * @param name what it is called in the report
 * @param about what it is and how it is used
 * @param toolchain what must be there to run it
 * @param serving how it is kept running and told what to do, if it can be
 * @param starting how it is run for one call, if it can be
 * @param beginning how its first hundred calls are run, if they can be
 * @param extras what only it does
 * @param reactors whether it runs connectors that are no commands
 */
record Peer(
        String name,
        String about,
        Toolchain toolchain,
        Optional<Serving> serving,
        Optional<Starting> starting,
        Optional<Beginning> beginning,
        List<Extra> extras,
        boolean reactors) {
    /** The command of a process that speaks the protocol of benchmarks/README.md. */
    interface Serving {
        List<String> command(Subject subject);
    }

    /** The command of a process that makes one call and ends. */
    interface OneCall {
        /**
         * The program and its arguments.
         *
         * @param cache a folder for compiled code
         */
        List<String> command(Subject subject, Path cache);
    }

    /**
     * How a process is started that makes one call.
     *
     * @param call the process that is timed
     * @param fill the process that fills the cache before
     * @param answer what its output contains if the connector answered
     * @param keepsNothing why a second process is no faster than the first, if it is so
     */
    record Starting(OneCall call, OneCall fill, String answer, Optional<String> keepsNothing) {}

    /**
     * How a process is started that loads a connector with a full cache, calls it a hundred times and goes on to be told what to do.
     *
     * @param command speaks the protocol of benchmarks/README.md
     * @param untilPeak whether it is measured further, until its calls get no faster, and then without calls
     */
    record Beginning(OneCall command, boolean untilPeak) {}

    /**
     * A figure that one process gives.
     *
     * @param metric which
     * @param subjects of which connectors
     * @param command the process; its cache is full, and it may write beside it
     * @param answer what its output contains if it did what it should, if the time until then is the figure; empty if it says the
     *     figure itself
     */
    record Extra(Metric metric, Predicate<Subject> subjects, OneCall command, Optional<String> answer) {}

    /** Whether this is something that it does at all on a connector. */
    boolean gives(Subject subject, Metric metric) {
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

    /** Why it cannot run that connector, if it cannot. */
    Optional<String> refusal(Subject subject) {
        return subject.style() == Subject.Style.COMMAND || reactors
                ? Optional.empty()
                : Optional.of("it knows commands only");
    }
}
