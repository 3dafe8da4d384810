package dev.airlock.runtime.store;

import dev.airlock.runtime.packages.ConnectorPackage;
import dev.airlock.runtime.packages.Packages;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A process that installs one package after the other, and says so after each: the arguments are the store and a word. */
final class InstallingUntilKilled {
    static final String DONE = "installed";
    private static final int MODULE_BYTES = 4 << 20;

    private InstallingUntilKilled() {}

    /** A package that takes a while to write. */
    static ConnectorPackage content(String word) {
        byte[] module = new byte[MODULE_BYTES];
        byte[] text = word.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(text, 0, module, 0, text.length);
        return ConnectorPackage.unsigned(
                module, Packages.of("github://acme/slack", "1.0.0").manifest());
    }

    public static void main(String[] arguments) throws Exception {
        ConnectorStore store = new ConnectorStore(Path.of(arguments[0]));
        for (int i = 0; ; i++) {
            store.put(content(arguments[1] + "-" + i));
            System.out.println(DONE);
            System.out.flush();
        }
    }
}
