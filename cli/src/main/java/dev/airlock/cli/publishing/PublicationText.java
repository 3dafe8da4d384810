package dev.airlock.cli.publishing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.oci.Publication;
import dev.airlock.registry.packages.ConnectorPackage;
import java.util.Optional;

/**
 * Prints the result of publishing, for a person or a program.
 *
 * @param json whether one JSON document was requested
 */
record PublicationText(Terminal terminal, boolean json) {
    private static final int WIDTH = "connector  ".length();

    /** Prints the result and returns the exit code. */
    int print(Publication publication, ConnectorReference connector, ConnectorPackage content) {
        if (json) {
            terminal.out().println(SafeJson.line(document(publication, connector, content)));
        } else {
            rows(publication, connector, content);
            remark(publication).ifPresent(terminal.err()::println);
        }
        return publication instanceof Publication.Taken ? ExitCode.FAILURE : ExitCode.SUCCESS;
    }

    private static ObjectNode document(
            Publication publication, ConnectorReference connector, ConnectorPackage content) {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("place", publication.place())
                .put("state", publication.state())
                .put("digest", publication.digest())
                .put("connector", connector.toString())
                .put("hash", content.hash().text())
                .put("signed", content.isSigned());
        if (publication instanceof Publication.Published published) {
            published.replaced().ifPresent(before -> document.put("replaced", before));
        }
        if (publication instanceof Publication.Taken taken) {
            document.put("there", taken.there());
        }
        return document;
    }

    private void rows(Publication publication, ConnectorReference connector, ConnectorPackage content) {
        if (publication instanceof Publication.Taken) {
            return;
        }
        terminal.out()
                .println(publication.state()
                        + " ".repeat(WIDTH - publication.state().length())
                        + publication.place());
        terminal.out().println("digest     " + publication.digest());
        terminal.out().println("connector  " + connector);
        terminal.out().println("hash       " + content.hash());
        terminal.out().println("signature  " + (content.isSigned() ? "yes" : "none; airlock sign adds one"));
    }

    private static Optional<String> remark(Publication publication) {
        if (publication instanceof Publication.Published published) {
            return published.replaced().map(before -> "It replaced " + before + ".");
        }
        if (publication instanceof Publication.Unchanged) {
            return Optional.of("Nothing was changed: the same archive was already there.");
        }
        if (publication instanceof Publication.Found) {
            return Optional.of("The registry did not confirm the last request, but the tag now names the archive.");
        }
        Publication.Taken taken = (Publication.Taken) publication;
        return Optional.of("airlock: " + taken.place() + " is taken: it names " + taken.there() + ", and this would be "
                + taken.digest() + ". Nothing was changed. Give the connector a new version, since its users pin"
                + " the content of a version; or overwrite the tag with --replace.");
    }
}
