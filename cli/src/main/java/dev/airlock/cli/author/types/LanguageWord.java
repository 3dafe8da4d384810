package dev.airlock.cli.author.types;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.conformance.projects.Language;
import dev.airlock.formats.text.Printable;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The words for languages on the command line. */
public final class LanguageWord {
    static final String ALL =
            Arrays.stream(Language.values()).map(Language::word).collect(Collectors.joining(" or "));

    private LanguageWord() {}

    /** Returns the language that a person named; another word is a usage problem. */
    public static Language read(String word) {
        return Language.named(word)
                .orElseThrow(() -> CommandProblem.usage(
                        Printable.quoted(word) + " is not a language with a guest library; write " + ALL + "."));
    }
}
