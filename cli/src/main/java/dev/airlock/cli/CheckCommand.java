package dev.airlock.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.parsing.Problem;
import dev.airlock.sandbox.Sandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock check}: everything that is wrong with a connector's manifest and module, at once. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Checks a connector's manifest and module, and shows all problems at once.")
final class CheckCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "DIR", description = "A folder with manifest.toml and connector.wasm.")
    private Path directory = Path.of("");

    @Option(names = "--json", description = "Print exactly one JSON document on standard output.")
    private boolean json;

    CheckCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        List<String> problems = problems(ConnectorFolder.at(terminal.resolve(directory)));
        if (json) {
            ObjectNode document = JsonNodeFactory.instance.objectNode();
            ArrayNode list = document.putArray("problems");
            problems.forEach(list::add);
            terminal.out().println(StrictJson.write(document));
        } else {
            problems.forEach(terminal.out()::println);
            if (problems.isEmpty()) {
                terminal.out().println("no problems");
            }
        }
        return problems.isEmpty() ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    private static List<String> problems(ConnectorFolder folder) {
        List<String> problems = new ArrayList<>();
        ManifestResult result = folder.readManifest();
        if (result instanceof ManifestResult.Problems wrong) {
            wrong.problems().stream().map(Problem::toString).forEach(problems::add);
        }
        if (!Files.isRegularFile(folder.folder().resolve(ConnectorFolder.MODULE))) {
            problems.add(ConnectorFolder.MODULE + ": is not there; build the connector and put it here");
            return problems;
        }
        ConnectorManifest manifest = result instanceof ManifestResult.Read read ? read.manifest() : stranger();
        try (Sandbox sandbox = Sandbox.builder().build()) {
            sandbox.check(manifest, folder.module()).stream()
                    .map(Failure::message)
                    .map(message -> ConnectorFolder.MODULE + ": " + message)
                    .forEach(problems::add);
        }
        return problems;
    }

    /** Stands in for a manifest that cannot be read, so that the module's own problems are shown all the same. */
    private static ConnectorManifest stranger() {
        String toml = """
                [connector]
                name = "local://connector/unnamed"
                version = "0.0.0"
                [capabilities.network]
                hosts = []
                """;
        return ManifestReader.read("nothing", toml).orThrow();
    }
}
