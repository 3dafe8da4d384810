package dev.airlock.testkit;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Says clearly that the server is not there; a build server installs it. */
public final class PostgresIsInstalled implements ExecutionCondition {
    /** What {@code @ExtendWith} makes. */
    public PostgresIsInstalled() {}

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (LocalPostgres.programs().isPresent()) {
            return ConditionEvaluationResult.enabled("PostgreSQL is installed");
        }
        String text = "PostgreSQL is not installed, so nothing was tested on it;"
                + " install it (Debian: postgresql) or let .ci/run do so.";
        System.err.println(text);
        return ConditionEvaluationResult.disabled(text);
    }
}
