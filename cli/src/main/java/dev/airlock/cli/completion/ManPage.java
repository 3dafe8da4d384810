package dev.airlock.cli.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes the manual page of a command in the macros of man(7), from the model that its help is made of. */
final class ManPage {
    private final CommandSpec command;
    private final String version;
    private final StringBuilder out = new StringBuilder();

    private ManPage(CommandSpec command, String version) {
        this.command = command;
        this.version = version;
    }

    /** Returns the text of the page. */
    static String of(CommandSpec command, String version) {
        ManPage page = new ManPage(command, version);
        page.write();
        return page.out.toString();
    }

    /** Returns the page's name: the words of the command with hyphens between them. */
    static String name(CommandSpec command) {
        return command.qualifiedName("-");
    }

    private void write() {
        line(".TH " + quoted(name(command).toUpperCase(Locale.ROOT)) + " 1 \"\" " + quoted(version)
                + " \"Airlock Manual\"");
        String[] about = command.usageMessage().description();
        section("NAME");
        text(escaped(name(command)) + " \\- ", about.length == 0 ? "" : about[0]);
        section("SYNOPSIS");
        line(".B " + escaped(command.qualifiedName()));
        line(synopsis());
        section("DESCRIPTION");
        for (String paragraph : about) {
            text("", paragraph);
        }
        parameters();
        options();
        commands();
        exitCodes();
        examples();
        section("SEE ALSO");
        line(escaped("airlock --help, airlock explain WORD"));
    }

    private String synopsis() {
        List<String> words = new ArrayList<>();
        if (!command.options().isEmpty()) {
            words.add("[OPTIONS]");
        }
        command.positionalParameters().stream()
                .filter(parameter -> !parameter.hidden())
                .forEach(parameter ->
                        words.add(parameter.arity().min() == 0 ? "[" + label(parameter) + "]" : label(parameter)));
        if (!command.subcommands().isEmpty()) {
            words.add("COMMAND");
        }
        return escaped(String.join(" ", words));
    }

    private static String label(PositionalParamSpec parameter) {
        return parameter.paramLabel() + (parameter.arity().max() > 1 ? "..." : "");
    }

    private void parameters() {
        List<PositionalParamSpec> shown = command.positionalParameters().stream()
                .filter(parameter -> !parameter.hidden())
                .toList();
        if (!shown.isEmpty()) {
            section("ARGUMENTS");
            shown.forEach(parameter -> entry(parameter.paramLabel(), parameter.description()));
        }
    }

    private void options() {
        List<OptionSpec> shown =
                command.options().stream().filter(option -> !option.hidden()).toList();
        if (!shown.isEmpty()) {
            section("OPTIONS");
            shown.forEach(option -> {
                String value = option.arity().max() == 0 ? "" : "=" + option.paramLabel();
                entry(String.join(", ", option.names()) + value, option.description());
            });
        }
    }

    private void commands() {
        if (command.subcommands().isEmpty()) {
            return;
        }
        section("COMMANDS");
        for (Map.Entry<String, CommandLine> subcommand : command.subcommands().entrySet()) {
            CommandSpec spec = subcommand.getValue().getCommandSpec();
            if (!spec.usageMessage().hidden()) {
                entry(subcommand.getKey(), spec.usageMessage().description());
            }
        }
    }

    private void exitCodes() {
        Map<String, String> codes = command.usageMessage().exitCodeList();
        if (!codes.isEmpty()) {
            section("EXIT STATUS");
            codes.forEach((code, meaning) -> entry(code, meaning));
        }
    }

    private void examples() {
        List<String> lines = List.of(command.usageMessage().footer());
        int start = lines.indexOf("Examples:") + lines.indexOf("Example:") + 2;
        if (start > 0 && start < lines.size()) {
            section("EXAMPLES");
            line(".nf");
            lines.subList(start, lines.size())
                    .forEach(example -> line(escaped(example.replace("%n", "").replace("%%", "%"))));
            line(".fi");
        }
    }

    private void entry(String term, String... description) {
        line(".TP");
        line(".B " + escaped(term));
        for (String text : description) {
            text("", text);
        }
    }

    private void text(String before, String text) {
        String plain = text.replace("%n", "\n").replace("%%", "%");
        String[] lines = plain.split("\n");
        for (int i = 0; i < lines.length; i++) {
            line((i == 0 ? before : "") + escaped(lines[i].strip()));
        }
    }

    private void section(String title) {
        line(".SH " + quoted(title));
    }

    private void line(String line) {
        out.append(line).append('\n');
    }

    private static String quoted(String text) {
        return '"' + escaped(text).replace("\"", "\\(dq") + '"';
    }

    /** Escapes what roff would read as its own: backslashes, a point or an apostrophe that begins a line, and hyphens, which are minus signs. */
    private static String escaped(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
