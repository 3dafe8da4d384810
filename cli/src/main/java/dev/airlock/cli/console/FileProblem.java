package dev.airlock.cli.console;

import dev.airlock.failures.text.ForeignText;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import java.util.Optional;

/** Describes why files cannot be used, and the action to take. It gives no path; the JDK's messages often are nothing else. */
public final class FileProblem {
    private static final String ELSEWHERE = ", or set AIRLOCK_HOME to a folder of your own.";
    private static final String IN_THE_WAY =
            "A file that is not Airlock's is in the way. Move it away and run the command again.";

    private FileProblem() {}

    /** Returns sentences; the last one is the next step. */
    public static String words(IOException e) {
        if (reason(e).endsWith(".") && !(e instanceof FileSystemException)) {
            return reason(e); // a sentence of Airlock's own; the system's messages are not sentences
        }
        if (e instanceof AccessDeniedException) {
            return notPermitted();
        }
        if (e instanceof FileAlreadyExistsException
                || e instanceof NotDirectoryException
                || e instanceof DirectoryNotEmptyException) {
            return IN_THE_WAY;
        }
        return ofReason(e instanceof FileSystemException system ? reason(system) : reason(e));
    }

    private static String ofReason(String reason) {
        String lower = reason.toLowerCase(Locale.ROOT);
        if (lower.contains("read-only file system")) {
            return "It is on a read-only file system. Make that writable" + ELSEWHERE;
        }
        if (lower.contains("no space left") || lower.contains("quota exceeded")) {
            return "Its disk is full. Make room there and run the command again.";
        }
        if (lower.contains("operation not permitted")) {
            return notPermitted();
        }
        if (lower.contains("not a directory")) {
            return IN_THE_WAY;
        }
        return "Check the permissions of its folder and the space on its disk"
                + (reason.isBlank() ? "." : "; the system says: " + reason);
    }

    private static String notPermitted() {
        return "Its permissions do not allow it. Change them" + ELSEWHERE;
    }

    private static String reason(FileSystemException e) {
        return Optional.ofNullable(e.getReason()).map(ForeignText::clean).orElse("");
    }

    private static String reason(IOException e) {
        return Optional.ofNullable(e.getMessage()).map(ForeignText::clean).orElse("");
    }
}
