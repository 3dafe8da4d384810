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
    public BoundaryResult conclude(CallFacts scene) {
        return scene.ending().match(new Mapping(scene));
    }

    /** The meaning of each termination. */
    private final class Mapping implements Termination.Cases<BoundaryResult> {
        private final CallFacts scene;

        Mapping(CallFacts scene) {
            this.scene = scene;
        }

        @Override
        public BoundaryResult cancelled(Termination.Cancelled cancelled) {
            return new BoundaryResult.Cancelled();
        }

        @Override
        public BoundaryResult denied(Termination.Denied denied) {
            return failed(Failure.capabilityDenied(scene.auditId(), Boundary.SANDBOX, denied.denial()));
        }

        @Override
        public BoundaryResult limitReached(Termination.LimitReached limit) {
            return failed(limit(scene, limit));
        }

        @Override
        public BoundaryResult hostBusy(Termination.HostBusy busy) {
            return failed(Failure.hostBusy(scene.auditId(), busy.how()));
        }

        @Override
        public BoundaryResult bindingMissing(Termination.BindingMissing missing) {
            return failed(Failure.bindingRequired(
                    scene.auditId(),
                    scene.connector(),
                    new Cause.BindingMissing(missing.kind(), missing.credential()),
                    missing.next()));
        }

        @Override
        public BoundaryResult bindingRefused(Termination.BindingRefused refused) {
            return failed(Failure.bindingFailed(
                    scene.auditId(),
                    scene.connector(),
                    new Cause.BindingRefused(refused.kind(), Optional.of(refused.binding())),
                    refused.why(),
                    refused.next(),
                    refused.retriable()));
        }

        @Override
        public BoundaryResult vaultUnavailable(Termination.VaultUnavailable vault) {
            return failed(CallBoundary.vaultUnavailable(scene, vault));
        }

        @Override
        public BoundaryResult badPointer(Termination.BadPointer pointer) {
            return failed(
                    pointer.isNoAddress()
                            ? afterRefusedGrowth(() -> CallBoundary.badPointer(scene, pointer))
                            : CallBoundary.badPointer(scene, pointer));
        }

        @Override
        public BoundaryResult hostFault(Termination.HostFault fault) {
            return failed(CallBoundary.this.hostFault(scene.connector(), scene.auditId(), fault.cause()));
        }

        @Override
        public BoundaryResult trapped(Termination.Trapped trapped) {
            return failed(afterRefusedGrowth(() -> trap(scene, trapped)));
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
            GuestReply reply = GuestReply.read(scene.reply(), scene.look());
            return exitCode != 0 && !(reply instanceof GuestReply.Reported)
                    ? failed(afterRefusedGrowth(() -> exit(scene, exitCode)))
                    : ofReply(scene, reply);
        }

        /** A guest that was refused memory failed for lack of it. */
        private Failure afterRefusedGrowth(Supplier<Failure> otherwise) {
            return scene.refusedGrowth().map(refused -> limit(scene, refused)).orElseGet(otherwise);
        }
    }

    private static BoundaryResult ofReply(CallFacts scene, GuestReply reply) {
        return reply.match(
                output -> succeeded(scene, output),
                error -> failed(reported(scene, error)),
                empty -> mayOmitOutput(scene)
                        ? new BoundaryResult.Success(JsonNodeFactory.instance.objectNode(), List.of())
                        : failed(badOutput(scene, empty.why())),
                unusable -> failed(badOutput(scene, unusable.why())));
    }

    private static BoundaryResult succeeded(CallFacts scene, GuestReply.Output output) {
        PartialErrors errors = new PartialErrors(scene.evidence(), scene.scrub());
        return new BoundaryResult.Success(
                output.output(), output.errors().stream().map(errors::typed).toList());
    }

    /** Published connectors leave out an empty output; after an exchange that failed, that is no success. */
    private static boolean mayOmitOutput(CallFacts scene) {
        return scene.mayOmitOutput()
                && scene.evidence().last().filter(Exchange::failed).isEmpty();
    }

    /** A reported error gets the class that the host's evidence supports, whatever class the guest claims. */
    private static Failure reported(CallFacts scene, GuestReply.Reported error) {
        Optional<Exchange> last = scene.evidence().last();
        boolean logicalError = error.claimedClass()
                .filter(FailureClass.EXTERNAL_API_ERROR.wireName()::equals)
                .isPresent();
        if (last.isPresent()) {
            if (last.get().result() instanceof Exchange.Broken broken) {
                return networkError(scene, last.get(), broken, error);
            }
            if (last.get().result() instanceof Exchange.CircuitOpen open) {
                return CircuitFailure.of(scene.auditId(), last.get().host(), open, claim(scene, error));
            }
            if (last.get().result() instanceof Exchange.Answered answered
                    && (last.get().failed() || logicalError)) {
                return apiError(scene, last.get(), answered, error);
            }
        }
        return Failure.connectorRuntimeError(
                scene.auditId(),
                Reason.REPORTED,
                scene.connector() + " reported an error. " + quote(error)
                        + " Correct the call's arguments, or ask the connector's author.",
                claim(scene, error));
    }

    private static Failure networkError(
            CallFacts scene, Exchange exchange, Exchange.Broken broken, GuestReply.Reported error) {
        return Failure.networkError(
                scene.auditId(),
                new Cause.Broken(broken.kind(), exchange.host()),
                sentence(broken.message()) + " " + quote(error),
                "Check that the service can be reached, then try again.",
                claim(scene, error));
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }

    private static Failure apiError(
            CallFacts scene, Exchange exchange, Exchange.Answered answered, GuestReply.Reported error) {
        Cause.Answered cause = new Cause.Answered(
                answered.status(),
                exchange.host(),
                claimedClass(error),
                exchange.binding(),
                ForeignText.clean(answered.retryAfter()),
                ForeignText.clean(answered.shouldRetry()));
        boolean silent = cause.forbidsRetry() && cause.isTransient();
        Failure failure = Failure.externalApiError(
                scene.auditId(),
                cause,
                exchange.host() + " answered " + answered.status() + ". " + quote(error),
                silent ? "" : StatusAdvice.inMessage(answered, exchange.binding()),
                silent ? StatusAdvice.NOT_AGAIN : StatusAdvice.of(answered, exchange.binding()),
                claim(scene, error));
        return failure.retriable() && cause.forbidsRetry() ? failure.notRetried(StatusAdvice.NOT_AGAIN) : failure;
    }

    private static Failure trap(CallFacts scene, Termination.Trapped trapped) {
        String where = trapped.functions().isEmpty()
                ? ""
                : " in function "
                        + ForeignText.quote(
                                ForeignText.clean(trapped.functions().get(0)));
        return Failure.connectorRuntimeError(
                scene.auditId(),
                new Cause.Trapped(
                        trapped.trap().wireName(),
                        trapped.functions().stream().map(ForeignText::clean).toList()),
                scene.connector() + " trapped" + where + ": "
                        + trapped.trap().sentence() + "." + stderr(scene)
                        + " This is a fault of the connector; report it to its author.",
                Details.none().putIfPresent("stderr", ForeignText.cleanEnd(scene.stderrEnd())));
    }

    private static Failure exit(CallFacts scene, long code) {
        return Failure.connectorRuntimeError(
                scene.auditId(),
                new Cause.Exited(code),
                scene.connector() + " exited with code " + code + " and without a result." + stderr(scene)
                        + " This is a fault of the connector; report it to its author.",
                Details.none().putIfPresent("stderr", ForeignText.cleanEnd(scene.stderrEnd())));
    }

    private static Failure badOutput(CallFacts scene, String why) {
        return Failure.connectorRuntimeError(
                scene.auditId(),
                Reason.BAD_OUTPUT,
                scene.connector() + " ended without a usable result: " + scene.replyName() + " " + why + "."
                        + stderr(scene) + " It must be one JSON object, {\"output\":{…}} or {\"error\":{…}}.",
                Details.none().putIfPresent("stderr", ForeignText.cleanEnd(scene.stderrEnd())));
    }

    private static Failure badPointer(CallFacts scene, Termination.BadPointer pointer) {
        if (pointer.isNoAddress()) {
            return Failure.connectorRuntimeError(
                    scene.auditId(),
                    Reason.BAD_POINTER,
                    scene.connector() + " gave no address for " + pointer.length() + " bytes that " + pointer.function()
                            + " was asked for. This is a fault of the connector; report it to its author.",
                    Details.none().put("function", pointer.function()));
        }
        return Failure.connectorRuntimeError(
                scene.auditId(),
                Reason.BAD_POINTER,
                scene.connector() + (pointer.isResult() ? " returned from " : " handed ") + pointer.function() + " "
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

    private static Failure vaultUnavailable(CallFacts scene, Termination.VaultUnavailable vault) {
        return Failure.connectorRuntimeError(
                scene.auditId(),
                Reason.VAULT_UNAVAILABLE,
                "The credentials of " + scene.connector() + " cannot be read. " + vault.why()
                        + " Check the vault with `airlock binding list`, then try again.",
                Details.none());
    }

    private static Failure limit(CallFacts scene, Termination.LimitReached limit) {
        BeforeLimit before = scene.refusedGrowth()
                .map(growth -> limit.before()
                        .refused(
                                limit.limit(),
                                new BeforeLimit.Refused(growth.limit(), growth.configured(), growth.used())))
                .orElse(limit.before());
        return Failure.resourceLimitExceeded(scene.auditId(), limit.limit(), limit.configured(), limit.used(), before);
    }

    /** The facts in the connector's error beside the message: the class that it claims, and its own details. */
    private static Details claim(CallFacts scene, GuestReply.Reported error) {
        Details details = Details.none().putIfPresent("claimed_class", claimedClass(error));
        error.details()
                .flatMap(given -> new ReportedDetails(scene.scrub()).of(given))
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

    private static String stderr(CallFacts scene) {
        String end = ForeignText.cleanEnd(scene.stderrEnd());
        return end.isBlank() ? "" : " Its last words on standard error: " + ForeignText.quoteAtEnd(end);
    }

    private static BoundaryResult failed(Failure failure) {
        return new BoundaryResult.Failed(failure);
    }
}
