package dev.airlock.benchmarks.peers;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Something that runs a connector's calls: Airlock, or what a user would pick instead.
 *
 * @param name what it is called in the report
 * @param about what it is and how it is used
 * @param toolchain what must be there to run it
 * @param serving how it is kept running and told what to do, if it can be
 * @param starting how it is run for one call, if it can be
 * @param reactors whether it runs connectors that are no commands
 */
record Peer(
        String name,
        String about,
        Toolchain toolchain,
        Optional<Serving> serving,
        Optional<Starting> starting,
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

    /** Why it cannot run that connector, if it cannot. */
    Optional<String> refusal(Subject subject) {
        return subject.style() == Subject.Style.COMMAND || reactors
                ? Optional.empty()
                : Optional.of("it knows commands only");
    }
}
