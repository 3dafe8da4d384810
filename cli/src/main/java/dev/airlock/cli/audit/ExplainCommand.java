package dev.airlock.cli.audit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.failures.AuditId;
import dev.airlock.formats.text.Printable;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock explain}: explains a word of a failure, or the end of a call. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Explains a word that Airlock prints, and what to do about it: a class, a reason,",
            "a limit, a detail, a verdict, a check. With an audit id: why that call ended as it did."
        },
        footer = {
            "",
            "Examples:",
            "  airlock explain capability_denied",
            "  airlock explain audit-0190b3c4-6a5e-7c11-9f00-0a1b2c3d4e5f"
        })
public final class ExplainCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "WORD",
            completionCandidates = Glossary.Words.class,
            description = "A word, or an audit id.")
    private String word = "";

    @Option(names = "--list", description = "Show all words, and explain none.")
    private boolean list;

    @Mixin
    private JsonFlag json = new JsonFlag();

    /** The command for the user of that terminal. */
    public ExplainCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (isAuditId()) {
            return AuditExplainCommand.of(terminal, word, json.isGiven()).call();
        }
        Glossary glossary = Glossary.read();
        if (list) {
            print(glossary.all());
            return ExitCode.SUCCESS;
        }
        List<Glossary.Meaning> meanings = glossary.meanings(word);
        if (meanings.isEmpty()) {
            throw CommandProblem.usage(
                    word.isEmpty()
                            ? "Name a word, or --list."
                            : "Airlock has no word " + Printable.quoted(word)
                                    + glossary.nearest(word)
                                            .map(near -> "; did you mean " + near + "?")
                                            .orElse(". airlock explain --list shows all words."));
        }
        if (json.isGiven()) {
            terminal.out().println(SafeJson.line(document(meanings)));
        } else {
            show(meanings);
        }
        return ExitCode.SUCCESS;
    }

    private boolean isAuditId() {
        try {
            return !new AuditId(word).value().isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private void print(List<String> words) {
        if (json.isGiven()) {
            ObjectNode document = JsonNodeFactory.instance.objectNode();
            ArrayNode array = document.putArray("words");
            words.forEach(array::add);
            terminal.out().println(SafeJson.line(document));
        } else {
            words.forEach(terminal.out()::println);
        }
    }

    private void show(List<Glossary.Meaning> meanings) {
        for (Glossary.Meaning meaning : meanings) {
            terminal.out().println(word + ": " + meaning.kind());
            int width = meaning.says().keySet().stream()
                    .mapToInt(String::length)
                    .max()
                    .orElse(0);
            meaning.says()
                    .forEach((title, text) ->
                            terminal.out().println("  " + title + " ".repeat(width - title.length()) + "  " + text));
        }
    }

    private ObjectNode document(List<Glossary.Meaning> meanings) {
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("word", word);
        ArrayNode array = document.putArray("meanings");
        for (Glossary.Meaning meaning : meanings) {
            ObjectNode one = array.addObject().put("kind", meaning.kind());
            meaning.says().forEach(one::put);
        }
        return document;
    }
}
