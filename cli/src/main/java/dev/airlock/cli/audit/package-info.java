/**
 * {@code airlock audit} and {@code airlock explain}: the records, and the meanings of their words. Start at {@link
 * dev.airlock.cli.audit.AuditCommand}. Other commands record consents with {@link dev.airlock.cli.audit.log.ConsentRecord}.
 */
@NullMarked
package dev.airlock.cli.audit;

import org.jspecify.annotations.NullMarked;
