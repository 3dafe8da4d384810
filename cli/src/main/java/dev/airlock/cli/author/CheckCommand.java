package dev.airlock.cli.author;

import dev.airlock.cli.author.types.TypesFile;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.environment.ConnectorFolder;
import dev.airlock.cli.environment.Finding;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.HostFunction;
import dev.airlock.manifests.ManifestFix;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.Extern;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code airlock check}: shows all problems of a connector's manifest and module. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Checks a connector's manifest and module, and shows all problems at once.",
            "Checks the module even if the manifest is broken."
        },
        footer = {"", "Example:", "  airlock check sample-connectors/issue-tracker-go"})
public final class CheckCommand implements Callable<Integer> {
    private static final Set<String> HOST_MODULES = Set.of("airlock", "aileron_host");
    private static final String REQUEST = "http_request";
    private static final String NO_HOST =
            "it imports http_request, and its manifest grants no host, so every request will be"
                    + " denied; list the hosts that it talks to under [capabilities.network] in manifest.toml";

    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "DIR", description = "A folder with manifest.toml and connector.wasm.")
    private Path directory = Path.of("");

    @Mixin
    private JsonFlag json = new JsonFlag();

    /** The command for the user of that terminal. */
    public CheckCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try (Interruption interruption = Interruption.listen(terminal, json.isGiven())) {
            ConnectorFolder folder = ConnectorFolder.at(terminal, directory);
            List<Finding> findings = findings(folder);
            List<Finding> warnings = warnings(folder);
            if (interruption.mayPrint()) {
                print(findings, warnings);
            }
            return findings.isEmpty() ? ExitCode.SUCCESS : ExitCode.FAILURE;
        }
    }

    private void print(List<Finding> findings, List<Finding> warnings) {
        if (json.isGiven()) {
            terminal.out().println(SafeJson.line(Finding.document(findings, warnings)));
        } else {
            findings.forEach(terminal.out()::println);
            warnings.forEach(warning -> terminal.out().println("warning: " + warning));
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

    private List<Finding> findings(ConnectorFolder folder) {
        List<Finding> findings = new ArrayList<>();
        ManifestResult result = folder.readManifest();
        if (result instanceof ManifestResult.Problems wrong) {
            wrong.problems().stream().map(Finding::of).forEach(findings::add);
        }
        if (result instanceof ManifestResult.Read read) {
            findings.addAll(outdatedTypes(folder, read.manifest()));
        }
        if (!folder.hasModule()) {
            findings.add(Finding.inModule("it is not there; build the connector and put its module here"));
            return findings;
        }
        ConnectorManifest manifest = result instanceof ManifestResult.Read read ? read.manifest() : stranger();
        // a module that ran before is already validated
        Sandbox.Builder settings = Sandbox.builder();
        Optional<CodeCache> cache = RunEnvironment.filledCodeCache(terminal);
        try (Sandbox sandbox = cache.map(settings::codeCache).orElse(settings).build()) {
            sandbox.check(manifest, folder.module()).stream().map(Finding::of).forEach(findings::add);
        }
        return findings;
    }

    private static List<Finding> outdatedTypes(ConnectorFolder folder, ConnectorManifest manifest) {
        try {
            return TypesFile.outdated(folder.realPath(), manifest).stream()
                    .map(file -> Finding.in(
                            file,
                            "its types are no longer those of the manifest's schemas; run airlock types "
                                    + TypedFile.shown(folder.typed())))
                    .toList();
        } catch (IOException e) {
            throw CommandProblem.configuration("The sources beside the manifest cannot be read.", List.of());
        }
    }

    /** Returns warnings about things that prevent no run and are most likely mistakes. */
    private static List<Finding> warnings(ConnectorFolder folder) {
        if (!(folder.readManifest() instanceof ManifestResult.Read read)) {
            return List.of();
        }
        List<Finding> warnings = new ArrayList<>(ReachWarnings.of(folder.writtenManifest()));
        Set<String> imported = folder.hasModule() ? hostFunctions(folder) : Set.of();
        if (read.manifest().namesNoHost() && imported.contains(REQUEST)) {
            warnings.add(Finding.inModule(NO_HOST));
        }
        List<String> ofState = Arrays.stream(HostFunction.values())
                .filter(function -> function.capability() == HostFunction.Capability.STATE)
                .map(HostFunction::wireName)
                .filter(imported::contains)
                .toList();
        if (!read.manifest().capabilities().state() && !ofState.isEmpty()) {
            warnings.add(Finding.inModule("it imports " + String.join(", ", ofState)
                    + ", and its manifest does not ask for state, so each use will be denied; "
                    + ManifestFix.state(read.manifest()).advice()));
        }
        return warnings;
    }

    private static Set<String> hostFunctions(ConnectorFolder folder) {
        try {
            return WasmModuleReader.read(folder.module(), ModuleLimits.DEFAULT).imports().stream()
                    .filter(wanted -> HOST_MODULES.contains(wanted.module()))
                    .map(Extern.Import::name)
                    .collect(Collectors.toSet());
        } catch (ModuleRefused e) {
            return Set.of();
        }
    }

    /** Returns a substitute for a manifest that cannot be read. It declares every host function, so that only the module is judged. */
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
