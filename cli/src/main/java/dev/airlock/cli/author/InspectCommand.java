package dev.airlock.cli.author;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.environment.ConnectorPlace;
import dev.airlock.cli.environment.Finding;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.CapturedInputs;
import dev.airlock.sandbox.load.LoadResult;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code airlock inspect}: shows a module, its needs, and the declarations of its manifest. */
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Shows a module's size, hash, imports with their suppliers, exports, and demand for memory and tables.",
            "For a connector, also shows the content hash that actions pin, what its manifest declares and what its module needs.",
            "For a reactor with snapshot = true, takes the snapshot and shows what is captured in it."
        },
        footer = {
            "",
            "Examples:",
            "  airlock inspect sample-connectors/issue-tracker-go",
            "  airlock inspect github://acme/slack@1.2.0",
            "  airlock inspect build/connector.wasm --json"
        })
public final class InspectCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
            index = "0",
            paramLabel = "CONNECTOR|FILE.wasm",
            description = "A connector's folder, an installed connector, NAME or NAME@VERSION, or a module.")
    private Path path = Path.of("");

    @Mixin
    private JsonFlag json = new JsonFlag();

    /** The command for the user of that terminal. */
    public InspectCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try (Interruption interruption = Interruption.listen(terminal, json.isGiven())) {
            return inspect(interruption);
        }
    }

    private int inspect(Interruption interruption) {
        Optional<ConnectorPlace> place =
                isFile() ? Optional.empty() : Optional.of(ConnectorPlace.named(terminal, path));
        Optional<ManifestResult> manifest = place.map(ConnectorPlace::readManifest);
        byte[] module = place.map(ConnectorPlace::module).orElseGet(() -> TypedFile.module(terminal, path));
        List<Finding> findings =
                new ArrayList<>(manifest.map(InspectCommand::problems).orElse(List.of()));
        Optional<Inspection> inspection = inspect(
                module,
                manifest.flatMap(InspectCommand::declared),
                place.filter(read -> findings.isEmpty()).map(ConnectorPlace::writtenManifest),
                findings);
        if (interruption.mayPrint()) {
            print(inspection, findings);
        }
        return findings.isEmpty() ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    /** Returns whether a module was named, and neither a folder nor an installed connector. */
    private boolean isFile() {
        return !ConnectorPlace.isName(path) && !Files.isDirectory(terminal.resolve(path));
    }

    private Optional<Inspection> inspect(
            byte[] module, Optional<ConnectorManifest> manifest, Optional<byte[]> written, List<Finding> findings) {
        try {
            ModuleInfo info = WasmModuleReader.read(module, ModuleLimits.DEFAULT);
            Optional<Set<CapturedInputs>> capturedInputs = manifest.filter(ConnectorManifest::reactorSnapshot)
                    .flatMap(declared -> capturedInputs(module, declared, findings));
            return Optional.of(new Inspection(module, info, manifest, written, capturedInputs));
        } catch (ModuleRefused e) {
            String why = e.reason().sentence();
            findings.add(isFile() ? Finding.inFile(path, why) : Finding.inModule(why));
            return Optional.empty();
        }
    }

    /** Returns the values in the captured state. Loads the connector, because they are known only after a capture. */
    private static Optional<Set<CapturedInputs>> capturedInputs(
            byte[] module, ConnectorManifest manifest, List<Finding> findings) {
        try (Sandbox sandbox = Sandbox.builder().build()) {
            LoadResult result =
                    sandbox.load(manifest, module, LoadOptions.standard().withTier(Tier.INTERPRETED));
            return result.match(
                    loaded -> Optional.of(loaded.connector().capturedInputs()),
                    refused -> {
                        findings.add(Finding.of(refused.failure()));
                        return Optional.empty();
                    },
                    cancelled -> Optional.empty());
        }
    }

    private void print(Optional<Inspection> inspection, List<Finding> findings) {
        if (json.isGiven()) {
            printDocument(inspection, findings);
        } else {
            inspection.ifPresent(found -> found.lines().forEach(terminal.out()::println));
            findings.forEach(finding -> terminal.err().println("airlock: " + finding));
        }
    }

    private void printDocument(Optional<Inspection> inspection, List<Finding> findings) {
        ObjectNode document = inspection.map(Inspection::document).orElseGet(JsonNodeFactory.instance::objectNode);
        if (!findings.isEmpty()) {
            Finding.addTo(document, findings);
        }
        terminal.out().println(SafeJson.line(document));
    }

    private static List<Finding> problems(ManifestResult result) {
        return result instanceof ManifestResult.Problems wrong
                ? wrong.problems().stream().map(Finding::of).toList()
                : List.of();
    }

    private static Optional<ConnectorManifest> declared(ManifestResult result) {
        return result instanceof ManifestResult.Read read ? Optional.of(read.manifest()) : Optional.empty();
    }
}
