package dev.airlock.cli.advice;

import dev.airlock.cli.CommandRun;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands that can be typed and their flags, from their own help. */
public final class CommandLines {
    private static final Pattern FLAG = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");
    private static final Pattern ENTRY = Pattern.compile("(?m)^  ([a-z][a-z-]*)(?:\\s|$)");

    private static final Pattern SETTING = Pattern.compile("\\bAIRLOCK_[A-Z_]+\\b");

    private final Map<String, Set<String>> flags = new TreeMap<>();
    private final Set<String> groups = new TreeSet<>();
    private final Set<String> settings = new TreeSet<>();

    /** Asks every command for its help. */
    public static CommandLines read() {
        CommandLines lines = new CommandLines();
        lines.add(List.of());
        return lines;
    }

    private void add(List<String> command) {
        List<String> asked = new ArrayList<>(command);
        asked.add("--help");
        String help = CommandRun.standard().with(asked).out();
        if (!help.contains("Usage: " + ("airlock " + String.join(" ", command)).strip() + " ")) {
            return; // not a command, but a word after one
        }
        Set<String> named = new LinkedHashSet<>();
        Matcher flag = FLAG.matcher(help);
        while (flag.find()) {
            named.add(flag.group());
        }
        flags.put(String.join(" ", command), named);
        SETTING.matcher(help).results().map(MatchResult::group).forEach(settings::add);
        int list = help.indexOf("\nCommands:");
        if (list >= 0) {
            groups.add(String.join(" ", command));
        }
        Matcher entry = ENTRY.matcher(list < 0 ? "" : help.substring(list));
        while (entry.find()) {
            List<String> below = new ArrayList<>(command);
            below.add(entry.group(1));
            if (!entry.group(1).equals("help") && !flags.containsKey(String.join(" ", below))) {
                add(below);
            }
        }
    }

    /** Returns whether there is a command of that name, given as words with spaces. */
    boolean isCommand(String name) {
        return flags.containsKey(name);
    }

    /** Returns whether a command needs a subcommand. */
    boolean isGroup(String command) {
        return groups.contains(command);
    }

    /** Returns whether that command has that flag. */
    boolean isFlag(String command, String flag) {
        return flags.getOrDefault(command, Set.of()).contains(flag);
    }

    /** Returns whether there is an environment variable of that name. */
    boolean isSetting(String name) {
        return settings.contains(name);
    }

    /** Returns whether any command has that flag. */
    boolean isFlag(String flag) {
        return flags.values().stream().anyMatch(named -> named.contains(flag));
    }

    /** Returns all commands. */
    public Set<String> commands() {
        return flags.keySet();
    }
}
