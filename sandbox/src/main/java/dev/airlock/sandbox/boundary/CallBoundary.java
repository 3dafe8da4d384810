package dev.airlock.sandbox.boundary;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Boundary;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.Reason;
import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.text.Details;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.state.StateUnavailableException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * The whole mapping from how a call ended to its verdict.
 *
 * <p>The first of these counts: a termination by the host (denial, limit, cancellation, bad pointer, host fault); a
 * trap; an error envelope, whatever the exit code; the exit code; the output. A guest's class is a claim, and the
 * host's evidence decides. {@code capability_denied}, {@code binding_required} and {@code resource_limit_exceeded} come
 * only from terminations by the host, so no guest can produce them.
 */
public final class CallBoundary {
    private final BiConsumer<String, Throwable> hostFaults;

    /** @param hostFaults receives each host fault with its correlation id, to log it; the outcome shows only the id */
    public CallBoundary(BiConsumer<String, Throwable> hostFaults) {
        this.hostFaults = hostFaults;
    }

    /** Returns the verdict on the call. */
    public BoundaryResult decide(CallFacts facts) {
        return facts.termination().match(new Mapping(facts));
    }

    /** The meaning of each termination. */
    private final class Mapping implements Termination.Cases<BoundaryResult> {
        private final CallFacts facts;

        Mapping(CallFacts facts) {
            this.facts = facts;
        }

        @Override
        public BoundaryResult cancelled(Termination.Cancelled cancelled) {
            return new BoundaryResult.Cancelled();
        }

        @Override
        public BoundaryResult denied(Termination.Denied denied) {
            return failed(Failure.capabilityDenied(facts.auditId(), Boundary.SANDBOX, denied.denial()));
        }

        @Override
        public BoundaryResult limitReached(Termination.LimitReached limit) {
            return failed(limit(facts, limit));
        }

        @Override
        public BoundaryResult hostBusy(Termination.HostBusy busy) {
            return failed(Failure.hostBusy(facts.auditId(), busy.how()));
        }

        @Override
        public BoundaryResult bindingMissing(Termination.BindingMissing missing) {
            return failed(Failure.bindingRequired(
                    facts.auditId(),
                    facts.connector(),
                    new Cause.BindingMissing(missing.kind(), missing.credential()),
                    missing.next()));
        }

        @Override
        public BoundaryResult bindingRefused(Termination.BindingRefused refused) {
            return failed(Failure.bindingFailed(
                    facts.auditId(),
                    facts.connector(),
                    new Cause.BindingRefused(refused.kind(), Optional.of(refused.binding())),
                    refused.why(),
                    refused.next(),
                    refused.retriable()));
        }

        @Override
        public BoundaryResult vaultUnavailable(Termination.VaultUnavailable vault) {
            return failed(CallBoundary.vaultUnavailable(facts, vault));
        }

        @Override
        public BoundaryResult badPointer(Termination.BadPointer pointer) {
            return failed(
                    pointer.isNoAddress()
                            ? afterRefusedGrowth(() -> CallBoundary.badPointer(facts, pointer))
                            : CallBoundary.badPointer(facts, pointer));
        }

        @Override
        public BoundaryResult hostFault(Termination.HostFault fault) {
            return failed(CallBoundary.this.hostFault(facts.connector(), facts.auditId(), fault.cause()));
        }

        @Override
        public BoundaryResult trapped(Termination.Trapped trapped) {
            return failed(afterRefusedGrowth(() -> trap(facts, trapped)));
        }

        @Override
        public BoundaryResult exited(Termination.Exited exited) {
            return ended(exited.code());
        }

        @Override
        public BoundaryResult returned(Termination.Returned returned) {
            return ended(0);
        }

        /**
         * The verdict on a guest that ended by itself: from its error envelope, its exit code or its output, in that
         * order.
         */
        private BoundaryResult ended(long exitCode) {
            GuestReply reply = GuestReply.read(facts.reply(), facts.look());
            return exitCode != 0 && !(reply instanceof GuestReply.Reported)
                    ? failed(afterRefusedGrowth(() -> exit(facts, exitCode)))
                    : ofReply(facts, reply);
        }

        /** A guest that was refused memory failed for lack of it. */
        private Failure afterRefusedGrowth(Supplier<Failure> otherwise) {
            return facts.refusedGrowth().map(refused -> limit(facts, refused)).orElseGet(otherwise);
        }
    }

    private static BoundaryResult ofReply(CallFacts facts, GuestReply reply) {
        return reply.match(
                output -> succeeded(facts, output),
                error -> failed(reported(facts, error)),
                empty -> mayOmitOutput(facts)
                        ? new BoundaryResult.Success(JsonNodeFactory.instance.objectNode(), List.of())
                        : failed(badOutput(facts, empty.why())),
                unusable -> failed(badOutput(facts, unusable.why())));
    }

    private static BoundaryResult succeeded(CallFacts facts, GuestReply.Output output) {
        PartialErrors errors = new PartialErrors(facts.evidence(), facts.scrub());
        return new BoundaryResult.Success(
                output.output(), output.errors().stream().map(errors::typed).toList());
    }

    /** Published connectors leave out an empty output; after an exchange that failed, that is no success. */
    private static boolean mayOmitOutput(CallFacts facts) {
        return facts.mayOmitOutput()
                && facts.evidence().last().filter(Exchange::failed).isEmpty();
    }

    /** A reported error gets the class that the host's evidence supports, whatever class the guest claims. */
    private static Failure reported(CallFacts facts, GuestReply.Reported error) {
        Optional<Exchange> last = facts.evidence().last();
        boolean logicalError = error.claimedClass()
                .filter(FailureClass.EXTERNAL_API_ERROR.wireName()::equals)
                .isPresent();
        if (last.isPresent()) {
            if (last.get().result() instanceof Exchange.Broken broken) {
                return networkError(facts, last.get(), broken, error);
            }
            if (last.get().result() instanceof Exchange.CircuitOpen open) {
                return CircuitFailure.of(facts.auditId(), last.get().host(), open, claim(facts, error));
            }
            if (last.get().result() instanceof Exchange.Answered answered
                    && (last.get().failed() || logicalError)) {
                return apiError(facts, last.get(), answered, error);
            }
        }
        return Failure.connectorRuntimeError(
                facts.auditId(),
                Reason.REPORTED,
                facts.connector() + " reported an error. " + quote(error)
                        + " Correct the call's arguments, or ask the connector's author.",
                claim(facts, error));
    }

    private static Failure networkError(
            CallFacts facts, Exchange exchange, Exchange.Broken broken, GuestReply.Reported error) {
        return Failure.networkError(
                facts.auditId(),
                new Cause.Broken(broken.kind(), exchange.host()),
                sentence(broken.message()) + " " + quote(error),
                "Check that the service can be reached, then try again.",
                claim(facts, error));
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }

    private static Failure apiError(
            CallFacts facts, Exchange exchange, Exchange.Answered answered, GuestReply.Reported error) {
        Cause.Answered cause = new Cause.Answered(
                answered.status(),
                exchange.host(),
                claimedClass(error),
                exchange.binding(),
                ForeignText.clean(answered.retryAfter()),
                ForeignText.clean(answered.shouldRetry()));
        boolean silent = cause.forbidsRetry() && cause.isTransient();
        Failure failure = Failure.externalApiError(
                facts.auditId(),
                cause,
                exchange.host() + " answered " + answered.status() + ". " + quote(error),
                silent ? "" : StatusAdvice.inMessage(answered, exchange.binding()),
                silent ? StatusAdvice.NOT_AGAIN : StatusAdvice.of(answered, exchange.binding()),
                claim(facts, error));
        return failure.retriable() && cause.forbidsRetry() ? failure.notRetried(StatusAdvice.NOT_AGAIN) : failure;
    }

    private static Failure trap(CallFacts facts, Termination.Trapped trapped) {
        String where = trapped.functions().isEmpty()
                ? ""
                : " in function "
                        + ForeignText.quote(
                                ForeignText.clean(trapped.functions().get(0)));
        return Failure.connectorRuntimeError(
                facts.auditId(),
                new Cause.Trapped(
                        trapped.trap().wireName(),
                        trapped.functions().stream().map(ForeignText::clean).toList()),
                facts.connector() + " trapped" + where + ": "
                        + trapped.trap().sentence() + "." + stderr(facts)
                        + " This is a fault of the connector; report it to its author.",
                Details.none().putIfPresent("stderr", ForeignText.cleanEnd(facts.stderrEnd())));
    }

    private static Failure exit(CallFacts facts, long code) {
        return Failure.connectorRuntimeError(
                facts.auditId(),
                new Cause.Exited(code),
                facts.connector() + " exited with code " + code + " and without a result." + stderr(facts)
                        + " This is a fault of the connector; report it to its author.",
                Details.none().putIfPresent("stderr", ForeignText.cleanEnd(facts.stderrEnd())));
    }

    private static Failure badOutput(CallFacts facts, String why) {
        return Failure.connectorRuntimeError(
                facts.auditId(),
                Reason.BAD_OUTPUT,
                facts.connector() + " ended without a usable result: " + facts.replyName() + " " + why + "."
                        + stderr(facts) + " It must be one JSON object, {\"output\":{…}} or {\"error\":{…}}.",
                Details.none().putIfPresent("stderr", ForeignText.cleanEnd(facts.stderrEnd())));
    }

    private static Failure badPointer(CallFacts facts, Termination.BadPointer pointer) {
        if (pointer.isNoAddress()) {
            return Failure.connectorRuntimeError(
                    facts.auditId(),
                    Reason.BAD_POINTER,
                    facts.connector() + " gave no address for " + pointer.length() + " bytes that " + pointer.function()
                            + " was asked for. This is a fault of the connector; report it to its author.",
                    Details.none().put("function", pointer.function()));
        }
        return Failure.connectorRuntimeError(
                facts.auditId(),
                Reason.BAD_POINTER,
                facts.connector() + (pointer.isResult() ? " returned from " : " handed ") + pointer.function() + " "
                        + pointer.length() + " bytes at address " + pointer.pointer() + ", and its memory ends at "
                        + pointer.memoryBytes() + ". This is a fault of the connector; report it to its author.",
                Details.none().put("function", pointer.function()));
    }

    /**
     * Returns the failure of Airlock itself, with a correlation id instead of what happened, and with the next step if
     * one is known.
     */
    public Failure hostFault(String connector, AuditId auditId, Throwable cause) {
        String correlationId = UUID.randomUUID().toString();
        hostFaults.accept(correlationId, cause);
        Details details = Details.none().put("correlation_id", correlationId);
        return cause instanceof StateUnavailableException state
                ? Failure.connectorRuntimeError(
                        auditId,
                        Reason.STORE_UNAVAILABLE,
                        "Airlock cannot go on with " + connector + ": " + state.getMessage() + ". " + state.next()
                                + " The log entry has the correlation id " + correlationId + ".",
                        details)
                : Failure.connectorRuntimeError(
                        auditId,
                        Reason.HOST_FAULT,
                        "Airlock itself failed while it worked on " + connector
                                + ". Report it with the correlation id " + correlationId
                                + ", which finds the log entry.",
                        details);
    }

    private static Failure vaultUnavailable(CallFacts facts, Termination.VaultUnavailable vault) {
        return Failure.connectorRuntimeError(
                facts.auditId(),
                Reason.VAULT_UNAVAILABLE,
                "The credentials of " + facts.connector() + " cannot be read. " + vault.why()
                        + " Check the vault with `airlock binding list`, then try again.",
                Details.none());
    }

    private static Failure limit(CallFacts facts, Termination.LimitReached limit) {
        BeforeLimit before = facts.refusedGrowth()
                .map(growth -> limit.before()
                        .refused(
                                limit.limit(),
                                new BeforeLimit.Refused(growth.limit(), growth.configured(), growth.used())))
                .orElse(limit.before());
        return Failure.resourceLimitExceeded(facts.auditId(), limit.limit(), limit.configured(), limit.used(), before);
    }

    /** The facts in the connector's error beside the message: the class that it claims, and its own details. */
    private static Details claim(CallFacts facts, GuestReply.Reported error) {
        Details details = Details.none().putIfPresent("claimed_class", claimedClass(error));
        error.details()
                .flatMap(given -> new ReportedDetails(facts.scrub()).of(given))
                .ifPresent(given -> details.put("connector", given));
        return details;
    }

    private static String claimedClass(GuestReply.Reported error) {
        return ForeignText.clean(error.claimedClass().orElse(""));
    }

    private static String quote(GuestReply.Reported error) {
        ForeignText message = new ForeignText(error.message());
        return message.text().isBlank() ? "It does not say why." : message.attributedTo("The connector");
    }

    private static String stderr(CallFacts facts) {
        String end = ForeignText.cleanEnd(facts.stderrEnd());
        return end.isBlank() ? "" : " Its last words on standard error: " + ForeignText.quoteAtEnd(end);
    }

    private static BoundaryResult failed(Failure failure) {
        return new BoundaryResult.Failed(failure);
    }
}
