package dev.airlock.runtime.actions.check;

import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.text.Problem;
import dev.airlock.formats.toml.tree.Position;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.Operation;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.Action.RequiredConnector;
import dev.airlock.manifests.actions.Action.Step;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.actions.source.ConnectorSource;
import dev.airlock.runtime.recovery.policy.RetryReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks an action against its connectors as they are now: that they exist and are the pinned ones, have the operations that it uses, and
 * take its arguments as far as those are known. Reports all problems at once, each with its place.
 */
public final class ActionCheck {
    private final String file;
    private final Action action;
    private final List<Problem> problems = new ArrayList<>();
    private final Map<ConnectorName, ConnectorManifest> manifests = new HashMap<>();

    private ActionCheck(String file, Action action) {
        this.file = file;
        this.action = action;
    }

    /**
     * Returns every problem, in the order of the file; empty if there is none.
     *
     * @param file the action file's name, for the problems
     */
    public static List<Problem> problems(String file, Action action, ConnectorSource source) {
        ActionCheck check = new ActionCheck(file, action);
        action.connectors().forEach(required -> check.connector(required, source));
        action.steps().forEach(check::step);
        check.problems.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
        return List.copyOf(check.problems);
    }

    private void connector(RequiredConnector required, ConnectorSource source) {
        ConnectorSource.Found found = source.find(required);
        if (found instanceof ConnectorSource.Found.Missing missing) {
            add(
                    required.at(),
                    missing.why().replaceAll("\\.$", ""),
                    "put it there, or name the folder of the connectors");
            return;
        }
        if (found instanceof ConnectorSource.Found.Refused refused) {
            add(required.at(), refused.why().replaceAll("\\.$", ""), "install it again from its publisher");
            return;
        }
        ConnectorFiles files = ((ConnectorSource.Found.Files) found).files();
        String hash = files.hash();
        if (!hash.equals(required.hash())) {
            add(
                    required.hashAt(),
                    "the connector there is not the pinned one",
                    "look at the changes; if you want them, write hash = \"" + hash + "\"");
        }
        ManifestResult result = ManifestReader.read("manifest.toml", files.manifest());
        if (result instanceof ManifestResult.Problems wrong) {
            add(
                    required.at(),
                    "the connector's manifest has problems, the first at "
                            + wrong.problems().get(0),
                    "ask its author to correct it");
            return;
        }
        capabilities(required, result.orThrow());
    }

    private void capabilities(RequiredConnector required, ConnectorManifest manifest) {
        manifests.put(required.name(), manifest);
        List<String> declared =
                manifest.operations().stream().map(Operation::name).toList();
        required.capabilities().stream()
                .filter(capability -> !declared.isEmpty() && !declared.contains(capability))
                .forEach(unknown -> add(
                        required.at(),
                        required.name() + " has no operation " + Printable.quoted(unknown),
                        Nearest.to(unknown, declared)
                                .map(near -> "did you mean \"" + near + "\"?")
                                .orElse("it declares " + String.join(", ", declared))));
    }

    private void step(Step step) {
        step.retry()
                .ifPresent(retry ->
                        RetryReader.read(retry.value()).problems().forEach(problem -> addWhole(retry.at(), problem)));
        target(step.target());
        step.fallback().ifPresent(this::target);
    }

    private void target(Action.Target target) {
        Optional<Operation> operation =
                Optional.ofNullable(manifests.get(target.connector())).flatMap(known -> known.operation(target.op()));
        operation
                .flatMap(Operation::args)
                .ifPresent(schema -> new StaticArguments(action, target, schema)
                        .problems()
                        .forEach(problem -> add(target.at(), problem.what(), problem.right())));
    }

    /** Adds a problem whose text has the correction after a semicolon. */
    private void addWhole(Position at, String problem) {
        int semicolon = problem.indexOf("; ");
        add(
                at,
                semicolon < 0 ? problem : problem.substring(0, semicolon),
                semicolon < 0 ? "correct it" : problem.substring(semicolon + 2));
    }

    private void add(Position at, String what, String right) {
        problems.add(new Problem(file, at.line(), at.column(), what, right));
    }
}
