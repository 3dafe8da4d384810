package dev.airlock.runtime.actions.source;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.actions.Action.RequiredConnector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Connectors in folders, each with a {@code manifest.toml} and a {@code connector.wasm}. A connector is found by the name in its manifest;
 * a name from a file never becomes part of a path. Thread-safe.
 */
public final class ConnectorFolders implements ConnectorSource {
    private static final String MANIFEST = "manifest.toml";

    private final List<Path> places;

    /** @param places folders of connectors, and parents of such folders; searched in this order */
    public ConnectorFolders(List<Path> places) {
        this.places = List.copyOf(places);
    }

    @Override
    public Found find(RequiredConnector wanted) {
        Search search = new Search(wanted);
        Optional<ConnectorFiles> first = Optional.empty();
        for (Path folder : folders()) {
            Optional<ConnectorFiles> files = search.lookInto(folder);
            if (files.isPresent() && files.get().hash().equals(wanted.hash())) {
                return new Found.Files(files.get());
            }
            first = first.or(() -> files);
        }
        return first.<Found>map(Found.Files::new).orElseGet(() -> new Found.Missing(search.missing(places)));
    }

    private Set<Path> folders() {
        Set<Path> folders = new LinkedHashSet<>();
        for (Path place : places) {
            folders.add(place);
            folders.addAll(inside(place));
        }
        return folders;
    }

    /** Returns the subfolders. An unreadable folder has none; the message for a missing connector says where it was searched. */
    private static List<Path> inside(Path place) {
        try (Stream<Path> inside = Files.list(place)) {
            return inside.filter(Files::isDirectory).sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** The search for one connector, with other versions and broken manifests that it found. */
    private static final class Search {
        private final RequiredConnector wanted;
        private final Set<String> otherVersions = new TreeSet<>();
        private int broken;

        Search(RequiredConnector wanted) {
            this.wanted = wanted;
        }

        /** Returns the connector if it is in the folder. */
        Optional<ConnectorFiles> lookInto(Path folder) {
            try {
                FolderReading looked = new FolderReading(folder);
                byte[] manifest = looked.manifest();
                return isWanted(manifest) ? Optional.of(looked.files(manifest, wanted.reference())) : Optional.empty();
            } catch (IOException e) {
                return Optional.empty(); // without both files, the folder is not a connector
            }
        }

        private boolean isWanted(byte[] manifest) {
            if (!(ManifestReader.read(MANIFEST, manifest) instanceof ManifestResult.Read read)) {
                broken++;
                return false;
            }
            ConnectorManifest.Connector found = read.manifest().connector();
            if (found.name().equals(wanted.name()) && !found.version().equals(wanted.version())) {
                otherVersions.add(found.version().toString());
            }
            return found.reference().equals(wanted.reference());
        }

        String missing(List<Path> places) {
            List<String> sentences = new ArrayList<>(List.of(wanted.reference() + " was not found."));
            sentences.add(
                    places.isEmpty()
                            ? "No folder to search was named."
                            : "None of the named folders holds it, nor any of their subfolders.");
            if (!otherVersions.isEmpty()) {
                sentences.add("They hold " + String.join(" and ", otherVersions) + " of it.");
            }
            if (broken > 0) {
                sentences.add(
                        broken == 1 ? "One manifest there has problems." : broken + " manifests there have problems.");
            }
            return String.join(" ", sentences);
        }
    }
}
