package dev.airlock.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Extracts SQLite's native library for this machine, once after each build. Otherwise each start would extract it from its jar, which takes
 * as long as a call. The launcher runs this and sets the folder in {@code org.sqlite.lib.path}.
 */
final class NativeLibrary {
    private NativeLibrary() {}

    /** Creates the folder given as an argument and extracts the library into it. */
    public static void main(String[] args) throws IOException {
        layOut(Path.of(args[0]));
    }

    static void layOut(Path folder) throws IOException {
        String name = LibraryLoaderUtil.getNativeLibName();
        String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
        try (InputStream in = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("there is no " + resource);
            }
            Files.createDirectories(folder);
            Path whole = Files.createTempFile(folder, name, ".part");
            Files.copy(in, whole, StandardCopyOption.REPLACE_EXISTING);
            Files.move(
                    whole, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
