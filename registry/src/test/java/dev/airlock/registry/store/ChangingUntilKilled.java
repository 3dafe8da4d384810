package dev.airlock.registry.store;

import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.packages.Packages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A process that changes a store again and again, and reports each change. Its arguments are the store, the deed, and a word. */
final class ChangingUntilKilled {
    static final String DONE = "done";
    private static final int MODULE_BYTES = 4 << 20;
    private static final int SIGNATURE_BYTES = 64;

    /** The change that it repeats. */
    enum Deed {
        /** Installs one more package. */
        INSTALL {
            @Override
            void once(ConnectorStore store, String word, int round) throws IOException {
                store.put(content(word + "-" + round));
            }
        },
        /** Replaces the signatures of the word's package. */
        SIGN {
            @Override
            void once(ConnectorStore store, String word, int round) throws IOException {
                byte[] signature = new byte[SIGNATURE_BYTES];
                Arrays.fill(signature, (byte) round);
                store.put(Packages.with(content(word), Optional.of(signature), Optional.of(signature)));
            }
        },
        /** Installs and removes the word's package. */
        REMOVE {
            @Override
            void once(ConnectorStore store, String word, int round) throws IOException {
                ConnectorPackage content = content(word);
                try (StoreChange change = store.change()) {
                    change.put(List.of(content), Keyring.empty(), StoreChange.Recording.NONE);
                    change.remove(List.of(content.hash()), StoreChange.Recording.NONE);
                }
            }
        };

        abstract void once(ConnectorStore store, String word, int round) throws IOException;
    }

    private ChangingUntilKilled() {}

    /** Returns a package that takes a while to write. */
    static ConnectorPackage content(String word) {
        byte[] module = new byte[MODULE_BYTES];
        byte[] text = word.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(text, 0, module, 0, text.length);
        return ConnectorPackage.unsigned(
                module, Packages.of("github://acme/slack", "1.0.0").manifest());
    }

    public static void main(String[] arguments) throws Exception {
        ConnectorStore store = new ConnectorStore(Path.of(arguments[0]));
        Deed deed = Deed.valueOf(arguments[1]);
        for (int i = 0; ; i++) {
            deed.once(store, arguments[2], i);
            System.out.println(DONE);
            System.out.flush();
        }
    }
}
