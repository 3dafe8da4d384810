package dev.airlock.cli;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.HostFunction;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.sandbox.Sandbox;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock check}: everything that is wrong with a connector's manifest and module, at once. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        versionProvider = AirlockCommand.Version.class,
        description = {
            "Checks a connector's manifest and module, and shows all problems at once.",
            "A broken manifest does not keep the module from being checked."
        },
        footer = {"", "Example:", "  airlock check sample-connectors/issue-tracker-go"})
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
        try (Interruption interruption = Interruption.listen(terminal, json)) {
            List<Finding> findings = findings(ConnectorFolder.at(terminal, directory));
            if (interruption.mayPrint()) {
                print(findings);
            }
            return findings.isEmpty() ? ExitCode.SUCCESS : ExitCode.FAILURE;
        }
    }

    private void print(List<Finding> findings) {
        if (json) {
            terminal.out().println(SafeJson.line(Finding.document(findings)));
        } else {
            findings.forEach(terminal.out()::println);
            terminal.out().println(count(findings.size()));
        }
    }

    private static String count(int findings) {
        return switch (findings) {
            case 0 -> "no problems";
            case 1 -> "1 problem";
            default -> findings + " problems";
        };
    }

    private static List<Finding> findings(ConnectorFolder folder) {
        List<Finding> findings = new ArrayList<>();
        ManifestResult result = folder.readManifest();
        if (result instanceof ManifestResult.Problems wrong) {
            wrong.problems().stream().map(Finding::of).forEach(findings::add);
        }
        if (!folder.hasModule()) {
            findings.add(Finding.inModule("it is not there; build the connector and put its module here"));
            return findings;
        }
        ConnectorManifest manifest = result instanceof ManifestResult.Read read ? read.manifest() : stranger();
        try (Sandbox sandbox = Sandbox.builder().build()) {
            sandbox.check(manifest, folder.module()).stream().map(Finding::of).forEach(findings::add);
        }
        return findings;
    }

    /** Stands in for a manifest that cannot be read, and declares every host function, so that only the module is judged. */
    private static ConnectorManifest stranger() {
        String imports = HostFunction.wireNames().stream()
                .map(name -> '"' + name + '"')
                .collect(Collectors.joining(", ", "imports = [", "]"));
        String toml = """
                [connector]
                name = "local://unreadable/manifest"
                version = "0.0.0"
                [capabilities.network]
                hosts = []
                [capabilities.state]
                [capabilities.runtime]
                """ + imports;
        return ManifestReader.read("nothing", toml).orThrow();
    }
}
