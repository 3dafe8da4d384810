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

import java.util.Arrays;
import java.util.Optional;

/** The list of checks. What an id stands for changes only with {@link #LIST_VERSION}. */
@SuppressWarnings("ImmutableEnumChecker") // a judge is a method without state
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

    /** The same call, chance and time give the same result for the same fuel. */
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

    /** An operation that does not exist is refused in the connector's own words, and nothing is sent. */
    UNKNOWN_OPERATION(
            "contract.unknown-operation",
            CONTRACT,
            ERROR,
            1,
            "An agent that asks for an unknown operation must get an error, not a success or a crash.",
            "airlock run DIR " + ContractChecks.UNKNOWN_OPERATION + " --json",
            ContractChecks::unknownOperation),

    /** A required argument that is missing is an error that is a value. */
    MISSING_ARGUMENTS(
            "contract.missing-arguments",
            CONTRACT,
            ERROR,
            1,
            "A missing required argument is the caller's mistake, and only an error can report it.",
            "airlock run DIR OP --args ARGS --json, with the argument left out.",
            ContractChecks::missingArguments),

    /** An argument of a type that is not declared is an error that is a value. */
    ILL_TYPED_ARGUMENTS(
            "contract.ill-typed-arguments",
            CONTRACT,
            ERROR,
            1,
            "A value of the wrong type that is accepted has the wrong effect.",
            "airlock run DIR OP --args ARGS --json, with the argument's value replaced.",
            ContractChecks::illTypedArguments),

    /** A text of a mebibyte is answered, reported or stopped by a limit. */
    HUGE_INPUT(
            "contract.huge-input",
            CONTRACT,
            ERROR,
            1,
            "Buffers of a fixed size overflow when somebody pastes a document.",
            "airlock run DIR OP --args @FILE --json, with a text of 1,048,576 letters.",
            ContractChecks::hugeInput),

    /** Text of any script arrives whole at the service, or is refused. */
    UNICODE(
            "contract.unicode",
            CONTRACT,
            ERROR,
            1,
            "People write in all scripts; a text that is cut or changed on the way is a wrong message.",
            "airlock run DIR OP --args @FILE --json, with the text that the finding shows.",
            ContractChecks::unicode),

    /** What is granted is used. */
    ALL_USED(
            "capabilities.all-used",
            CAPABILITIES,
            WARNING,
            2,
            "A person agrees to everything in the manifest; an unneeded permission is only a risk.",
            "airlock test DIR --json shows the hosts that were called; remove the entry from manifest.toml and run it again.",
            CapabilityChecks::allUsed),

    /** A host or a credential that is withheld ends the call as a denial. */
    DENIED(
            "capabilities.denied",
            CAPABILITIES,
            ERROR,
            2,
            "A user who withholds a host or a credential must get an error that names it, not a success without it.",
            "airlock run DIR OP --args ARGS --upstream FILE --json, with the host removed from manifest.toml or the"
                    + " binding from FILE.",
            CapabilityChecks::denied),

    /** Nothing was done by the time that a call is denied what it needs. */
    NOTHING_HALF_DONE(
            "capabilities.nothing-half-done",
            CAPABILITIES,
            WARNING,
            2,
            "A call that changes something and is then denied leaves its work half done.",
            "airlock run DIR OP --args ARGS --upstream FILE --json, with the host removed from manifest.toml or the"
                    + " binding from FILE; it shows the requests before the denial.",
            CapabilityChecks::nothingHalfDone),

    /** A call does not reach for files and sockets again and again. */
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

    /** An exchange that failed does not become a whole success. */
    NO_FALSE_SUCCESS(
            "faults.no-false-success",
            FAULTS,
            ERROR,
            2,
            "An agent that gets a success continues as if the work were done.",
            "airlock run DIR OP --args ARGS --upstream FILE --json, with the fault in FILE.",
            FaultChecks::noFalseSuccess),

    /** An exchange that failed ends the call as a failure of the outside world. */
    RIGHT_CLASS(
            "faults.right-class",
            FAULTS,
            ERROR,
            2,
            "Only a call that ends as network_error or external_api_error can be tried again; a crash says nothing.",
            "airlock run DIR OP --args ARGS --upstream FILE --json, with the fault in FILE. Answer"
                    + " {\"error\":{\"class\":\"network_error\",\"message\":…}}; the host corrects the class by its evidence.",
            FaultChecks::rightClass),

    /** A call that waits for an answer that does not come ends by itself. */
    NO_HANG(
            "faults.no-hang",
            FAULTS,
            ERROR,
            2,
            "A connector that repeats requests delays its caller and adds load to a failing service;"
                    + " retrying is the host's job.",
            "airlock run DIR OP --args ARGS --upstream FILE --wall 10s --json, with the fault in FILE.",
            FaultChecks::noHang),

    /** A call that is repeated after an answer was lost has one effect. */
    ONE_EFFECT(
            "retry.one-effect",
            RETRY,
            ERROR,
            2,
            "Answers get lost every day; a charge must still not be made twice.",
            "airlock run DIR OP --args ARGS --key K --upstream FILE --json, with the fault reset_after_request"
                    + " and times = 1 in FILE.",
            RetryChecks::oneEffect),

    /** What is sent again under the same key is the same. */
    SAME_REQUEST(
            "retry.same-request",
            RETRY,
            WARNING,
            2,
            "A service refuses a known key with other content, so the call fails although it was done.",
            "airlock run DIR OP --args ARGS --key K --upstream FILE --json, with the fault reset_after_request"
                    + " and times = 1 in FILE. Leave times and random numbers out of the body, or derive them from the key.",
            RetryChecks::sameRequest),

    /** Credentials stand in their header and nowhere else. */
    STAY_IN_THEIR_SLOT(
            "secrets.stay-in-their-slot",
            SECRETS,
            ERROR,
            2,
            "A credential that appears anywhere else is no longer secret.",
            "airlock run DIR OP --args ARGS --upstream FILE --json, with a body in FILE that holds the credential back to"
                    + " front.",
            SecretChecks::stayInTheirSlot),

    /** What a service answers is not logged as it came. */
    PAYLOADS_NOT_LOGGED(
            "secrets.payloads-not-logged",
            SECRETS,
            WARNING,
            2,
            "More people read logs than payloads, and logs are kept longer.",
            "airlock run DIR OP --args ARGS --upstream FILE shows the log.",
            SecretChecks::payloadsAreNotLogged),

    /** A call that its caller ends is over soon, as cancelled, and no success. */
    CANCELLED(
            "cancellation.ends",
            CANCELLATION,
            ERROR,
            2,
            "A user who ends a call must be sure that it does nothing more.",
            "airlock run DIR OP --args ARGS --upstream FILE, with a stall in FILE, and Ctrl-C.",
            CancellationChecks::ends),

    /** Nothing that a call says or sends comes from the seed that is frozen in the captured state. */
    FROZEN_SEED(
            "reactor.frozen-seed",
            REACTOR,
            WARNING,
            1,
            "Random numbers drawn before the snapshot are the same in every call, so ids made from them are not"
                    + " unique.",
            "airlock inspect DIR shows that random is captured. Load the connector once, call the operation twice, and"
                    + " compare. Derive ids from call.idempotency_key, and seed generators with call.seed.",
            FrozenSeed::judge);

    /** The version of the list, counted from 1. */
    public static final int LIST_VERSION = 2;

    /** How a check comes to its judgement. */
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

    /** The check of that id, if there is one. */
    public static Optional<Check> ofId(String id) {
        return Arrays.stream(values()).filter(check -> check.id.equals(id)).findFirst();
    }

    /** Its name in reports: the group, a dot, and what is checked. */
    public String id() {
        return id;
    }

    /** What it is about. */
    public Group group() {
        return group;
    }

    /** How bad it is when it finds something. */
    public Severity severity() {
        return severity;
    }

    /** The version of the list that it has stood in since, as it is now. */
    public int since() {
        return since;
    }

    /** Why it is checked, as a sentence. */
    public String rationale() {
        return rationale;
    }

    /** How to see by hand what it found. */
    public String reproduce() {
        return reproduce;
    }

    /** Whether it can be made of a connector that cannot be loaded. */
    boolean isOfTheFiles() {
        return this == MODULE_VALID || this == IMPORTS_DECLARED;
    }

    Judgement judge(Bench bench) {
        return judge.judge(bench);
    }
}
