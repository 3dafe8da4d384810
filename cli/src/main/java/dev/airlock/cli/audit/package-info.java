/**
 * {@code airlock audit} and {@code airlock explain}: what was recorded, and what the words in it mean. Start at {@link
 * dev.airlock.cli.audit.AuditCommand}. What other commands record of consents is {@link dev.airlock.cli.audit.ConsentRecord}.
 */
@NullMarked
package dev.airlock.cli.audit;

import org.jspecify.annotations.NullMarked;
