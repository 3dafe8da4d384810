package dev.airlock.runtime.audit.key;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Kept heads in a file, one per line.
 *
 * @param file the file
 */
public record HeadFile(Path file) {
    /** Adds a head, which is on disk when this returns. */
    void add(KeptHead head) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            // one write, so that lines of several processes do not mix
            channel.write(ByteBuffer.wrap((head.line() + "\n").getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        } catch (IOException e) {
            throw new IOException("the file of kept heads cannot be written", e);
        }
    }

    /**
     * Returns all heads, of any log; none if the file does not exist.
     *
     * @throws IOException if the file cannot be read, or a line holds no head; the message says which
     */
    public List<KeptHead> read() throws IOException {
        List<KeptHead> heads = new ArrayList<>();
        int number = 0;
        for (String line : lines()) {
            number++;
            int here = number;
            heads.add(KeptHead.parse(line)
                    .orElseThrow(() -> new IOException("line " + here + " of the kept heads holds no head")));
        }
        return heads;
    }

    private List<String> lines() throws IOException {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new IOException("the file of kept heads cannot be read", e);
        }
    }
}
