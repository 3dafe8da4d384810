package dev.airlock.cli.environment;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.Action.RequiredConnector;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.install.Candidate;
import dev.airlock.registry.install.Installed;
import dev.airlock.registry.install.PackageSource;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.install.WrongBytesException;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.runtime.actions.source.ConnectorFolders;
import dev.airlock.runtime.actions.source.ConnectorSource;
import dev.airlock.runtime.files.HomeSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The connectors that actions pin, by their present state in the store: those that are intact, and those to fetch.
 *
 * @param whole the connectors that are unchanged since their installation
 * @param lacking the connectors that are missing or altered
 * @param refusal the failure of the first connector whose signature does not verify, which no fetch repairs
 */
public record ActionConnectors(
        List<RequiredConnector> whole, List<RequiredConnector> lacking, Optional<Failure> refusal) {
    /** The identity of a requirement: the pinned hash and the required name and version. */
    private record Pin(ConnectorReference reference, ContentHash hash) {
        static Pin of(RequiredConnector required) {
            return new Pin(required.reference(), new ContentHash(required.hash()));
        }
    }

    /** The origin of connectors. */
    @FunctionalInterface
    public interface Origin {
        /** Returns the source of the required connector. */
        PackageSource of(RequiredConnector required);
    }

    /** Checks each connector once, however many actions pin it. */
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

    /** Fetches the missing connectors from their sources and compares each with its pin. */
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
     * Checks that the intact connectors still are. The caller holds the change of the store.
     *
     * @param undone the sentence about what is not done otherwise, such as {@code Nothing was added}
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

    /** Returns an origin in folders, each with a connector or with folders of connectors. Their connectors count as unsigned. */
    public static Origin in(List<Path> folders) {
        ConnectorSource found = new ConnectorFolders(folders);
        return required -> wanted -> {
            if (found.find(required) instanceof ConnectorSource.Found.Files files) {
                return ConnectorPackage.unsigned(
                        files.files().module(), files.files().manifest());
            }
            throw new SourceException("None of the named folders holds it. If you have an archive, install it first:"
                    + " airlock install " + required.reference() + " --from airlock.tar.gz.");
        };
    }
}
