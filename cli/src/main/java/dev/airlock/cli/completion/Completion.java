package dev.airlock.cli.completion;

import dev.airlock.conformance.projects.Language;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Finds the words that may come next, from the model of the command line. */
final class Completion {
    private final NamedThings things;
    private CommandSpec command;
    private final List<String> positionals = new ArrayList<>();
    private boolean onlyPositionals;

    /**
     * A completion after some words.
     *
     * @param before all words after {@code airlock} but for the last
     */
    Completion(CommandLine airlock, NamedThings things, List<String> before) {
        this.things = things;
        this.command = airlock.getCommandSpec();
        for (int i = 0; i < before.size(); i++) {
            String word = before.get(i);
            if (word.equals("--")) {
                onlyPositionals = true;
            } else if (!onlyPositionals && word.startsWith("-")) {
                i += takesNext(word) ? 1 : 0;
            } else {
                word(word);
            }
        }
    }

    private void word(String word) {
        CommandLine subcommand = positionals.isEmpty() ? command.subcommands().get(word) : null;
        if (subcommand == null) {
            positionals.add(word);
        } else {
            command = subcommand.getCommandSpec();
        }
    }

    /**
     * Returns the words that may stand in the last place.
     *
     * @param previous the word before; empty if there is none
     * @param typed what was typed of the word so far
     */
    List<ShellWord> candidates(String previous, String typed) {
        if (!onlyPositionals && previous.startsWith("-") && takesNext(previous)) {
            return values(option(previous).orElseThrow());
        }
        int equals = typed.indexOf('=');
        if (typed.startsWith("--") && equals > 0) {
            String name = typed.substring(0, equals);
            return option(name).map(this::values).orElse(List.of()).stream()
                    .filter(value -> !value.word().startsWith(":"))
                    .map(value -> new ShellWord(name + "=" + value.word(), value.about()))
                    .toList();
        }
        if (typed.startsWith("-") && !onlyPositionals) {
            return options();
        }
        if (positionals.isEmpty() && !command.subcommands().isEmpty()) {
            return subcommands();
        }
        return positional();
    }

    private List<ShellWord> options() {
        List<ShellWord> names = new ArrayList<>();
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                String about = option.description().length == 0 ? "" : option.description()[0];
                names.add(new ShellWord(option.longestName(), firstSentence(about)));
            }
        }
        return names;
    }

    private List<ShellWord> subcommands() {
        List<ShellWord> names = new ArrayList<>();
        command.subcommands().forEach((name, line) -> {
            CommandSpec spec = line.getCommandSpec();
            if (!spec.usageMessage().hidden()) {
                String[] about = spec.usageMessage().description();
                names.add(new ShellWord(name, firstSentence(about.length == 0 ? "" : about[0])));
            }
        });
        return names;
    }

    private List<ShellWord> positional() {
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            if (parameter.index().contains(positionals.size())) {
                return values(parameter);
            }
        }
        return List.of();
    }

    private List<ShellWord> values(ArgSpec arg) {
        if (arg.completionCandidates() != null) {
            return StreamSupport.stream(arg.completionCandidates().spliterator(), false)
                    .map(ShellWord::of)
                    .toList();
        }
        return switch (arg.paramLabel()) {
            case "CONNECTOR" -> withFolders(things.connectors());
            case "DIR" -> List.of(ShellWord.FOLDERS);
            case "OP" -> things.operations(positionals.isEmpty() ? "." : positionals.get(0));
            case "NAME", "NAME[@VERSION]", "NAME@VERSION" -> isOfAStore() ? things.connectors() : List.of();
            case "LANGUAGE" ->
                Arrays.stream(Language.values())
                        .map(Language::word)
                        .map(ShellWord::of)
                        .toList();
            default ->
                Path.class.equals(arg.type()) || arg.paramLabel().contains("FILE")
                        ? List.of(ShellWord.FILES)
                        : List.of();
        };
    }

    /** Returns whether the command takes names of installed connectors, not of something else. */
    private boolean isOfAStore() {
        return command.name().equals("uninstall") || command.name().equals("install");
    }

    private static List<ShellWord> withFolders(List<ShellWord> connectors) {
        List<ShellWord> both = new ArrayList<>(connectors);
        both.add(ShellWord.FOLDERS);
        return both;
    }

    private boolean takesNext(String word) {
        return !word.contains("=")
                && option(word).filter(option -> option.arity().min() > 0).isPresent();
    }

    private Optional<OptionSpec> option(String name) {
        return Optional.ofNullable(command.findOption(name));
    }

    /** Returns a description without what picocli puts in and without the sentences after the first. */
    private static String firstSentence(String description) {
        String text = description.replace("%n", " ").replace("%%", "%");
        int end = text.indexOf(". ");
        String first = end < 0 ? text : text.substring(0, end);
        return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }
}
