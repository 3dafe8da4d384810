package dev.airlock.cli.binding;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.audit.log.ConsentRecord;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.formats.text.Parsed;
import dev.airlock.runtime.bindings.Binding;
import dev.airlock.runtime.bindings.BindingName;
import dev.airlock.runtime.bindings.BindingProblem;
import dev.airlock.runtime.bindings.Bindings;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.runtime.vault.VaultUnusableException;
import dev.airlock.sandbox.host.net.address.AddressRules;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command on existing bindings. */
public abstract class BindingPart implements Callable<Integer> {
    final Terminal terminal;

    @Mixin
    private JsonFlag json = new JsonFlag();

    private BindingPart(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Does the work and returns the text to print. */
    abstract Printed work(Bindings bindings) throws VaultUnusableException, BindingProblem;

    /** The output of a command, for a person and for a program. */
    record Printed(List<String> lines, ObjectNode document) {}

    @Override
    public Integer call() {
        VaultAccess access = new VaultAccess(terminal);
        try (Vault vault = access.open();
                Bindings bindings = Bindings.of(vault, AddressRules.publicOnly())) {
            Printed printed = work(bindings);
            if (json.isGiven()) {
                terminal.out().println(SafeJson.line(printed.document()));
            } else {
                printed.lines().forEach(terminal.out()::println);
            }
            return ExitCode.SUCCESS;
        } catch (VaultUnusableException e) {
            throw VaultAccess.problem(e);
        } catch (BindingProblem e) {
            throw CommandProblem.configuration(String.valueOf(e.getMessage()), List.of());
        }
    }

    /** Parses a name that a person typed. */
    public static BindingName name(String typed) {
        Parsed<BindingName> parsed = BindingName.parse(typed);
        if (parsed instanceof Parsed.Wrong<BindingName> wrong) {
            throw CommandProblem.word(wrong.message());
        }
        return parsed.orThrow();
    }

    /** Returns the problem that there is no binding of that name. */
    public static CommandProblem unknown(BindingName name) {
        return CommandProblem.configuration(
                "There is no binding " + name + ". `airlock binding list` shows the bindings.", List.of());
    }

    /** {@code airlock binding list}: lists bindings. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Shows each binding, whether it is usable, and its connector.",
            footer = {"", "Example:", "  airlock binding list --json"})
    static final class Listing extends BindingPart {
        Listing(Terminal terminal) {
            super(terminal);
        }

        @Override
        public Integer call() {
            if (new VaultAccess(terminal).exists()) {
                return super.call();
            }
            terminal.out().println(super.json.isGiven() ? "{\"bindings\":[]}" : "no bindings");
            return ExitCode.SUCCESS;
        }

        @Override
        Printed work(Bindings bindings) throws VaultUnusableException {
            List<Binding> all = bindings.list();
            int width = all.stream()
                    .mapToInt(binding -> binding.name().toString().length())
                    .max()
                    .orElse(0);
            ObjectNode document = JsonNodeFactory.instance.objectNode();
            ArrayNode array = document.putArray("bindings");
            all.forEach(binding -> array.add(BindingText.json(binding)));
            List<String> lines = all.stream()
                    .map(binding -> BindingText.line(binding, width))
                    .toList();
            return new Printed(lines.isEmpty() ? List.of("no bindings") : lines, document);
        }
    }

    /** {@code airlock binding inspect}: shows one binding. */
    @Command(
            name = "inspect",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Shows which connectors may use a binding, and for what. Secrets are never shown.",
            footer = {"", "Example:", "  airlock binding inspect oauth2/slack/work"})
    static final class Inspecting extends BindingPart {
        @Parameters(index = "0", paramLabel = "NAME", description = "The binding, kind/service/identity.")
        private String typed = "";

        Inspecting(Terminal terminal) {
            super(terminal);
        }

        @Override
        Printed work(Bindings bindings) throws VaultUnusableException {
            BindingName name = name(typed);
            Binding binding = bindings.find(name).orElseThrow(() -> unknown(name));
            return new Printed(BindingText.lines(binding), BindingText.json(binding));
        }
    }

    /** {@code airlock binding revoke}: removes a binding. */
    @Command(
            name = "revoke",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = {
                "Removes a binding and its secrets from the vault, for all connectors.",
                "The service is not notified; revoke the key or the consent there as well."
            },
            footer = {"", "Example:", "  airlock binding revoke api_key/slack/default"})
    static final class Revoking extends BindingPart {
        @Parameters(index = "0", paramLabel = "NAME", description = "The binding, kind/service/identity.")
        private String typed = "";

        Revoking(Terminal terminal) {
            super(terminal);
        }

        @Override
        Printed work(Bindings bindings) throws VaultUnusableException, BindingProblem {
            BindingName name = name(typed);
            bindings.revoke(name);
            if (!new ConsentRecord("revoked binding " + name, "", List.of()).write(terminal)) {
                terminal.err().println("not recorded: the audit log could not be written. The binding is revoked.");
            }
            ObjectNode document = JsonNodeFactory.instance.objectNode().put("revoked", name.toString());
            return new Printed(List.of("revoked " + name), document);
        }
    }
}
