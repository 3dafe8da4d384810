package dev.airlock.cli.environment;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.Action.RequiredConnector;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.actions.ConnectorFolders;
import dev.airlock.runtime.actions.ConnectorSource;
import dev.airlock.runtime.files.HomeSettings;
import dev.airlock.runtime.install.Candidate;
import dev.airlock.runtime.install.Installed;
import dev.airlock.runtime.install.PackageSource;
import dev.airlock.runtime.install.SourceException;
import dev.airlock.runtime.install.WrongBytesException;
import dev.airlock.runtime.packages.ConnectorPackage;
import dev.airlock.runtime.packages.ContentHash;
import dev.airlock.runtime.packages.Keyring;
import dev.airlock.runtime.store.ConnectorStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The connectors that actions pin, as the store has them now: which are there and whole, and which have to be fetched.
 *
 * @param whole those that are as they were installed
 * @param lacking those that are not there, or were altered
 * @param refusal the first whose signature does not verify, which no fetching mends
 */
public record ActionConnectors(
        List<RequiredConnector> whole, List<RequiredConnector> lacking, Optional<Failure> refusal) {
    /** What makes two requirements one: what is pinned, and what it has to call itself. */
    private record Pin(ConnectorReference reference, ContentHash hash) {
        static Pin of(RequiredConnector required) {
            return new Pin(required.reference(), new ContentHash(required.hash()));
        }
    }

    /** Where each connector comes from. */
    @FunctionalInterface
    public interface Origin {
        /** The source of the one that is required. */
        PackageSource of(RequiredConnector required);
    }

    /** Looks at each connector once, however many actions pin it. */
    public static ActionConnectors of(List<Action> actions, ConnectorStore store, Keyring keyring) throws IOException {
        Map<Pin, RequiredConnector> pinned = new LinkedHashMap<>();
        actions.forEach(
                action -> action.connectors().forEach(required -> pinned.putIfAbsent(Pin.of(required), required)));
        List<RequiredConnector> whole = new ArrayList<>();
        List<RequiredConnector> lacking = new ArrayList<>();
        Optional<Failure> refusal = Optional.empty();
        for (RequiredConnector required : pinned.values()) {
            Installed installed = Installed.at(new ContentHash(required.hash()), required.reference(), store, keyring);
            if (installed instanceof Installed.Whole) {
                whole.add(required);
            } else if (installed instanceof Installed.Refused refused
                    && refused.failure().failureClass() == FailureClass.SIGNATURE_FAILURE) {
                refusal = refusal.or(() -> Optional.of(refused.failure()));
            } else {
                lacking.add(required);
            }
        }
        return new ActionConnectors(whole, lacking, refusal);
    }

    /** What lacks, from its source, held against its pin. */
    public List<Candidate> fetched(Origin origin, ConnectorStore store, Keyring keyring, HomeSettings settings)
            throws IOException {
        List<Candidate> candidates = new ArrayList<>();
        for (RequiredConnector required : lacking) {
            PackageSource source = origin.of(required);
            PackageSource spoken = wanted -> {
                try {
                    return source.fetch(wanted);
                } catch (WrongBytesException e) {
                    throw e;
                } catch (SourceException e) {
                    throw new SourceException(required.reference() + ": " + e.why());
                }
            };
            candidates.add(Candidate.of(spoken, required.reference(), new ContentHash(required.hash()), keyring, store)
                    .under(settings));
        }
        return candidates;
    }

    /**
     * Whoever holds the right to change the store makes sure that what was found whole still is.
     *
     * @param undone what is not done otherwise, such as {@code Nothing was added}
     */
    public void requireStillWhole(ConnectorStore store, Keyring keyring, String undone) throws IOException {
        for (RequiredConnector required : whole) {
            if (!(Installed.at(new ContentHash(required.hash()), required.reference(), store, keyring)
                    instanceof Installed.Whole)) {
                throw CommandProblem.configuration(
                        undone + ": " + required.reference()
                                + " was removed or altered in the meantime. Run the command again.",
                        List.of());
            }
        }
    }

    /** The folders that somebody names, each with a connector or with folders of such: what lies there counts as unsigned. */
    public static Origin in(List<Path> folders) {
        ConnectorSource found = new ConnectorFolders(folders);
        return required -> wanted -> {
            if (found.find(required) instanceof ConnectorSource.Found.Files files) {
                return ConnectorPackage.unsigned(
                        files.files().module(), files.files().manifest());
            }
            throw new SourceException(
                    "None of the named folders holds it. If you have an archive, install it first:"
                            + " airlock install " + required.reference() + " --from airlock.tar.gz.");
        };
    }
}
