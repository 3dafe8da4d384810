package dev.airlock.cli;

import dev.airlock.cli.actions.ActionCommand;
import dev.airlock.cli.actions.SyncCommand;
import dev.airlock.cli.audit.AuditCommand;
import dev.airlock.cli.audit.ExplainCommand;
import dev.airlock.cli.author.CheckCommand;
import dev.airlock.cli.author.ConformCommand;
import dev.airlock.cli.author.DevCommand;
import dev.airlock.cli.author.InspectCommand;
import dev.airlock.cli.author.NewCommand;
import dev.airlock.cli.author.TestCommand;
import dev.airlock.cli.author.types.TypesCommand;
import dev.airlock.cli.binding.BindingCommand;
import dev.airlock.cli.completion.CompleteCommand;
import dev.airlock.cli.completion.CompletionCommand;
import dev.airlock.cli.completion.ManCommand;
import dev.airlock.cli.console.Faults;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.database.DatabaseCommand;
import dev.airlock.cli.install.InstallCommand;
import dev.airlock.cli.install.StoreCommand;
import dev.airlock.cli.install.UninstallCommand;
import dev.airlock.cli.publishing.KeygenCommand;
import dev.airlock.cli.publishing.KeyringCommand;
import dev.airlock.cli.publishing.PackCommand;
import dev.airlock.cli.publishing.PublishCommand;
import dev.airlock.cli.publishing.SignCommand;
import dev.airlock.cli.publishing.VerifyCommand;
import dev.airlock.cli.recovery.BreakerCommand;
import dev.airlock.cli.recovery.ReviewCommand;
import dev.airlock.cli.run.CacheCommand;
import dev.airlock.cli.run.ReplayCommand;
import dev.airlock.cli.run.ReverseCommand;
import dev.airlock.cli.run.RunCommand;
import dev.airlock.cli.settings.SettingsCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * The subcommands of {@code airlock}. Picocli reads all annotations of a subcommand that is created, and reading those of all subcommands
 * takes longer than most of them run. So if the first word names a subcommand, only that one is created.
 */
final class Subcommands {
    private final Map<String, Supplier<Object>> all = new LinkedHashMap<>();

    Subcommands(Terminal terminal, Faults faults) {
        all.put("run", () -> new RunCommand(terminal, faults));
        all.put("reverse", () -> new ReverseCommand(terminal, faults));
        all.put("replay", () -> new ReplayCommand(terminal));
        all.put("explain", () -> new ExplainCommand(terminal));
        all.put("inspect", () -> new InspectCommand(terminal));
        all.put("check", () -> new CheckCommand(terminal));
        all.put("conform", () -> new ConformCommand(terminal));
        all.put("pack", () -> new PackCommand(terminal));
        all.put("keygen", () -> new KeygenCommand(terminal));
        all.put("sign", () -> new SignCommand(terminal));
        all.put("verify", () -> new VerifyCommand(terminal));
        all.put("publish", () -> new PublishCommand(terminal));
        all.put("keyring", () -> KeyringCommand.line(terminal));
        all.put("install", () -> new InstallCommand(terminal));
        all.put("uninstall", () -> new UninstallCommand(terminal));
        all.put("sync", () -> new SyncCommand(terminal));
        all.put("store", () -> StoreCommand.line(terminal));
        all.put("new", () -> new NewCommand(terminal));
        all.put("types", () -> new TypesCommand(terminal));
        all.put("test", () -> new TestCommand(terminal));
        all.put("dev", () -> new DevCommand(terminal, faults));
        all.put("action", () -> ActionCommand.line(terminal, faults));
        all.put("binding", () -> BindingCommand.line(terminal));
        all.put("settings", () -> SettingsCommand.line(terminal));
        all.put("cache", () -> CacheCommand.line(terminal));
        all.put("breaker", () -> BreakerCommand.line(terminal));
        all.put("review", () -> ReviewCommand.line(terminal));
        all.put("audit", () -> AuditCommand.line(terminal));
        all.put("database", () -> DatabaseCommand.line(terminal));
        all.put("help", CommandLine.HelpCommand::new);
        all.put("completion", () -> new CompletionCommand(terminal));
        all.put("man", () -> new ManCommand(terminal));
        all.put("complete", () -> new CompleteCommand(terminal));
    }

    /** Adds the subcommand that the first word names, or all of them if it names none, or one that lists the others. */
    void addTo(CommandLine airlock, String first) {
        boolean speaksOfOthers = List.of("help", "complete", "man").contains(first);
        if (all.containsKey(first) && !speaksOfOthers) {
            airlock.addSubcommand(first, all.get(first).get());
        } else {
            all.forEach((name, command) -> airlock.addSubcommand(name, command.get()));
        }
    }
}
