package dev.airlock.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Descriptions as they are read: the first sentence by itself, which is also what a list of commands shows, and the rest as one
 * paragraph that is broken where a terminal of 80 columns ends, however the source is broken.
 */
final class HelpText {
    private static final Pattern SENTENCE_END = Pattern.compile("\\. (?=\\p{Lu})");

    private HelpText() {}

    /** The descriptions of a command and of all below it. */
    static void flow(CommandLine line) {
        UsageMessageSpec usage = line.getCommandSpec().usageMessage();
        usage.description(flowing(String.join(" ", usage.description())).toArray(String[]::new));
        line.getSubcommands().values().forEach(HelpText::flow);
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
