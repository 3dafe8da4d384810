package dev.airlock.testkit;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips tests without a PostgreSQL server and says so. Build servers install one. */
public final class PostgresIsInstalled implements ExecutionCondition {
    /** Creates the condition for {@code @ExtendWith}. */
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
