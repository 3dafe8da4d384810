package dev.airlock.cli.run;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.Operation;
import dev.airlock.manifests.parsing.Nearest;
import dev.airlock.manifests.parsing.Printable;
import java.util.List;

/** Keeps a mistyped operation from loading a connector that does not have it: what a manifest lists is all there is. */
final class DeclaredOperations {
    private DeclaredOperations() {}

    /** A usage problem if the manifest lists operations, and not this one. A manifest that lists none leaves it to the connector. */
    static void require(String op, ConnectorManifest manifest) {
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
