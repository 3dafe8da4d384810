package dev.airlock.registry.store;

import dev.airlock.registry.packages.Packages;
import java.nio.file.Path;

/** A process that installs packages in a store. Its arguments are the store and the versions. */
final class InstallingProcess {
    private InstallingProcess() {}

    public static void main(String[] arguments) throws Exception {
        ConnectorStore store = new ConnectorStore(Path.of(arguments[0]));
        for (int i = 1; i < arguments.length; i++) {
            store.put(Packages.of("github://acme/slack", arguments[i]));
        }
    }
}
