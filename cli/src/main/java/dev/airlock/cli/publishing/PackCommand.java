package dev.airlock.cli.publishing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.environment.ConnectorFolder;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.Scheme;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.SigningKey;
import dev.airlock.sandbox.wasm.StrippedModule;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock pack}: creates the archive to publish from a connector's folder. */
@Command(
        name = "pack",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Makes the archive of a connector for publishing: its module, its manifest, and signatures if you give a key.",
            "Leaves out names and debugging information, which only its author needs.",
            "The same bytes make the same archive. Prints the content hash that actions pin."
        },
        footer = {"", "Examples:", "  airlock pack my-connector", "  airlock pack my-connector --key publisher.key"})
public final class PackCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "DIR", description = "A folder with connector.wasm and manifest.toml.")
    private Path directory = Path.of("");

    @Option(names = "--out", paramLabel = "FILE", description = "The archive. Default: airlock.tar.gz.")
    private Path out = PackageFile.STANDARD;

    @Option(names = "--key", paramLabel = "FILE", description = "Sign with this private key. Default: unsigned.")
    private @Nullable Path key;

    @Option(names = "--keep-names", description = "Keep the module as it is, with names and debugging information.")
    private boolean keepNames;

    @Mixin
    private JsonFlag json = new JsonFlag();

    /** The command for the user of that terminal. */
    public PackCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        PackageFile written = new PackageFile(terminal, out);
        written.requireNoneOf(directory.resolve(ConnectorPackage.MODULE), directory.resolve(ConnectorPackage.MANIFEST));
        if (key != null) {
            written.requireNoneOf(key);
        }
        ConnectorFolder folder = ConnectorFolder.at(terminal, directory);
        ConnectorManifest manifest = folder.manifest();
        byte[] module = keepNames ? folder.module() : StrippedModule.of(folder.module());
        ConnectorPackage unsigned = ConnectorPackage.unsigned(module, folder.writtenManifest());
        Optional<String> fingerprint = Optional.empty();
        ConnectorPackage content = unsigned;
        if (key != null) {
            try (SigningKey signing = new PublisherKeys(terminal).open(key)) {
                content = signing.sign(unsigned);
                fingerprint = Optional.of(signing.publicKey().fingerprint());
            }
        }
        written.write(content);
        print(manifest, content, fingerprint);
        return ExitCode.SUCCESS;
    }

    private void print(ConnectorManifest manifest, ConnectorPackage content, Optional<String> fingerprint) {
        String reference = manifest.connector().reference().toString();
        if (json.isGiven()) {
            ObjectNode document = JsonNodeFactory.instance
                    .objectNode()
                    .put("connector", reference)
                    .put("hash", content.hash().text())
                    .put("archive", out.toString())
                    .put("signed", content.isSigned());
            fingerprint.ifPresent(print -> document.put("key", print));
            terminal.out().println(SafeJson.line(document));
            return;
        }
        terminal.out().println("connector  " + reference);
        terminal.out().println("hash       " + content.hash());
        terminal.out().println("archive    " + TypedFile.shown(out));
        terminal.out()
                .println("signature  "
                        + fingerprint
                                .map(print -> "v1 and v2, of the key " + print)
                                .orElse("none; airlock sign adds one"));
        if (manifest.connector().name().scheme() == Scheme.LOCAL) {
            terminal.err()
                    .println(
                            "hint: a connector with a local:// name is installed from its file only. To publish it, name its"
                                    + " place in manifest.toml, such as github://OWNER/REPO, oci://HOST/OWNER/REPO or"
                                    + " https://HOST/NAME.");
        }
    }
}
