package dev.airlock.postgres;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Says clearly that the server is not there; a build server installs it. */
final class WhereItIsInstalled implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (LocalPostgres.programs().isPresent()) {
            return ConditionEvaluationResult.enabled("PostgreSQL is installed");
        }
        String text = "PostgreSQL is not installed, so the audit log was not tested on it;"
                + " install it (Debian: postgresql) or let .ci/run do so.";
        System.err.println(text);
        return ConditionEvaluationResult.disabled(text);
    }
}
