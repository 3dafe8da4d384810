package dev.airlock.cli.actions;

import dev.airlock.cli.binding.BindingPart;
import dev.airlock.cli.binding.VaultAccess;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.run.flags.CallFlags;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.bindings.BindingName;
import dev.airlock.runtime.vault.VaultUnusableException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flags of a command that calls several connectors. Each connector may have a script. */
final class ActionFlags extends CallFlags {
    @Option(
            names = "--upstream",
            paramLabel = "FILE",
            description = {
                "Answer the connectors' requests from this script. Default: the network.",
                "May be repeated; the first rule that matches answers."
            })
    private List<Path> upstreams = new ArrayList<>();

    @Option(
            names = "--binding",
            paramLabel = "NAME",
            description = {
                "The binding to use, for a connector that has several. May be repeated, for several connectors.",
                "Default: a connector's only one, or the one called default."
            })
    private List<String> bindings = new ArrayList<>();

    /** Returns the scripts that replace the network, in the order in which they are tried. */
    List<Path> upstreams() {
        return upstreams;
    }

    /** Refuses a binding whose kind no connector uses. */
    void requireWanted(List<ConnectorManifest> manifests) {
        List<CredentialKind> kinds = manifests.stream()
                .flatMap(manifest -> manifest.capabilities().credentials().all().stream())
                .map(NamedCredential::kind)
                .toList();
        for (BindingName name : bindings()) {
            if (!kinds.contains(name.kind())) {
                throw CommandProblem.usage(
                        "--binding " + name + ": no connector of the action uses a credential of the kind "
                                + name.kind().word() + ".");
            }
        }
    }

    /** Refuses a binding that does not exist. */
    void requireThere(Airlock airlock) {
        try {
            for (BindingName name : scripted() ? List.<BindingName>of() : bindings()) {
                if (airlock.bindings().isEmpty()
                        || airlock.bindings().get().find(name).isEmpty()) {
                    throw BindingPart.unknown(name);
                }
            }
        } catch (VaultUnusableException e) {
            throw VaultAccess.problem(e);
        }
    }

    /** Returns the chosen bindings, each for any connector that may use it. */
    List<BindingName> bindings() {
        return bindings.stream().map(BindingPart::name).toList();
    }

    @Override
    public boolean scripted() {
        return !upstreams.isEmpty();
    }
}
