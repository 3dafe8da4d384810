package dev.airlock.cli;

import dev.airlock.manifests.parsing.Nearest;
import dev.airlock.manifests.parsing.Printable;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, in words that lead on. */
final class UsageProblem {
    private final CommandSpec spec;

    private UsageProblem(CommandLine line) {
        this.spec = line.getCommandSpec();
    }

    static CommandProblem of(ParameterException problem) {
        UsageProblem usage = new UsageProblem(problem.getCommandLine());
        return CommandProblem.usage(
                usage.what(problem) + " See " + usage.spec.qualifiedName().replace(" help", "") + " --help.");
    }

    private String what(ParameterException problem) {
        if (problem instanceof UnmatchedArgumentException unmatched) {
            return unmatched(unmatched.getUnmatched().get(0));
        }
        if (problem instanceof MissingParameterException missing) {
            return missing(missing.getMissing());
        }
        return sentence(problem.getMessage() == null ? "the command line is wrong" : problem.getMessage());
    }

    private String unmatched(String word) {
        if (word.startsWith("-")) {
            return Printable.quoted(word) + " is no option of " + spec.qualifiedName()
                    + meant(word, spec.optionsMap().keySet());
        }
        if (spec.subcommands().isEmpty()) {
            return Printable.quoted(word) + " is one word too many for " + spec.qualifiedName() + ".";
        }
        return Printable.quoted(word) + " is no command"
                + meant(word, spec.subcommands().keySet())
                + " Commands are " + String.join(", ", spec.subcommands().keySet()) + ".";
    }

    private static String missing(List<ArgSpec> missing) {
        return "Missing: "
                + String.join(", ", missing.stream().map(ArgSpec::paramLabel).toList()) + ".";
    }

    private static String meant(String word, Collection<String> known) {
        Optional<String> near = Nearest.to(word, known);
        return near.map(name -> "; did you mean " + name + "?").orElse(".");
    }

    private static String sentence(String text) {
        String shown = Printable.of(text);
        return shown.endsWith(".") ? shown : shown + ".";
    }
}
