package dev.airlock.cli;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.Operation;
import dev.airlock.manifests.parsing.Nearest;
import dev.airlock.manifests.parsing.Printable;
import java.util.List;
import java.util.Optional;

/** A word to whoever asked for an operation that the manifest does not list. The connector was asked all the same. */
final class OperationHint {
    private OperationHint() {}

    static Optional<String> of(String op, ConnectorManifest manifest) {
        List<String> declared =
                manifest.operations().stream().map(Operation::name).toList();
        if (declared.isEmpty() || declared.contains(op)) {
            return Optional.empty();
        }
        String next = Nearest.to(op, declared)
                .map(near -> "did you mean " + near + "?")
                .orElse("it declares " + String.join(", ", declared) + ".");
        return Optional.of("hint: the manifest declares no operation " + Printable.quoted(op) + "; " + next);
    }
}
