package dev.airlock.cli.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands that a text proposes to type, and their faults. */
final class Advice {
    private static final Pattern IN_BACKTICKS = Pattern.compile("`(?:\\./)?airlock ([^`]+)`");
    private static final Pattern IN_PROSE = Pattern.compile("(?<![\\w./:-])airlock ([a-z][a-z-]*)(?![\\w=/-]|\\.\\w)");
    private static final Pattern FLAG = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");
    private static final Pattern OF_ANOTHER_PROGRAM = Pattern.compile("(?m)^(?:cargo|rustup) .*$");
    private static final Pattern SETTING = Pattern.compile("\\bAIRLOCK_[A-Z_]+\\b(?!\\()");

    /** The words that follow a folder named airlock. */
    private static final Set<String> OF_A_FOLDER = Set.of("in", "of");

    private final CommandLines lines;

    Advice(CommandLines lines) {
        this.lines = lines;
    }

    /** Returns the advice in a text that cannot be followed, one line each; empty if all of it can be. */
    List<String> faults(String said) {
        String text = OF_ANOTHER_PROGRAM.matcher(said).replaceAll("");
        List<String> faults = new ArrayList<>();
        Matcher quoted = IN_BACKTICKS.matcher(text);
        while (quoted.find()) {
            typed(quoted.group(1)).ifPresent(faults::add);
        }
        Matcher prose = IN_PROSE.matcher(text);
        while (prose.find()) {
            if (!lines.isCommand(prose.group(1)) && !OF_A_FOLDER.contains(prose.group(1))) {
                faults.add("no command: airlock " + prose.group(1));
            }
        }
        Matcher flag = FLAG.matcher(text);
        while (flag.find()) {
            if (!lines.isFlag(flag.group())) {
                faults.add("no flag of any command: " + flag.group());
            }
        }
        Matcher setting = SETTING.matcher(text);
        while (setting.find()) {
            if (!lines.isSetting(setting.group())) {
                faults.add("no setting: " + setting.group());
            }
        }
        return faults;
    }

    /** Returns the fault of a line to type: an unknown command, or a flag that the command does not have. */
    private Optional<String> typed(String line) {
        List<String> rest = new ArrayList<>(List.of(line.strip().split("\\s+")));
        String command = "";
        while (!rest.isEmpty() && lines.isCommand((command + " " + rest.get(0)).strip())) {
            command = (command + " " + rest.remove(0)).strip();
        }
        boolean isGroup =
                lines.isGroup(command) && !rest.isEmpty() && !rest.get(0).startsWith("-");
        if (command.isEmpty() || isGroup) {
            return Optional.of("no command: airlock " + line);
        }
        for (String word : rest) {
            String flag = word.split("=", 2)[0];
            if (flag.startsWith("--") && !lines.isFlag(command, flag)) {
                return Optional.of("no flag of airlock " + command + ": " + flag);
            }
        }
        return Optional.empty();
    }
}
