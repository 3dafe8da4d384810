package dev.airlock.sandbox.boundary;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.BeforeLimit;
import dev.airlock.failures.Boundary;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Details;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.ForeignText;
import dev.airlock.failures.Reason;
import dev.airlock.sandbox.call.Ending;
import dev.airlock.sandbox.call.Exchange;
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
    public Conclusion conclude(Scene scene) {
        return scene.ending().match(new Mapping(scene));
    }

    /** The meaning of each termination. */
    private final class Mapping implements Ending.Cases<Conclusion> {
        private final Scene scene;

        Mapping(Scene scene) {
            this.scene = scene;
        }

        @Override
        public Conclusion cancelled(Ending.Cancelled cancelled) {
            return new Conclusion.Cancelled();
        }

        @Override
        public Conclusion denied(Ending.Denied denied) {
            return failed(Failure.capabilityDenied(scene.auditId(), Boundary.SANDBOX, denied.denial()));
        }

        @Override
        public Conclusion limitReached(Ending.LimitReached limit) {
            return failed(limit(scene, limit));
        }

        @Override
        public Conclusion hostBusy(Ending.HostBusy busy) {
            return failed(Failure.hostBusy(scene.auditId(), busy.how()));
        }

        @Override
        public Conclusion bindingMissing(Ending.BindingMissing missing) {
            return failed(Failure.bindingRequired(
                    scene.auditId(),
                    scene.connector(),
                    new Cause.BindingMissing(missing.kind(), missing.credential()),
                    missing.next()));
        }

        @Override
        public Conclusion bindingRefused(Ending.BindingRefused refused) {
            return failed(Failure.bindingFailed(
                    scene.auditId(),
                    scene.connector(),
                    new Cause.BindingRefused(refused.kind(), Optional.of(refused.binding())),
                    refused.why(),
                    refused.next(),
                    refused.retriable()));
        }

        @Override
        public Conclusion vaultUnavailable(Ending.VaultUnavailable vault) {
            return failed(CallBoundary.vaultUnavailable(scene, vault));
        }

        @Override
        public Conclusion badPointer(Ending.BadPointer pointer) {
            return failed(
                    pointer.isNoAddress()
                            ? afterRefusedGrowth(() -> CallBoundary.badPointer(scene, pointer))
                            : CallBoundary.badPointer(scene, pointer));
        }

        @Override
        public Conclusion hostFault(Ending.HostFault fault) {
            return failed(CallBoundary.this.hostFault(scene.connector(), scene.auditId(), fault.cause()));
        }

        @Override
        public Conclusion trapped(Ending.Trapped trapped) {
            return failed(afterRefusedGrowth(() -> trap(scene, trapped)));
        }

        @Override
        public Conclusion exited(Ending.Exited exited) {
            return ended(exited.code());
        }

        @Override
        public Conclusion returned(Ending.Returned returned) {
            return ended(0);
        }

        /**
         * The verdict on a guest that ended by itself: from its error envelope, its exit code or its output, in that
         * order.
         */
        private Conclusion ended(long exitCode) {
            GuestReply reply = GuestReply.read(scene.reply(), scene.look());
            return exitCode != 0 && !(reply instanceof GuestReply.Reported)
                    ? failed(afterRefusedGrowth(() -> exit(scene, exitCode)))
                    : replied(scene, reply);
        }

        /** A guest that was refused memory failed for lack of it. */
        private Failure afterRefusedGrowth(Supplier<Failure> otherwise) {
            return scene.refusedGrowth().map(refused -> limit(scene, refused)).orElseGet(otherwise);
        }
    }

    private static Conclusion replied(Scene scene, GuestReply reply) {
        return reply.match(
                output -> succeeded(scene, output),
                error -> failed(reported(scene, error)),
                empty -> mayOmitOutput(scene)
                        ? new Conclusion.Success(JsonNodeFactory.instance.objectNode(), List.of())
                        : failed(badOutput(scene, empty.why())),
                unusable -> failed(badOutput(scene, unusable.why())));
    }

    private static Conclusion succeeded(Scene scene, GuestReply.Output output) {
        PartialErrors errors = new PartialErrors(scene.evidence(), scene.scrub());
        return new Conclusion.Success(
                output.output(), output.errors().stream().map(errors::typed).toList());
    }

    /** Published connectors leave out an empty output; after an exchange that failed, that is no success. */
    private static boolean mayOmitOutput(Scene scene) {
        return scene.mayOmitOutput()
                && scene.evidence().last().filter(Exchange::failed).isEmpty();
    }

    /** A reported error gets the class that the host's evidence supports, whatever class the guest claims. */
    private static Failure reported(Scene scene, GuestReply.Reported error) {
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
                scene.connector() + " reported an error. " + said(error)
                        + " Correct the call's arguments, or ask the connector's author.",
                claim(scene, error));
    }

    private static Failure networkError(
            Scene scene, Exchange exchange, Exchange.Broken broken, GuestReply.Reported error) {
        return Failure.networkError(
                scene.auditId(),
                new Cause.Broken(broken.kind(), exchange.host()),
                sentence(broken.message()) + " " + said(error),
                "Check that the service can be reached, then try again.",
                claim(scene, error));
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }

    private static Failure apiError(
            Scene scene, Exchange exchange, Exchange.Answered answered, GuestReply.Reported error) {
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
                exchange.host() + " answered " + answered.status() + ". " + said(error),
                silent ? "" : StatusAdvice.inMessage(answered, exchange.binding()),
                silent ? StatusAdvice.NOT_AGAIN : StatusAdvice.of(answered, exchange.binding()),
                claim(scene, error));
        return failure.retriable() && cause.forbidsRetry() ? failure.notRetried(StatusAdvice.NOT_AGAIN) : failure;
    }

    private static Failure trap(Scene scene, Ending.Trapped trapped) {
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

    private static Failure exit(Scene scene, long code) {
        return Failure.connectorRuntimeError(
                scene.auditId(),
                new Cause.Exited(code),
                scene.connector() + " exited with code " + code + " and without a result." + stderr(scene)
                        + " This is a fault of the connector; report it to its author.",
                Details.none().putIfPresent("stderr", ForeignText.cleanEnd(scene.stderrEnd())));
    }

    private static Failure badOutput(Scene scene, String why) {
        return Failure.connectorRuntimeError(
                scene.auditId(),
                Reason.BAD_OUTPUT,
                scene.connector() + " ended without a usable result: " + scene.replyName() + " " + why + "."
                        + stderr(scene) + " It must be one JSON object, {\"output\":{…}} or {\"error\":{…}}.",
                Details.none().putIfPresent("stderr", ForeignText.cleanEnd(scene.stderrEnd())));
    }

    private static Failure badPointer(Scene scene, Ending.BadPointer pointer) {
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

    private static Failure vaultUnavailable(Scene scene, Ending.VaultUnavailable vault) {
        return Failure.connectorRuntimeError(
                scene.auditId(),
                Reason.VAULT_UNAVAILABLE,
                "The credentials of " + scene.connector() + " cannot be read. " + vault.why()
                        + " Check the vault with `airlock binding list`, then try again.",
                Details.none());
    }

    private static Failure limit(Scene scene, Ending.LimitReached limit) {
        BeforeLimit before = scene.refusedGrowth()
                .map(growth -> limit.before()
                        .refused(
                                limit.limit(),
                                new BeforeLimit.Refused(growth.limit(), growth.configured(), growth.used())))
                .orElse(limit.before());
        return Failure.resourceLimitExceeded(scene.auditId(), limit.limit(), limit.configured(), limit.used(), before);
    }

    /** The facts in the connector's error beside the message: the class that it claims, and its own details. */
    private static Details claim(Scene scene, GuestReply.Reported error) {
        Details details = Details.none().putIfPresent("claimed_class", claimedClass(error));
        error.details()
                .flatMap(given -> new ReportedDetails(scene.scrub()).of(given))
                .ifPresent(given -> details.put("connector", given));
        return details;
    }

    private static String claimedClass(GuestReply.Reported error) {
        return ForeignText.clean(error.claimedClass().orElse(""));
    }

    private static String said(GuestReply.Reported error) {
        ForeignText message = new ForeignText(error.message());
        return message.text().isBlank() ? "It does not say why." : message.saidBy("The connector");
    }

    private static String stderr(Scene scene) {
        String end = ForeignText.cleanEnd(scene.stderrEnd());
        return end.isBlank() ? "" : " Its last words on standard error: " + ForeignText.quoteAtEnd(end);
    }

    private static Conclusion failed(Failure failure) {
        return new Conclusion.Failed(failure);
    }
}
