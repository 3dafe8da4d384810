package dev.airlock.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.names.Scheme;
import dev.airlock.manifests.parsing.Parsed;
import dev.airlock.runtime.install.Candidate;
import dev.airlock.runtime.install.HttpsSource;
import dev.airlock.runtime.install.LocalSource;
import dev.airlock.runtime.install.SourceException;
import dev.airlock.runtime.packages.ConnectorPackage;
import dev.airlock.runtime.packages.ContentHash;
import dev.airlock.runtime.store.ConnectorStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock install}: a connector into the store, after one decision of a person. */
@Command(
        name = "install",
        mixinStandardHelpOptions = true,
        versionProvider = AirlockCommand.Version.class,
        description = {
            "Installs one version of a connector, if somebody agrees.",
            "Its hash and signatures are checked; then it shows on one screen what would be installed, who signed it and what",
            "it may do, and asks. Whoever cancels leaves nothing behind."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it is installed",
            "1:a hash or a signature is wrong; nothing was installed",
            "2:wrong usage or configuration, or the source gives no such package; nothing was installed",
            "130:cancelled"
        },
        footer = {
            "",
            "Examples:",
            "  airlock install github://acme/slack@1.2.0 --from airlock.tar.gz",
            "  airlock install https://example.com/slack@1.2.0 --from https://example.com/slack.tar.gz"
        })
final class InstallCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "NAME@VERSION", description = "What to install.")
    private String typed = "";

    @Option(
            names = "--from",
            paramLabel = "PLACE",
            required = true,
            description = "An archive, a folder, or an https URL.")
    private String from = "";

    @Option(names = "--hash", paramLabel = "HASH", description = "The content hash that it must have, if you know it.")
    private @Nullable String hash;

    @Option(names = "--yes", description = "Agree beforehand. A wrong hash or signature is refused all the same.")
    private boolean yes;

    @Option(
            names = "--allow-private",
            paramLabel = "HOST",
            description = "Download from this host even if its address is not public. May be repeated.")
    private List<String> allowPrivate = new ArrayList<>();

    @Option(names = "--json", description = "Print exactly one JSON document on standard output.")
    private boolean json;

    InstallCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ConnectorReference wanted = reference();
        Optional<ContentHash> expected = expected();
        try (Interruption interruption = Interruption.listen(terminal, json)) {
            interruption.loading();
            ConnectorStore store = StoreCommand.store(terminal);
            Candidate candidate =
                    Candidate.check(fetched(wanted), wanted, expected, KeyringAccess.read(terminal), store);
            int code = decided(candidate, store);
            return interruption.mayPrint() ? code : ExitCode.CANCELLED;
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    "The store of connectors cannot be used; nothing was installed. Look at the permissions of"
                            + " $AIRLOCK_HOME/store and the space on its disk.",
                    List.of());
        }
    }

    private ConnectorReference reference() {
        Parsed<ConnectorReference> parsed = ConnectorReference.parse(typed);
        if (parsed instanceof Parsed.Wrong<ConnectorReference> wrong) {
            throw CommandProblem.usage("There is something wrong: " + wrong.message() + ".");
        }
        return parsed.orThrow();
    }

    private Optional<ContentHash> expected() {
        return Optional.ofNullable(hash)
                .map(text -> ContentHash.parse(text)
                        .orElseThrow(() -> CommandProblem.usage("--hash is sha256: and 64 hex digits.")));
    }

    private ConnectorPackage fetched(ConnectorReference wanted) {
        try {
            if (!from.startsWith("https://") && !from.startsWith("http://")) {
                return new LocalSource(terminal.resolve(Path.of(from))).fetch(wanted);
            }
            try (HttpsSource source = HttpsSource.at(from, RunEnvironment.addresses(allowPrivate));
                    Progress progress = Progress.start(terminal, json, "Downloading")) {
                progress.say("Downloading " + wanted);
                return source.fetch(wanted);
            }
        } catch (SourceException e) {
            throw CommandProblem.configuration("Nothing was installed. " + e.why(), List.of());
        }
    }

    private int decided(Candidate candidate, ConnectorStore store) throws IOException {
        if (candidate instanceof Candidate.Unfit unfit) {
            throw CommandProblem.configuration(unfit.why(), List.of());
        }
        if (candidate instanceof Candidate.Refused refused) {
            print(refused.failure());
            return ExitCode.FAILURE;
        }
        Candidate.Ready ready = (Candidate.Ready) candidate;
        List<String> screen = ConsentScreen.lines(ready);
        if (!json) {
            screen.forEach(terminal.err()::println);
        }
        if (!yes && !agreed()) {
            terminal.err().println("Nothing was installed.");
            return ExitCode.CANCELLED;
        }
        new ConsentRecord(
                        ready.before().isPresent() ? "update" : "install",
                        ready.manifest().connector().name().toString(),
                        screen)
                .require(terminal, "Nothing was installed");
        ready.install(store);
        print(ready);
        return ExitCode.SUCCESS;
    }

    private boolean agreed() {
        if (!terminal.interactive()) {
            throw CommandProblem.configuration(
                    "Nothing was installed: nobody is there to agree. Run it on a terminal, or agree with --yes.",
                    List.of());
        }
        terminal.err().print("Install it? [y/N] ");
        terminal.err().flush();
        try {
            String answer = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8)).readLine();
            return answer != null && List.of("y", "yes").contains(answer.strip().toLowerCase(Locale.ROOT));
        } catch (IOException e) {
            return false; // nobody there is nobody who agrees
        }
    }

    private void print(Failure failure) {
        if (json) {
            terminal.out().println(SafeJson.escaped(FailureEnvelope.write(failure)));
        } else {
            new FailureText(terminal).print(failure);
        }
    }

    private void print(Candidate.Ready ready) {
        ConnectorManifest.Connector connector = ready.manifest().connector();
        if (json) {
            terminal.out()
                    .println(SafeJson.line(JsonNodeFactory.instance
                            .objectNode()
                            .put("installed", connector.reference().toString())
                            .put("hash", ready.content().hash().text())
                            .put("signature", ConsentScreen.signature(ready.signature()))));
            return;
        }
        terminal.out().println("installed " + connector.reference());
        terminal.out().println("hash      " + ready.content().hash());
        if (connector.name().scheme() == Scheme.LOCAL) {
            terminal.err().println("hint: a local:// name says that it was never published.");
        }
    }
}
