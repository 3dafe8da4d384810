package dev.airlock.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.ModuleLimits;
import dev.airlock.sandbox.wasm.ModuleRefused;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock inspect}: what a module is, what it needs, and what its manifest declares. */
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        description = {
            "Shows a module's size, hash, imports with what supplies each, exports, and demand for memory and tables.",
            "For a folder, also what its manifest declares and what the module needs."
        })
final class InspectCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "DIR|FILE.wasm", description = "A connector's folder, or a module.")
    private Path path = Path.of("");

    @Option(names = "--json", description = "Print exactly one JSON document on standard output.")
    private boolean json;

    InspectCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Path place = terminal.resolve(path);
        Optional<ConnectorManifest> manifest =
                Files.isDirectory(place) ? Optional.of(ConnectorFolder.at(place).manifest()) : Optional.empty();
        byte[] module = Files.isDirectory(place) ? ConnectorFolder.at(place).module() : ConnectorFolder.bytes(place);
        try {
            ModuleInfo info = WasmModuleReader.read(module, ModuleLimits.DEFAULT);
            Inspection inspection = new Inspection(module, info, manifest);
            if (json) {
                terminal.out().println(StrictJson.write(inspection.document()));
            } else {
                inspection.lines().forEach(terminal.out()::println);
            }
            return ExitCode.SUCCESS;
        } catch (ModuleRefused e) {
            return refused(e);
        }
    }

    private int refused(ModuleRefused refused) {
        String sentence = refused.reason().sentence();
        if (json) {
            var document = JsonNodeFactory.instance.objectNode();
            document.putArray("problems").add(sentence);
            terminal.out().println(StrictJson.write(document));
        } else {
            terminal.err().println("airlock: " + sentence);
        }
        return ExitCode.FAILURE;
    }
}
