package dev.airlock.cli.publishing;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.Progress;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.install.DockerLogins;
import dev.airlock.cli.install.DownloadLine;
import dev.airlock.cli.install.PackageNetwork;
import dev.airlock.cli.install.Place;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.names.Scheme;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.net.Downloads;
import dev.airlock.registry.net.Uploads;
import dev.airlock.registry.oci.OciPublisher;
import dev.airlock.registry.oci.Publication;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.host.net.dial.Dialer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock publish}: publishes an archive under a tag of an OCI registry. */
@Command(
        name = "publish",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Puts an archive into an OCI registry, where airlock install finds it.",
            "Logs in with the login of docker login or oras login. Keeps a tag that names something else. Sets the"
                    + " tag last: if you cancel before, the tag does not change."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the tag names the archive, new or unchanged",
            "1:the tag names something else; nothing was changed",
            "2:wrong usage or configuration, or the registry refuses it",
            "130:cancelled"
        },
        footer = {
            "",
            "Examples:",
            "  airlock publish airlock.tar.gz",
            "  airlock publish airlock.tar.gz --to oci://ghcr.io/acme/slack",
            "  airlock publish airlock.tar.gz --to oci://localhost:5000/acme/slack:test"
        })
public final class PublishCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final Cancellation cancellation = new Cancellation();

    @Parameters(index = "0", paramLabel = "ARCHIVE", description = "An archive that airlock pack made.")
    private Path typed = Path.of("");

    @Option(
            names = "--to",
            paramLabel = "PLACE",
            description = "oci://HOST[:PORT]/NAME[:TAG]. Default: the connector's name, if it begins with oci://;"
                    + " the tag of its version.")
    private @Nullable String to;

    @Option(names = "--replace", description = "Overwrite the tag if it names something else.")
    private boolean replace;

    @Option(
            names = "--allow-private",
            paramLabel = "HOST",
            description = "Publish to this host even if its address is not public. May be repeated.")
    private List<String> allowPrivate = new ArrayList<>();

    @Mixin
    private JsonFlag json = new JsonFlag();

    /** The command for the user of that terminal. */
    public PublishCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        PackageFile file = new PackageFile(terminal, typed);
        byte[] archive = file.bytes();
        ConnectorPackage content = file.unpack(archive);
        ConnectorReference connector = PackageFile.manifest(content).connector().reference();
        try (Interruption interruption = Interruption.listen(terminal, json.isGiven())) {
            interruption.working(cancellation);
            return published(connector, content, archive, interruption);
        }
    }

    private int published(
            ConnectorReference connector, ConnectorPackage content, byte[] archive, Interruption interruption) {
        try {
            Publication publication = publication(tag(connector), archive, interruption);
            if (!interruption.mayPrint()) {
                return ExitCode.CANCELLED;
            }
            return new PublicationText(terminal, json.isGiven()).print(publication, connector, content);
        } catch (SourceException e) {
            if (interruption.requested()) {
                return interruption.cancelledHere();
            }
            throw CommandProblem.configuration(e.why(), List.of());
        }
    }

    private OciPublisher.Tag tag(ConnectorReference connector) throws SourceException {
        if (to == null) {
            if (connector.name().scheme() != Scheme.OCI) {
                throw CommandProblem.usage(
                        connector + " has no registry in its name. Name one with --to oci://HOST/NAME.");
            }
            return OciPublisher.Tag.of(connector);
        }
        return OciPublisher.Tag.at(Place.of(to).text(), connector);
    }

    private Publication publication(OciPublisher.Tag tag, byte[] archive, Interruption interruption)
            throws SourceException {
        Dialer dialer = PackageNetwork.dialer(terminal, allowPrivate);
        try (Progress progress = Progress.start(terminal, json.isGiven(), "publishing");
                Downloads downloads = Downloads.besideUploads(dialer, shown(progress), cancellation);
                Uploads uploads = new Uploads(dialer, shown(progress), cancellation)) {
            OciPublisher publisher = new OciPublisher(
                    downloads,
                    uploads,
                    new DockerLogins(terminal.environment()),
                    () -> interruption.calling(cancellation));
            return replace ? publisher.replace(tag, archive) : publisher.publish(tag, archive);
        }
    }

    private DownloadLine shown(Progress progress) {
        return new DownloadLine("upload", progress::say, line -> {
            if (!json.isGiven() && !terminal.drawn()) {
                terminal.err().println(line);
            }
        });
    }
}
