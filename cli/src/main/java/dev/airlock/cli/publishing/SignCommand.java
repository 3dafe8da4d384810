package dev.airlock.cli.publishing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.PublisherKey;
import dev.airlock.registry.packages.SigningKey;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock sign}: signs an archive. */
@Command(
        name = "sign",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Signs an archive, and replaces its signatures.",
            "Writes both forms: signature.sig, which every host of the public contract verifies, and",
            "signature.v2.sig, which also covers the lengths."
        },
        footer = {"", "Example:", "  airlock sign airlock.tar.gz --key publisher.key"})
public final class SignCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "ARCHIVE", description = "An archive that airlock pack made.")
    private Path typed = Path.of("");

    @Option(
            names = "--key",
            paramLabel = "FILE",
            required = true,
            description = "The private key: the file of airlock keygen, PEM (PKCS #8), or 32 raw bytes.")
    private Path key = Path.of("");

    @Option(names = "--out", paramLabel = "FILE", description = "The signed archive. Default: ARCHIVE itself.")
    private @Nullable Path out;

    @Mixin
    private JsonFlag json = new JsonFlag();

    /** The command for the user of that terminal. */
    public SignCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        PackageFile written = new PackageFile(terminal, signed());
        written.requireNoneOf(key);
        ConnectorPackage content = new PackageFile(terminal, typed).read();
        ConnectorManifest manifest = PackageFile.manifest(content);
        try (SigningKey signing = new PublisherKeys(terminal).open(key)) {
            written.write(signing.sign(content));
            print(manifest, content, signing.publicKey());
        }
        return ExitCode.SUCCESS;
    }

    private Path signed() {
        return out == null ? typed : out;
    }

    private void print(ConnectorManifest manifest, ConnectorPackage content, PublisherKey signer) {
        String reference = manifest.connector().reference().toString();
        if (json.isGiven()) {
            terminal.out()
                    .println(SafeJson.line(JsonNodeFactory.instance
                            .objectNode()
                            .put("connector", reference)
                            .put("hash", content.hash().text())
                            .put("archive", signed().toString())
                            .put("key", signer.fingerprint())));
            return;
        }
        terminal.out().println("connector  " + reference);
        terminal.out().println("hash       " + content.hash());
        terminal.out().println("archive    " + TypedFile.shown(signed()));
        terminal.out().println("signature  v1 and v2, of the key " + signer.fingerprint());
    }
}
