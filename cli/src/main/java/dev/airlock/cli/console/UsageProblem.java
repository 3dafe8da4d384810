package dev.airlock.cli.console;

import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Printable;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Describes the problem with a command line and the next step. */
public final class UsageProblem {
    /** Words of other tools for commands that have other names here. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "update", "airlock install, which shows what is new",
            "upgrade", "airlock install, which shows what is new",
            "remove", "airlock uninstall",
            "list", "airlock store list",
            "trust", "airlock keyring trust",
            "push", "airlock publish");

    private final CommandSpec spec;

    private UsageProblem(CommandLine line) {
        this.spec = line.getCommandSpec();
    }

    /** Returns a problem that picocli found, in Airlock's words. */
    public static CommandProblem of(ParameterException problem) {
        UsageProblem usage = new UsageProblem(problem.getCommandLine());
        return CommandProblem.usage(
                usage.what(problem) + " See " + usage.spec.qualifiedName().replace(" help", "") + " --help.");
    }

    private String what(ParameterException problem) {
        if (problem instanceof UnmatchedArgumentException unmatched) {
            return unmatched(unmatched.getUnmatched().get(0));
        }
        if (problem instanceof MissingParameterException absent) {
            Optional<OptionSpec> option = absent.getMissing().stream()
                    .filter(OptionSpec.class::isInstance)
                    .map(OptionSpec.class::cast)
                    .findFirst();
            if (option.isPresent()) {
                return missing(option.get(), absent);
            }
            Optional<String> stranger =
                    problem.getCommandLine().getUnmatchedArguments().stream().findFirst();
            return stranger.map(this::unmatched).orElseGet(this::missing);
        }
        return sentence(problem.getMessage() == null ? "the command line is wrong" : problem.getMessage());
    }

    private String unmatched(String word) {
        if (word.startsWith("-")) {
            return Printable.quoted(word) + " is not an option of " + spec.qualifiedName() + option(word);
        }
        if (spec.subcommands().isEmpty()) {
            return Printable.quoted(word) + " is an extra word for " + spec.qualifiedName() + argument(word);
        }
        return Printable.quoted(word) + " is not a command"
                + (spec.parent() == null && ELSEWHERE.containsKey(word)
                        ? "; see " + ELSEWHERE.get(word) + "."
                        : meant(word, spec.subcommands().keySet()))
                + " Commands are " + String.join(", ", spec.subcommands().keySet()) + ".";
    }

    /** Suggests {@code --arg} where it was left out. */
    private String argument(String word) {
        return word.matches("[\\w.-]+=.*") && spec.findOption("--arg") != null
                ? "; did you mean --arg " + Printable.of(word) + "?"
                : ".";
    }

    /** Suggests an option. For one letter, only an option that begins with it can be meant. */
    private String option(String word) {
        return word.matches("-\\p{Alpha}")
                ? spec.optionsMap().keySet().stream()
                        .filter(name -> name.startsWith("-" + word))
                        .sorted()
                        .findFirst()
                        .map(name -> "; did you mean " + name + "?")
                        .orElse(".")
                : meant(word, spec.optionsMap().keySet());
    }

    /** Describes an option that was left out, or that was given without its value, which picocli tells apart by its message. */
    private String missing(OptionSpec option, MissingParameterException absent) {
        boolean isLeftOut = String.valueOf(absent.getMessage()).startsWith("Missing required option");
        return isLeftOut
                ? spec.qualifiedName() + " needs the option " + option.longestName() + " " + option.paramLabel() + "."
                : option.longestName() + " needs a value, " + option.paramLabel() + ".";
    }

    private String missing() {
        String needed = spec.positionalParameters().stream()
                .filter(ArgSpec::required)
                .map(ArgSpec::paramLabel)
                .collect(Collectors.joining(" "));
        return spec.qualifiedName() + " needs " + needed + ".";
    }

    private static String meant(String word, Collection<String> known) {
        Optional<String> near = Nearest.to(word, known);
        return near.map(name -> "; did you mean " + name + "?").orElse(".");
    }

    private static String sentence(String text) {
        String shown = Printable.of(text).replace("is not a long", "is not a whole number");
        return shown.endsWith(".") ? shown : shown + ".";
    }
}
