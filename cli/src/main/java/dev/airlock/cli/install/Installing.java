package dev.airlock.cli.install;

import dev.airlock.cli.audit.log.ConsentRecord;
import dev.airlock.cli.audit.log.RefusalRecord;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.Progress;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.Confirmation;
import dev.airlock.cli.console.outcome.FailureText;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.environment.KeyringAccess;
import dev.airlock.cli.environment.StoreAccess;
import dev.airlock.cli.install.consent.ConnectorTitle;
import dev.airlock.cli.install.consent.ConsentScreen;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.registry.install.Candidate;
import dev.airlock.registry.net.Downloads;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.packages.SignatureCheck;
import dev.airlock.registry.store.StoreChange;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.host.net.dial.Dialer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags and common steps of commands that install: download, ask once, record, put into the store. */
public final class Installing {
    @Option(
            names = "--yes",
            description = "Agree beforehand, also to unsigned connectors, unless settings.toml in $AIRLOCK_HOME has"
                    + " [install] unsigned = false. A wrong hash or signature is still refused.")
    private boolean yes;

    @Option(
            names = "--allow-private",
            paramLabel = "HOST",
            description = "Download from this host even if its address is not public. May be repeated.")
    private List<String> allowPrivate = new ArrayList<>();

    @Mixin
    private JsonFlag json = new JsonFlag();

    private final Cancellation cancellation = new Cancellation();

    /** Returns whether one JSON document was requested. */
    public boolean json() {
        return json.isGiven();
    }

    /** The work of a command that installs. */
    @FunctionalInterface
    public interface Work {
        int run() throws IOException;
    }

    /** Does the work, unless Ctrl-C ends it. Then the cancellation is reported and not the error of the interrupted download. */
    public int run(Terminal terminal, Work work) {
        try (Interruption interruption = Interruption.listen(terminal, json.isGiven())) {
            interruption.working(cancellation);
            try {
                return finished(work.run(), interruption);
            } catch (CommandProblem problem) {
                if (interruption.requested()) {
                    return interruption.cancelledHere();
                }
                throw problem;
            }
        } catch (IOException e) {
            throw StoreAccess.unusable(e, "nothing was installed");
        }
    }

    /** Returns the exit code. Reports a cancellation to a program that reads standard output; a person who answered no already knows. */
    private int finished(int code, Interruption interruption) {
        if (code == ExitCode.CANCELLED && (json.isGiven() || interruption.requested())) {
            return interruption.cancelledHere();
        }
        return interruption.mayPrint() ? code : ExitCode.CANCELLED;
    }

    /** The sources of packages, with a progress line. Opens nothing before the first fetch. */
    public static final class Fetching implements AutoCloseable {
        private final Progress progress;
        private final Downloads downloads;
        private final Sources sources;

        private Fetching(Progress progress, Downloads downloads, Sources sources) {
            this.progress = progress;
            this.downloads = downloads;
            this.sources = sources;
        }

        /** Returns the sources of packages. */
        public Sources sources() {
            return sources;
        }

        /** Returns the downloads. */
        public Downloads downloads() {
            return downloads;
        }

        @Override
        public void close() {
            progress.close();
            downloads.close();
        }
    }

    /** Returns the way to fetch packages for the user of that terminal. */
    public Fetching fetching(Terminal terminal) {
        Dialer dialer = PackageNetwork.dialer(terminal, allowPrivate);
        Progress progress = Progress.start(terminal, json.isGiven(), "downloading");
        DownloadLine shown = new DownloadLine("download", progress::say, line -> {
            if (!json.isGiven() && !terminal.drawn()) {
                terminal.err().println(line);
            }
        });
        Downloads downloads = new Downloads(dialer, shown, cancellation);
        return new Fetching(
                progress,
                downloads,
                new Sources(downloads, terminal.environment(), new DockerLogins(terminal.environment())));
    }

    /** Returns the candidates that can be installed. Ends the command if one is unfit. */
    public static List<Candidate.Ready> ready(List<Candidate> candidates) {
        List<Candidate.Ready> ready = new ArrayList<>();
        for (Candidate candidate : candidates) {
            if (candidate instanceof Candidate.Unfit unfit) {
                throw CommandProblem.configuration(unfit.why(), List.of());
            }
            if (candidate instanceof Candidate.Ready fit) {
                ready.add(fit);
            }
        }
        return ready;
    }

    /** Returns the failure of the first refused candidate, if there is one. */
    public static Optional<Failure> refusal(List<Candidate> candidates) {
        return candidates.stream()
                .filter(Candidate.Refused.class::isInstance)
                .map(candidate -> ((Candidate.Refused) candidate).failure())
                .findFirst();
    }

    /** Returns the screen for the consent to each connector, one after the other. */
    public static List<String> screen(List<Candidate.Ready> candidates) {
        return ConsentScreen.lines(candidates.stream().map(ConnectorTitle::of).toList());
    }

    /**
     * Shows the screen and asks once.
     *
     * @param ready the connectors to install
     * @param undone the sentence about what is not done without agreement, such as {@code Nothing was installed}
     * @return whether the person agreed
     */
    public boolean agreed(
            Terminal terminal, List<String> screen, List<Candidate.Ready> ready, String question, String undone) {
        if (!json.isGiven() || !yes) {
            screen.forEach(terminal.err()::println);
            ConsentScreen.recap(screen).forEach(terminal.err()::println);
        }
        if (yes) {
            ready.stream()
                    .filter(one -> !one.isVerified())
                    .forEach(one -> terminal.err().println(agreedUnread(one)));
            return !cancellation.requested();
        }
        if (!terminal.interactive()) {
            throw CommandProblem.configuration(
                    undone + ": there is no terminal to ask on. Run the command on one, or agree with --yes.",
                    List.of());
        }
        boolean isAgreed = Confirmation.isAnsweredYes(terminal, question, cancellation);
        if (!isAgreed && !cancellation.requested()) {
            terminal.err().println(undone + ".");
        }
        return isAgreed;
    }

    /** Returns the warning that {@code --yes} agrees to a connector whose maker cannot be checked. */
    private static String agreedUnread(Candidate.Ready one) {
        return "airlock: there is no way to check who made "
                + one.manifest().connector().reference()
                + ", and --yes accepts it unread. [install] unsigned = false in settings.toml refuses such connectors.";
    }

    /** Puts all candidates into the store, after the consents to all are recorded and the files of all are on disk. */
    public static void install(Terminal terminal, List<Candidate.Ready> candidates, StoreChange change)
            throws IOException {
        install(terminal, candidates, change, List.of());
    }

    /**
     * Does the same with further consents.
     *
     * @param first the further consents, which are recorded before those to the connectors
     */
    public static void install(
            Terminal terminal, List<Candidate.Ready> candidates, StoreChange change, List<ConsentRecord> first)
            throws IOException {
        Keyring keyring = KeyringAccess.read(terminal);
        candidates.forEach(ready -> requireAsShown(ready, keyring));
        List<ConsentRecord> consents = new ArrayList<>(first);
        candidates.forEach(ready -> consents.add(new ConsentRecord(
                ready.before().isPresent() ? "update" : "install", identity(ready), ConsentScreen.lines(ready))));
        change.put(
                candidates.stream().map(Candidate.Ready::content).toList(),
                keyring,
                () -> consents.forEach(consent -> consent.require(terminal, "Nothing was installed")));
    }

    /** Checks that the trusted keys have not changed since the screen, because the person agreed to the signature check of that time. */
    private static void requireAsShown(Candidate.Ready ready, Keyring keyring) {
        ConnectorName name = ready.manifest().connector().name();
        if (!keyring.check(ready.content(), name).equals(ready.signature())) {
            throw CommandProblem.configuration(
                    "Nothing was installed: the keys that are trusted for " + name.authority()
                            + " changed in the meantime. Run the command again.",
                    List.of());
        }
    }

    private static AuditSubject.ConnectorIdentity identity(Candidate.Ready ready) {
        ConnectorManifest.Connector connector = ready.manifest().connector();
        return new AuditSubject.ConnectorIdentity(
                connector.name().toString(),
                connector.version().toString(),
                ready.signature() instanceof SignatureCheck.Verified verified ? verified.authority() : "",
                ready.content().hash().text());
    }

    /** Records the failure, prints it in the requested form and returns the exit code. */
    public int print(Terminal terminal, Failure failure) {
        RefusalRecord.write(terminal, failure);
        if (json.isGiven()) {
            terminal.out().println(SafeJson.escaped(FailureEnvelope.write(failure)));
        } else {
            new FailureText(terminal).print(failure);
        }
        return ExitCode.FAILURE;
    }
}
