package dev.airlock.cli.run.flags;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.Operation;
import java.util.List;

/** Refuses a mistyped operation before the connector is loaded. A manifest that lists operations lists all of them. */
public final class DeclaredOperations {
    private DeclaredOperations() {}

    /** Ends the command with a usage problem if the manifest lists operations without this one. If it lists none, the connector decides. */
    public static void require(String op, ConnectorManifest manifest) {
        List<String> declared =
                manifest.operations().stream().map(Operation::name).toList();
        if (!declared.isEmpty() && !declared.contains(op)) {
            String next = Nearest.to(op, declared)
                    .map(near -> "did you mean " + near + "?")
                    .orElse("it declares " + String.join(", ", declared) + ".");
            throw CommandProblem.usage("The manifest declares no operation " + Printable.quoted(op) + "; " + next);
        }
    }
}
