package dev.airlock.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The layout of descriptions in help: the first sentence by itself, which also appears in lists of commands, and the rest as one paragraph
 * that is wrapped at 80 columns, whatever the line breaks in the source.
 */
final class HelpText {
    private static final Pattern SENTENCE_END = Pattern.compile("\\. (?=\\p{Lu})");

    private HelpText() {}

    /** Returns the help of one command, when it is shown. */
    static Help of(CommandSpec command, Help.ColorScheme colours) {
        UsageMessageSpec usage = command.usageMessage();
        usage.description(flowing(String.join(" ", usage.description())).toArray(String[]::new));
        return new Help(command, colours);
    }

    private static List<String> flowing(String text) {
        List<String> paragraphs = new ArrayList<>();
        Matcher end = SENTENCE_END.matcher(text);
        if (end.find()) {
            paragraphs.add(text.substring(0, end.start() + 1));
            paragraphs.add(text.substring(end.end()));
        } else if (!text.isEmpty()) {
            paragraphs.add(text);
        }
        return paragraphs;
    }
}
