package dev.airlock.cli.run;

import dev.airlock.failures.AuditId;
import dev.airlock.runtime.recovery.Result;
import dev.airlock.sandbox.Connector;
import dev.airlock.sandbox.Outcome;
import java.util.Optional;

/**
 * What was run.
 *
 * @param outcome what it came to
 * @param recovered what recovery did for it, if it was asked to
 * @param reversible the audit id under which it can be reversed, if it can
 * @param connector the connector, if it could be loaded
 */
record Ran(Outcome outcome, Optional<Result> recovered, Optional<AuditId> reversible, Optional<Connector> connector) {}
