package dev.airlock.benchmarks.peers;

import dev.airlock.benchmarks.peers.subject.Effort;
import dev.airlock.benchmarks.peers.subject.MeasuredConnector;
import dev.airlock.benchmarks.peers.subject.MeasuredConnectors;
import dev.airlock.benchmarks.peers.subject.Peer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The options of the command line.
 *
 * @param effort the extent of the measurement
 * @param only the names of connectors and runtimes to which the report is restricted; empty for all
 * @param connectors the folders of further connectors
 * @param out the folder for the files
 */
record Options(Effort effort, List<String> only, List<Path> connectors, Path out) {
    private static final Path STANDARD_OUT = Path.of("benchmarks", "target", "peers");

    static Options parse(String... arguments) throws UsageException {
        Effort effort = Effort.FULL;
        List<String> only = new ArrayList<>();
        List<Path> connectors = new ArrayList<>();
        Path out = STANDARD_OUT;
        for (int i = 0; i < arguments.length; i++) {
            String option = arguments[i];
            switch (option) {
                case "--quick" -> effort = Effort.QUICK;
                case "--smoke" -> effort = Effort.SMOKE;
                case "--only" -> only.add(value(arguments, ++i));
                case "--connector" -> connectors.add(connector(value(arguments, ++i)));
                case "--out" -> out = Path.of(value(arguments, ++i));
                default -> throw new UsageException("there is no option " + option);
            }
        }
        return new Options(effort, List.copyOf(only), List.copyOf(connectors), out);
    }

    private static String value(String[] arguments, int index) throws UsageException {
        if (index >= arguments.length) {
            throw new UsageException(arguments[index - 1] + " needs a value");
        }
        return arguments[index];
    }

    private static Path connector(String folder) throws UsageException {
        Path path = Path.of(folder);
        for (String file : List.of("manifest.toml", "connector.wasm")) {
            if (!Files.isRegularFile(path.resolve(file))) {
                throw new UsageException(folder + " has no " + file);
            }
        }
        return path;
    }

    /** Returns the standard connectors and the further ones, restricted to the selected names. */
    List<MeasuredConnector> subjects() {
        List<MeasuredConnector> all = allSubjects();
        List<MeasuredConnector> named =
                all.stream().filter(subject -> only.contains(subject.name())).toList();
        return named.isEmpty() ? all : named;
    }

    /** Returns the selected peers. */
    List<Peer> peers(List<Peer> all) {
        List<Peer> named =
                all.stream().filter(peer -> only.contains(peer.name())).toList();
        return named.isEmpty() ? all : named;
    }

    /** Refuses a name that belongs to no connector and no runtime. */
    void requireNames(List<Peer> peers) throws UsageException {
        List<String> known = Stream.concat(
                        allSubjects().stream().map(MeasuredConnector::name),
                        peers.stream().map(Peer::name))
                .toList();
        List<String> unknown =
                only.stream().filter(name -> !known.contains(name)).toList();
        if (!unknown.isEmpty()) {
            throw new UsageException("nothing is called " + unknown.get(0) + "; there are "
                    + known.stream().sorted().collect(Collectors.joining(", ")));
        }
    }

    private List<MeasuredConnector> allSubjects() {
        return Stream.concat(
                        MeasuredConnectors.standard().stream(),
                        connectors.stream().map(MeasuredConnectors::at))
                .toList();
    }
}
