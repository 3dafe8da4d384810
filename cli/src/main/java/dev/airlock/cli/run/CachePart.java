package dev.airlock.cli.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.Amounts;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.environment.UserFolders;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.runtime.files.Home;
import dev.airlock.sandbox.cache.CacheEntry;
import dev.airlock.sandbox.cache.CacheFolder;
import dev.airlock.sandbox.cache.CacheUnusableException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A command on the cache of compiled code. */
abstract class CachePart implements Callable<Integer> {
    private static final String NO_NAME = "(unknown)";

    private final Terminal terminal;

    @Mixin
    private JsonFlag json = new JsonFlag();

    private CachePart(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Returns the entries that the command reports. */
    abstract List<CacheEntry> entries(CacheFolder folder) throws IOException;

    /** Returns the summary of the entries. */
    abstract String summary(int entries, String size, Path folder);

    /** Returns the name of the document's member that lists them. */
    abstract String member();

    @Override
    public Integer call() {
        try (Interruption interruption = Interruption.listen(terminal, json.isGiven())) {
            Path place = Home.codeIn(UserFolders.cache(terminal));
            List<CacheEntry> entries = entries(place);
            if (interruption.mayPrint()) {
                print(place, entries);
            }
            return ExitCode.SUCCESS;
        }
    }

    private List<CacheEntry> entries(Path place) {
        try {
            return entries(CacheFolder.at(place));
        } catch (CacheUnusableException e) {
            throw CommandProblem.configuration("The cache was not changed. " + e.getMessage(), List.of());
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    TypedFile.shown(place) + " cannot be read. Set AIRLOCK_CACHE to a folder of your own.", List.of());
        }
    }

    private void print(Path place, List<CacheEntry> entries) {
        if (json.isGiven()) {
            terminal.out().println(SafeJson.line(document(place, entries)));
            return;
        }
        int width =
                entries.stream().mapToInt(entry -> name(entry).length()).max().orElse(0);
        for (CacheEntry entry : entries) {
            terminal.out()
                    .println(name(entry) + " ".repeat(width - name(entry).length()) + "  " + Amounts.size(entry.bytes())
                            + "  last used " + lastUsed(entry));
        }
        terminal.out().println(summary(entries.size(), Amounts.size(total(entries)), place));
    }

    private ObjectNode document(Path place, List<CacheEntry> entries) {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("folder", place.toString())
                .put("bytes", total(entries));
        ArrayNode array = document.putArray(member());
        entries.forEach(entry -> array.addObject()
                .put("id", entry.id())
                .put("connector", ForeignText.clean(entry.label()))
                .put("bytes", entry.bytes())
                .put("last_used", lastUsed(entry)));
        return document;
    }

    private static String name(CacheEntry entry) {
        String name = ForeignText.clean(entry.label());
        return name.isBlank() ? NO_NAME : name;
    }

    private static String lastUsed(CacheEntry entry) {
        return entry.lastUsed().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static long total(List<CacheEntry> entries) {
        return entries.stream().mapToLong(CacheEntry::bytes).sum();
    }

    private static String counted(int entries) {
        return entries == 1 ? "1 entry" : entries + " entries";
    }

    /** {@code airlock cache list}: lists the entries. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Shows each entry's connector, size and time of last use.",
            footer = {"", "Example:", "  airlock cache list --json"})
    static final class Listing extends CachePart {
        Listing(Terminal terminal) {
            super(terminal);
        }

        @Override
        List<CacheEntry> entries(CacheFolder folder) throws IOException {
            return folder.entries();
        }

        @Override
        String summary(int entries, String size, Path folder) {
            return counted(entries) + ", " + size + ", in " + TypedFile.shown(folder);
        }

        @Override
        String member() {
            return "entries";
        }
    }

    /** {@code airlock cache clear}: removes all entries. */
    @Command(
            name = "clear",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = {
                "Removes all compiled code, and shows the number and size of the entries.",
                "Running connectors go on; each is compiled again at its next start."
            },
            footer = {"", "Example:", "  airlock cache clear"})
    static final class Clearing extends CachePart {
        Clearing(Terminal terminal) {
            super(terminal);
        }

        @Override
        List<CacheEntry> entries(CacheFolder folder) throws IOException {
            return folder.clear();
        }

        @Override
        String summary(int entries, String size, Path folder) {
            return "removed " + counted(entries) + ", " + size + ", from " + TypedFile.shown(folder);
        }

        @Override
        String member() {
            return "removed";
        }
    }
}
