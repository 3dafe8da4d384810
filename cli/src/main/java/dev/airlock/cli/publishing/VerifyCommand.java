package dev.airlock.cli.publishing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.audit.log.RefusalRecord;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.outcome.FailureText;
import dev.airlock.cli.environment.KeyringAccess;
import dev.airlock.cli.install.consent.ConsentScreen;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.packages.SignatureCheck;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock verify}: verifies the signatures of an archive. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Verifies the signatures of an archive, and installs nothing.",
            "Uses the trusted keys of its publisher, or the key that you name.",
            "Prints which of the signatures were verified."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it is signed, and every signature is right",
            "1:it is not signed, not by a trusted key, or was altered",
            "2:wrong usage or configuration, or not an archive"
        },
        footer = {"", "Example:", "  airlock verify airlock.tar.gz --key publisher.key.pub"})
public final class VerifyCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "ARCHIVE", description = "An archive that airlock pack made.")
    private Path typed = Path.of("");

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "A public key: PEM, 32 raw bytes, or these in base64. Default: the keyring.")
    private @Nullable Path key;

    @Mixin
    private JsonFlag json = new JsonFlag();

    /** The command for the user of that terminal. */
    public VerifyCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ConnectorPackage content = new PackageFile(terminal, typed).read();
        ConnectorManifest manifest = PackageFile.manifest(content);
        ConnectorName name = manifest.connector().name();
        SignatureCheck check = keyring(name).check(content, name);
        String reference = manifest.connector().reference().toString();
        if (check instanceof SignatureCheck.Verified verified) {
            print(reference, content, verified);
            return ExitCode.SUCCESS;
        }
        print(failure(reference, check));
        return ExitCode.FAILURE;
    }

    private Keyring keyring(ConnectorName name) {
        return key == null
                ? KeyringAccess.read(terminal)
                : Keyring.empty().with(name.authority(), new PublisherKeys(terminal).read(key));
    }

    private static Failure failure(String reference, SignatureCheck check) {
        AuditId id = AuditId.random();
        if (check instanceof SignatureCheck.Failed failed) {
            return Failure.signatureFailure(
                    id, reference, failed.why(), "Do not use it; get it again from its publisher.");
        }
        boolean signed = check instanceof SignatureCheck.NobodyTrusted;
        return Failure.signatureFailure(
                id,
                reference,
                signed ? "It is signed, and no key is trusted for its publisher." : "It is not signed.",
                signed
                        ? "Get the public key from the publisher; name it with --key, or trust it with airlock keyring trust."
                        : "Ask its publisher to sign it, with airlock sign.");
    }

    private void print(Failure failure) {
        RefusalRecord.write(terminal, failure);
        if (json.isGiven()) {
            terminal.out().println(SafeJson.escaped(FailureEnvelope.write(failure)));
        } else {
            new FailureText(terminal).print(failure);
        }
    }

    private void print(String reference, ConnectorPackage content, SignatureCheck.Verified verified) {
        if (json.isGiven()) {
            ObjectNode document = JsonNodeFactory.instance
                    .objectNode()
                    .put("connector", reference)
                    .put("hash", content.hash().text())
                    .put("publisher", verified.authority())
                    .put("key", verified.key().fingerprint());
            verified.forms().stream()
                    .sorted()
                    .forEach(form -> document.withArray("signatures").add(form.word()));
            terminal.out().println(SafeJson.line(document));
            return;
        }
        terminal.out().println("connector  " + reference);
        terminal.out().println("hash       " + content.hash());
        terminal.out().println("signature  " + ConsentScreen.verified(verified));
    }
}
