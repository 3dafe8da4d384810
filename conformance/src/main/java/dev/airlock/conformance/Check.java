package dev.airlock.conformance;

import static dev.airlock.conformance.Group.CANCELLATION;
import static dev.airlock.conformance.Group.CAPABILITIES;
import static dev.airlock.conformance.Group.CONTRACT;
import static dev.airlock.conformance.Group.FAULTS;
import static dev.airlock.conformance.Group.LIMITS;
import static dev.airlock.conformance.Group.MODULE;
import static dev.airlock.conformance.Group.REACTOR;
import static dev.airlock.conformance.Group.RETRY;
import static dev.airlock.conformance.Group.SECRETS;
import static dev.airlock.conformance.Severity.ERROR;
import static dev.airlock.conformance.Severity.WARNING;

import dev.airlock.conformance.checks.Bench;
import dev.airlock.conformance.checks.CancellationChecks;
import dev.airlock.conformance.checks.CapabilityChecks;
import dev.airlock.conformance.checks.CapturedSeed;
import dev.airlock.conformance.checks.ContractChecks;
import dev.airlock.conformance.checks.FaultChecks;
import dev.airlock.conformance.checks.LimitChecks;
import dev.airlock.conformance.checks.ModuleChecks;
import dev.airlock.conformance.checks.RetryChecks;
import dev.airlock.conformance.checks.SecretChecks;
import dev.airlock.conformance.trial.Judgement;
import java.util.Arrays;
import java.util.Optional;

/** The list of checks. The meaning of an id changes only with {@link #LIST_VERSION}. */
@SuppressWarnings("ImmutableEnumChecker") // a judge is a stateless method
public enum Check {
    /** The module can be loaded. */
    MODULE_VALID(
            "module.valid",
            MODULE,
            ERROR,
            1,
            "A module that cannot be loaded fails for its users, not for its author.",
            "airlock check DIR",
            ModuleChecks::valid),

    /** Every host function that the module imports is declared. */
    IMPORTS_DECLARED(
            "module.imports-declared",
            MODULE,
            ERROR,
            1,
            "A person agrees to the manifest; Airlock refuses everything that it does not name.",
            "airlock check DIR",
            ModuleChecks::importsDeclared),

    /** The same call, random numbers and time give the same result for the same fuel. */
    SAME_EACH_TIME(
            "module.same-each-time",
            MODULE,
            ERROR,
            1,
            "A call that cannot be repeated exactly can be neither replayed nor explained.",
            "airlock run DIR OP --args ARGS --seed 1 --engine interpreted --json, twice; compare output and fuel.",
            ModuleChecks::sameEachTime),

    /** Both engines give the same result for the same fuel. */
    SAME_ON_BOTH_ENGINES(
            "module.same-on-both-engines",
            MODULE,
            ERROR,
            1,
            "A call may run on either engine, and its results must not depend on which.",
            "airlock run DIR OP --args ARGS --seed 1 --json, with --engine interpreted and --engine compiled; compare"
                    + " output and fuel.",
            ModuleChecks::sameOnBothEngines),

    /** The connector itself refuses an operation that does not exist, and sends nothing. */
    UNKNOWN_OPERATION(
            "contract.unknown-operation",
            CONTRACT,
            ERROR,
            1,
            "An agent that asks for an unknown operation must get an error, not a success or a crash.",
            "airlock test DIR --only unknown-operation, with a file tests/unknown-operation.toml that holds op = \""
                    + ContractChecks.UNKNOWN_OPERATION + "\".",
            ContractChecks::unknownOperation),

    /** A missing required argument gives an error as a value. */
    MISSING_ARGUMENTS(
            "contract.missing-arguments",
            CONTRACT,
            ERROR,
            1,
            "A missing required argument is the caller's mistake, and only an error can report it.",
            "airlock test DIR --only missing-argument, with a file tests/missing-argument.toml that holds op and args without the"
                    + " argument. airlock run refuses such a call before it reaches the connector; other hosts may not.",
            ContractChecks::missingArguments),

    /** An argument of an undeclared type gives an error as a value. */
    ILL_TYPED_ARGUMENTS(
            "contract.ill-typed-arguments",
            CONTRACT,
            ERROR,
            1,
            "A value of the wrong type that is accepted has the wrong effect.",
            "airlock test DIR --only ill-typed, with a file tests/ill-typed.toml that holds op and args with the argument's value"
                    + " replaced. airlock run refuses such a call before it reaches the connector; other hosts may not.",
            ContractChecks::illTypedArguments),

    /** A text of 1 MiB is answered, reported or stopped by a limit. */
    HUGE_INPUT(
            "contract.huge-input",
            CONTRACT,
            ERROR,
            1,
            "Buffers of a fixed size overflow when somebody pastes a document.",
            "airlock run DIR OP --args @FILE --json, with a text of 1,048,576 letters.",
            ContractChecks::hugeInput),

    /** Text in any script arrives unchanged at the service, or is refused. */
    UNICODE(
            "contract.unicode",
            CONTRACT,
            ERROR,
            1,
            "People write in all scripts; a text that is cut or changed on the way is a wrong message.",
            "airlock run DIR OP --args @FILE --json, with the text that the finding shows.",
            ContractChecks::unicode),

    /** Every granted capability is used. */
    ALL_USED(
            "capabilities.all-used",
            CAPABILITIES,
            WARNING,
            2,
            "A person agrees to everything in the manifest; an unneeded permission is only a risk.",
            "airlock test DIR --json shows the hosts that were called; remove the entry from manifest.toml and run it again.",
            CapabilityChecks::allUsed),

    /** A withheld host or credential ends the call as a denial. */
    DENIED(
            "capabilities.denied",
            CAPABILITIES,
            ERROR,
            2,
            "A user who withholds a host or a credential must get an error that names it, not a success without it.",
            "airlock run DIR OP --args ARGS --upstream FILE --json, with the host removed from manifest.toml or the"
                    + " binding from FILE.",
            CapabilityChecks::denied),

    /** A call that is denied something has not changed anything before. */
    NOTHING_HALF_DONE(
            "capabilities.nothing-half-done",
            CAPABILITIES,
            WARNING,
            2,
            "A call that changes something and is then denied leaves its work half done.",
            "airlock run DIR OP --args ARGS --upstream FILE --json, with the host removed from manifest.toml or the"
                    + " binding from FILE; it shows the requests before the denial.",
            CapabilityChecks::nothingHalfDone),

    /** A call does not try files and sockets again and again. */
    NO_DENIAL_STORM(
            "capabilities.no-denial-storm",
            CAPABILITIES,
            WARNING,
            2,
            "There are no files and no sockets; a connector that keeps asking for them wastes fuel or probes for a way out.",
            "airlock run DIR OP --args ARGS shows the system calls that were refused.",
            CapabilityChecks::noDenialStorm),

    /** Each operation works with half of the default memory. */
    HALF_MEMORY(
            "limits.half-memory",
            LIMITS,
            ERROR,
            1,
            "Memory limits how many calls run at the same time; a connector that needs all of its limit has no reserve.",
            "airlock run DIR OP --args ARGS --memory 32MiB --json",
            LimitChecks::halfMemory),

    /** A failed exchange does not become a whole success. */
    NO_FALSE_SUCCESS(
            "faults.no-false-success",
            FAULTS,
            ERROR,
            2,
            "An agent that gets a success continues as if the work were done.",
            "airlock run DIR OP --args ARGS --upstream FILE --json, with the fault in FILE.",
            FaultChecks::noFalseSuccess),

    /** A failed exchange ends the call with an external failure. */
    RIGHT_CLASS(
            "faults.right-class",
            FAULTS,
            ERROR,
            2,
            "Only a call that ends as network_error or external_api_error can be tried again; a crash says nothing.",
            "airlock run DIR OP --args ARGS --upstream FILE --json, with the fault in FILE. Answer"
                    + " {\"error\":{\"class\":\"network_error\",\"message\":…}}; the host corrects the class by its evidence.",
            FaultChecks::rightClass),

    /** A call ends by itself when an answer does not come. */
    NO_HANG(
            "faults.no-hang",
            FAULTS,
            ERROR,
            2,
            "A connector that repeats requests delays its caller and adds load to a failing service;"
                    + " retrying is the host's job.",
            "airlock run DIR OP --args ARGS --upstream FILE --wall 10s --json, with the fault in FILE.",
            FaultChecks::noHang),

    /** A call that is repeated after a lost answer has one effect. */
    ONE_EFFECT(
            "retry.one-effect",
            RETRY,
            ERROR,
            2,
            "Answers get lost every day; a charge must still not be made twice.",
            "airlock run DIR OP --args ARGS --key K --upstream FILE --json, with the fault reset_after_request"
                    + " and times = 1 in FILE.",
            RetryChecks::oneEffect),

    /** A request that is sent again under the same key is unchanged. */
    SAME_REQUEST(
            "retry.same-request",
            RETRY,
            WARNING,
            2,
            "A service refuses a known key with other content, so the call fails although it was done.",
            "airlock run DIR OP --args ARGS --key K --upstream FILE --json, with the fault reset_after_request"
                    + " and times = 1 in FILE. Leave times and random numbers out of the body, or derive them from the key.",
            RetryChecks::sameRequest),

    /** Credentials are in their slot and nowhere else. */
    STAY_IN_THEIR_SLOT(
            "secrets.stay-in-their-slot",
            SECRETS,
            ERROR,
            2,
            "A credential that appears anywhere else is no longer secret.",
            "airlock run DIR OP --args ARGS --upstream FILE --json, with a body in FILE that holds the credential back to"
                    + " front.",
            SecretChecks::stayInTheirSlot),

    /** A service's answer is not logged as it came. */
    PAYLOADS_NOT_LOGGED(
            "secrets.payloads-not-logged",
            SECRETS,
            WARNING,
            2,
            "More people read logs than payloads, and logs are kept longer.",
            "airlock run DIR OP --args ARGS --upstream FILE shows the log.",
            SecretChecks::payloadsAreNotLogged),

    /** A call that its caller cancels ends soon, as cancelled and not as a success. */
    CANCELLED(
            "cancellation.ends",
            CANCELLATION,
            ERROR,
            2,
            "A user who ends a call must be sure that it does nothing more.",
            "airlock run DIR OP --args ARGS --upstream FILE, with a stall in FILE, and Ctrl-C.",
            CancellationChecks::ends),

    /** No value that a call returns or sends comes from random numbers in the captured state. */
    FROZEN_SEED(
            "reactor.frozen-seed",
            REACTOR,
            WARNING,
            1,
            "Random numbers drawn before the snapshot are the same in every call, so ids made from them are not"
                    + " unique.",
            "airlock inspect DIR shows that random is captured. Load the connector once, call the operation twice, and"
                    + " compare. Derive ids from call.idempotency_key, and seed generators with call.seed.",
            CapturedSeed::judge);

    /** The version of the list, counted from 1. */
    public static final int LIST_VERSION = 2;

    /** Judges a connector. */
    @FunctionalInterface
    interface Judge {
        Judgement judge(Bench bench);
    }

    private final String id;
    private final Group group;
    private final Severity severity;
    private final int since;
    private final String rationale;
    private final String reproduce;
    private final Judge judge;

    Check(String id, Group group, Severity severity, int since, String rationale, String reproduce, Judge judge) {
        this.id = id;
        this.group = group;
        this.severity = severity;
        this.since = since;
        this.rationale = rationale;
        this.reproduce = reproduce;
        this.judge = judge;
    }

    /** Returns the check of that id, if there is one. */
    public static Optional<Check> ofId(String id) {
        return Arrays.stream(values()).filter(check -> check.id.equals(id)).findFirst();
    }

    /** Returns its name in reports: the group, a dot and the subject. */
    public String id() {
        return id;
    }

    /** Returns the group. */
    public Group group() {
        return group;
    }

    /** Returns the severity of a finding. */
    public Severity severity() {
        return severity;
    }

    /** Returns the version of the list that first had it in its present form. */
    public int since() {
        return since;
    }

    /** Returns the reason for the check, as a sentence. */
    public String rationale() {
        return rationale;
    }

    /** Returns the way to reproduce a finding by hand. */
    public String reproduce() {
        return reproduce;
    }

    /** Returns whether it starts from calls that work. */
    boolean startsFromWorkingCalls() {
        return group == CAPABILITIES || group == FAULTS || group == RETRY || group == SECRETS || group == CANCELLATION;
    }

    /** Returns whether it can judge a connector that cannot be loaded. */
    boolean isOfTheFiles() {
        return this == MODULE_VALID || this == IMPORTS_DECLARED;
    }

    Judgement judge(Bench bench) {
        return judge.judge(bench);
    }
}
