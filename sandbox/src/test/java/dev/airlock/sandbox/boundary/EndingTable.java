package dev.airlock.sandbox.boundary;

import static dev.airlock.sandbox.boundary.Story.CONNECTOR;
import static dev.airlock.sandbox.boundary.Story.HOST;

import dev.airlock.failures.Boundary;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Denial;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.failures.limit.WallTimeIn;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.call.Trap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The boundary's table: one row for each way in which a call can fail. */
final class EndingTable {
    static final String GOOD = "{\"output\":{\"ok\":true}}";
    private static final String NETWORK = "No connection to api.example.com:443 could be made.";

    private EndingTable() {}

    static Stream<Story> rows() {
        return Stream.of(byHost(), trapped(), exited(), reported(), network(), api(), outputs())
                .flatMap(rows -> rows);
    }

    /** Terminations by the host count, whatever the guest wrote before or after. */
    private static Stream<Story> byHost() {
        Termination.Denied denied = new Termination.Denied(new Denial(
                "The connector asked for evil.example:443",
                "evil.example:443",
                List.of(HOST),
                "hosts = [\"evil.example:443\"]"));
        return Stream.of(
                Story.of("a denial", denied)
                        .is(FailureClass.CAPABILITY_DENIED, Boundary.SANDBOX, false)
                        .detail("requested", "evil.example:443")
                        .detail("granted", List.of(HOST))
                        .detail("fix", "hosts = [\"evil.example:443\"]")
                        .says("evil.example:443", "hosts = [\"evil.example:443\"]"),
                Story.of("a denial before a good output", denied)
                        .stdout(GOOD)
                        .answered(200)
                        .is(FailureClass.CAPABILITY_DENIED, Boundary.SANDBOX, false)
                        .detail("requested", "evil.example:443")
                        .detail("granted", List.of(HOST))
                        .detail("fix", "hosts = [\"evil.example:443\"]"),
                Story.of("a limit", new Termination.LimitReached(LimitName.FUEL, 1000, 1001))
                        .is(FailureClass.RESOURCE_LIMIT_EXCEEDED, Boundary.SANDBOX, false)
                        .detail("limit", "fuel")
                        .detail("configured", 1000)
                        .detail("used", 1001)
                        .says("1001 units of fuel", "1000 units"),
                Story.of(
                                "a limit after an error envelope",
                                new Termination.LimitReached(LimitName.WALL_TIME, 30_000, 30_001))
                        .stdout(error("rate_limited", "slow down"))
                        .answered(429)
                        .refusedGrowth()
                        .is(FailureClass.RESOURCE_LIMIT_EXCEEDED, Boundary.SANDBOX, false)
                        .detail("limit", "wall_time")
                        .detail("configured", 30_000)
                        .detail("used", 30_001)
                        .detail("refused", Map.of("limit", "memory", "configured", 1L << 20, "used", 2L << 20))
                        .says("30.001 s", "30 s"),
                Story.of(
                                "a limit after a wait",
                                new Termination.LimitReached(
                                        LimitName.WALL_TIME,
                                        2_000,
                                        2_001,
                                        new BeforeLimit(
                                                Optional.of(WallTimeIn.HOST),
                                                Optional.empty(),
                                                Optional.of(new BeforeLimit.Waited(
                                                        WaitedFor.STATE_OF_ANOTHER_PROCESS, 1_990)))))
                        .is(FailureClass.RESOURCE_LIMIT_EXCEEDED, Boundary.SANDBOX, false)
                        .detail("limit", "wall_time")
                        .detail("configured", 2_000)
                        .detail("used", 2_001)
                        .detail("wall_time_in", "host")
                        .detail("waited", Map.of("for", "state_locked", "ms", 1_990L))
                        .says("It waited 1990 ms for its state, which another process locks."),
                Story.of(
                                "a memory limit after a refused growth",
                                new Termination.LimitReached(LimitName.MEMORY, 10, 11))
                        .refusedGrowth()
                        .is(FailureClass.RESOURCE_LIMIT_EXCEEDED, Boundary.SANDBOX, false)
                        .detail("limit", "memory")
                        .detail("configured", 10)
                        .detail("used", 11),
                Story.of(
                                "a limit that shares its name",
                                new Termination.LimitReached(LimitName.LOG_BYTES, 1 << 20, 1 << 21))
                        .is(FailureClass.RESOURCE_LIMIT_EXCEEDED, Boundary.SANDBOX, false)
                        .detail("limit", "log")
                        .detail("configured", 1 << 20)
                        .detail("used", 1 << 21)
                        .detail("aspect", "bytes"),
                Story.of("a busy host", new Termination.HostBusy(new Cause.HostBusy(64L << 20, 60L << 20, 2_000)))
                        .stdout(GOOD)
                        .refusedGrowth()
                        .is(FailureClass.RESOURCE_LIMIT_EXCEEDED, Boundary.RUNTIME, true)
                        .detail("limit", "host_busy")
                        .detail("configured", 64L << 20)
                        .detail("used", 60L << 20)
                        .detail("waited", Map.of("for", "memory", "ms", 2_000L))
                        .says("The host is busy", "64 MiB", "60 MiB", "-Xmx", "memoryBudget"),
                Story.of(
                                "a missing binding",
                                new Termination.BindingMissing(
                                        "api_key", Optional.of("crm"), "Run `airlock binding setup`."))
                        .stdout(GOOD)
                        .is(FailureClass.BINDING_REQUIRED, Boundary.RUNTIME, false)
                        .detail("kind", "api_key")
                        .detail("credential", "crm")
                        .detail("suggestion", "Run `airlock binding setup`.")
                        .says(CONNECTOR, "api_key", "crm", "not bound", "airlock binding setup"),
                Story.of(
                                "a refused binding",
                                new Termination.BindingRefused(
                                        "oauth2",
                                        "oauth2/slack/work",
                                        "The token was revoked.",
                                        "Run `airlock binding rebind oauth2/slack/work`.",
                                        false))
                        .stdout(GOOD)
                        .is(FailureClass.BINDING_FAILED, Boundary.RUNTIME, false)
                        .detail("kind", "oauth2")
                        .detail("binding", "oauth2/slack/work")
                        .detail("suggestion", "Run `airlock binding rebind oauth2/slack/work`.")
                        .says(CONNECTOR, "oauth2", "cannot be used", "revoked", "airlock binding rebind"),
                Story.of("a vault that is gone", new Termination.VaultUnavailable("The vault is gone."))
                        .stdout(GOOD)
                        .is(FailureClass.CONNECTOR_RUNTIME_ERROR, Boundary.RUNTIME, false)
                        .detail("reason", "vault_unavailable")
                        .says(CONNECTOR, "The vault is gone.", "airlock binding list"),
                Story.of("a bad pointer", new Termination.BadPointer("airlock.log", 4294967280L, 32, 65536))
                        .stdout(GOOD)
                        .detail("reason", "bad_pointer")
                        .detail("function", "airlock.log")
                        .says(CONNECTOR, "airlock.log", "32 bytes at address 4294967280", "ends at 65536"));
    }

    /** A trap counts before everything that the guest wrote. */
    private static Stream<Story> trapped() {
        Termination.Trapped unreachable = new Termination.Trapped(Trap.UNREACHABLE, List.of("abort", "run", "_start"));
        return Stream.of(
                Story.of("a trap", unreachable)
                        .detail("reason", "trap")
                        .detail("trap", "unreachable")
                        .detail("function", "abort")
                        .detail("stack", List.of("abort", "run", "_start"))
                        .says(CONNECTOR + " trapped in function “abort”: it reached an `unreachable` instruction"),
                Story.of(
                                "a trap of which no function is known",
                                new Termination.Trapped(Trap.DIVIDE_BY_ZERO, List.of()))
                        .detail("reason", "trap")
                        .detail("trap", "integer_divide_by_zero")
                        .says(CONNECTOR + " trapped: it divided an integer by zero."),
                Story.of("a trap after a good output", new Termination.Trapped(Trap.MEMORY_OUT_OF_BOUNDS, List.of()))
                        .stdout(GOOD)
                        .detail("reason", "trap")
                        .detail("trap", "out_of_bounds_memory_access"),
                Story.of(
                                "a trap after an error envelope and a failed exchange",
                                new Termination.Trapped(Trap.OTHER, List.of()))
                        .stdout(error("rate_limited", "slow down"))
                        .answered(429)
                        .detail("reason", "trap")
                        .detail("trap", "other"),
                Story.of("a trap with a panic on standard error", unreachable)
                        .stderr("thread 'main' panicked\n at src/main.rs:1\n")
                        .detail("reason", "trap")
                        .detail("trap", "unreachable")
                        .detail("function", "abort")
                        .detail("stack", List.of("abort", "run", "_start"))
                        .detail("stderr", "thread 'main' panicked at src/main.rs:1")
                        .says("Its last words on standard error: “thread 'main' panicked at src/main.rs:1”."),
                Story.of("a trap after a refused growth", unreachable)
                        .refusedGrowth()
                        .is(FailureClass.RESOURCE_LIMIT_EXCEEDED, Boundary.SANDBOX, false)
                        .detail("limit", "memory")
                        .detail("configured", 1 << 20)
                        .detail("used", 2 << 20)
                        .says("2 MiB", "1 MiB", "`memory`"),
                Story.of("a trap after a refused growth and an error envelope", unreachable)
                        .refusedGrowth()
                        .stdout(error("out_of_memory", "no room"))
                        .is(FailureClass.RESOURCE_LIMIT_EXCEEDED, Boundary.SANDBOX, false)
                        .detail("limit", "memory")
                        .detail("configured", 1 << 20)
                        .detail("used", 2 << 20));
    }

    private static Stream<Story> exited() {
        return Stream.of(
                Story.exited("exit 3 and silence", 3, "")
                        .detail("reason", "exit")
                        .detail("exit_code", 3)
                        .says(CONNECTOR + " exited with code 3 and without a result."),
                Story.exited("exit 1 after a good output", 1, GOOD)
                        .detail("reason", "exit")
                        .detail("exit_code", 1),
                Story.exited("exit 1 after a failed exchange, without an envelope", 1, "")
                        .answered(503)
                        .detail("reason", "exit")
                        .detail("exit_code", 1),
                Story.exited("exit 0xffffffff is no timeout", 0xFFFF_FFFFL, "")
                        .stderr("timeout: deadline exceeded, fuel exhausted, out of memory")
                        .detail("reason", "exit")
                        .detail("exit_code", 4294967295L)
                        .detail("stderr", "timeout: deadline exceeded, fuel exhausted, out of memory")
                        .says("4294967295"),
                Story.exited("exit 0xefffffff is no timeout", 0xEFFF_FFFFL, "")
                        .detail("reason", "exit")
                        .detail("exit_code", 4026531839L),
                Story.exited("exit 2 shows the end of a long standard error", 2, "")
                        .stderr("start" + "x".repeat(2000) + "the end\n")
                        .detail("reason", "exit")
                        .detail("exit_code", 2)
                        .detail("stderr", "…" + "x".repeat(492) + "the end")
                        .says("xthe end”."),
                Story.exited("exit 2 after a refused growth", 2, "")
                        .refusedGrowth()
                        .is(FailureClass.RESOURCE_LIMIT_EXCEEDED, Boundary.SANDBOX, false)
                        .detail("limit", "memory")
                        .detail("configured", 1 << 20)
                        .detail("used", 2 << 20),
                Story.exited("exit 2 after a refused growth, with an envelope", 2, error("", "no room"))
                        .refusedGrowth()
                        .detail("reason", "reported")
                        .says("“no room”"),
                Story.exited("exit 1 with an envelope", 1, error("unknown_op", "op go is not known"))
                        .detail("reason", "reported")
                        .detail("claimed_class", "unknown_op")
                        .says("op go is not known"),
                Story.exited("exit 1 with an envelope and a failed exchange", 1, error("rate_limited", "slow"))
                        .answered(429)
                        .is(FailureClass.EXTERNAL_API_ERROR, Boundary.EXTERNAL, true)
                        .detail("status", 429)
                        .detail("host", HOST)
                        .detail("claimed_class", "rate_limited"),
                Story.exited("exit 0 and silence", 0, "")
                        .detail("reason", "bad_output")
                        .says("standard output is empty"));
    }

    /** An error that no evidence of the outside world supports. */
    private static Stream<Story> reported() {
        return Stream.of(
                Story.returned("an error without a class", "{\"error\":{\"message\":\"disk full\"}}")
                        .detail("reason", "reported")
                        .says(CONNECTOR + " reported an error. The connector says: “disk full”."),
                Story.returned("an error without words", "{\"error\":{\"message\":\"\\u202e \"}}")
                        .detail("reason", "reported")
                        .says("It does not say why."),
                Story.returned("an error with a class of null", "{\"error\":{\"class\":null,\"message\":\"m\"}}")
                        .detail("reason", "reported"),
                Story.returned(
                                "an error with details and more",
                                "{\"error\":{\"message\":\"m\",\"details\":{\"status\":503},\"retriable\":true}}")
                        .detail("reason", "reported")
                        .detail("connector", Map.of("status", 503L)),
                Story.returned("a class outside the set, without an exchange", error("graphql_error", "m"))
                        .detail("reason", "reported")
                        .detail("claimed_class", "graphql_error"),
                Story.returned("a class outside the set over a good answer", error("missing_scope", "m"))
                        .answered(200)
                        .detail("reason", "reported")
                        .detail("claimed_class", "missing_scope"),
                Story.returned("network_error over a good answer", error("network_error", "m"))
                        .answered(200)
                        .detail("reason", "reported")
                        .detail("claimed_class", "network_error"),
                Story.returned("network_error without an exchange", error("network_error", "m"))
                        .detail("reason", "reported")
                        .detail("claimed_class", "network_error"),
                Story.returned("external_api_error without an exchange", error("external_api_error", "m"))
                        .detail("reason", "reported")
                        .detail("claimed_class", "external_api_error"),
                Story.returned("a failed exchange before a good one", error("bridge_unreachable", "m"))
                        .answered(503)
                        .answered(200)
                        .detail("reason", "reported")
                        .detail("claimed_class", "bridge_unreachable"),
                Story.returned("connector_runtime_error over a good answer", error("connector_runtime_error", "my bug"))
                        .answered(200)
                        .detail("reason", "reported")
                        .detail("claimed_class", "connector_runtime_error")
                        .says("“my bug”"),
                Story.returned("an error in a panic's words", error("timeout", "wall_time limit exceeded"))
                        .detail("reason", "reported")
                        .detail("claimed_class", "timeout"));
    }

    private static Stream<Story> network() {
        return Stream.of(
                Story.returned("connector_runtime_error over a broken exchange", error("connector_runtime_error", "m"))
                        .refused()
                        .is(FailureClass.NETWORK_ERROR, Boundary.EXTERNAL, true)
                        .detail("kind", "connect_refused")
                        .detail("host", HOST)
                        .detail("claimed_class", "connector_runtime_error")
                        .says(NETWORK),
                Story.returned("details over a broken exchange", withDetails("x", "{\"try\":3}"))
                        .refused()
                        .is(FailureClass.NETWORK_ERROR, Boundary.EXTERNAL, true)
                        .detail("kind", "connect_refused")
                        .detail("host", HOST)
                        .detail("claimed_class", "x")
                        .detail("connector", Map.of("try", 3L)),
                Story.returned(
                                "a class outside the set over a broken exchange",
                                error("bridge_unreachable", "no bridge"))
                        .refused()
                        .is(FailureClass.NETWORK_ERROR, Boundary.EXTERNAL, true)
                        .detail("kind", "connect_refused")
                        .detail("host", HOST)
                        .detail("claimed_class", "bridge_unreachable")
                        .says(NETWORK, "The connector says: “no bridge”.", "Nothing was sent.", "try again"),
                Story.returned("no class over a broken exchange", "{\"error\":{\"message\":\"m\"}}")
                        .refused()
                        .is(FailureClass.NETWORK_ERROR, Boundary.EXTERNAL, true)
                        .detail("kind", "connect_refused")
                        .detail("host", HOST),
                Story.returned("external_api_error over a broken exchange", error("external_api_error", "m"))
                        .broken(NetworkFailureKind.RESET, "The connection to api.example.com:443 broke off.")
                        .sent()
                        .is(FailureClass.NETWORK_ERROR, Boundary.EXTERNAL, true)
                        .detail("kind", "reset")
                        .detail("host", HOST)
                        .detail("claimed_class", "external_api_error")
                        .says("broke off", "The connector says: “m”."),
                Story.returned("a broken exchange after one that went out", error("", "m"))
                        .answered(200)
                        .refused()
                        .is(FailureClass.NETWORK_ERROR, Boundary.EXTERNAL, true)
                        .detail("kind", "connect_refused")
                        .detail("host", HOST),
                Story.returned("an open breaker", error("", "m"))
                        .broken(NetworkFailureKind.CIRCUIT_OPEN, "The breaker of api.example.com:443 is open.")
                        .is(FailureClass.NETWORK_ERROR, Boundary.EXTERNAL, true)
                        .detail("kind", "circuit_open")
                        .detail("host", HOST));
    }

    private static Stream<Story> api() {
        return Stream.of(
                api("a 400", 400, false).says("correct the arguments"),
                api("a 401", 401, false).says(HOST + " answered 401.", "bind a new one"),
                api("a 403", 403, false).says("does not allow this"),
                api("a 404", 404, false).says("does not have it"),
                api("a 408", 408, false),
                api("a 409", 409, false).says("check it before you repeat the call"),
                api("a 412", 412, false).says("check it before you repeat the call"),
                api("a 425", 425, false),
                api("a 429", 429, true).says("slow down"),
                api("a 500", 500, true).says("try again later"),
                api("a 501", 501, false),
                api("a 503", 503, true),
                api("a 505", 505, false),
                api("a 529", 529, true),
                api("a 599", 599, true),
                claimed("connector_runtime_error over a 429 that says when", "connector_runtime_error")
                        .answered(429, "7", "")
                        .is(FailureClass.EXTERNAL_API_ERROR, Boundary.EXTERNAL, true)
                        .detail("status", 429)
                        .detail("host", HOST)
                        .detail("claimed_class", "connector_runtime_error")
                        .detail("retry_after", "7"),
                Story.returned("details over a 422", withDetails("x", "{\"errors\":\"title: invalid\"}"))
                        .answered(422)
                        .is(FailureClass.EXTERNAL_API_ERROR, Boundary.EXTERNAL, false)
                        .detail("status", 422)
                        .detail("host", HOST)
                        .detail("claimed_class", "x")
                        .detail("connector", Map.of("errors", "title: invalid")),
                claimed("a 429 that says when", "rate_limited")
                        .answered(429, "2", "")
                        .is(FailureClass.EXTERNAL_API_ERROR, Boundary.EXTERNAL, true)
                        .detail("status", 429)
                        .detail("host", HOST)
                        .detail("claimed_class", "rate_limited")
                        .detail("retry_after", "2")
                        .says("The service asks to wait 2 s."),
                claimed("a 403 that says when, as a code host answers who asks too often", "forbidden")
                        .answered(403, "2", "")
                        .is(FailureClass.EXTERNAL_API_ERROR, Boundary.EXTERNAL, true)
                        .detail("status", 403)
                        .detail("host", HOST)
                        .detail("claimed_class", "forbidden")
                        .detail("retry_after", "2")
                        .says("The service asks to wait 2 s."),
                claimed("a 503 that says when, in an unkind way", "x")
                        .answered(503, "\u202E7\u001b[2J", "")
                        .is(FailureClass.EXTERNAL_API_ERROR, Boundary.EXTERNAL, true)
                        .detail("status", 503)
                        .detail("host", HOST)
                        .detail("claimed_class", "x")
                        .detail("retry_after", "7[2J")
                        .says("The service asks to wait until “7[2J”"),
                claimed("a 503 that asks not to try again", "x")
                        .answered(503, "", "False ")
                        .is(FailureClass.EXTERNAL_API_ERROR, Boundary.EXTERNAL, false)
                        .detail("status", 503)
                        .detail("host", HOST)
                        .detail("claimed_class", "x")
                        .detail("should_retry", "False ")
                        .says("The service asks not to try again."),
                claimed("a 404 that asks to try again is not retriable for it", "x")
                        .answered(404, "", "true")
                        .is(FailureClass.EXTERNAL_API_ERROR, Boundary.EXTERNAL, false)
                        .detail("status", 404)
                        .detail("host", HOST)
                        .detail("claimed_class", "x")
                        .detail("should_retry", "true"),
                claimed("a logical error over a 200", "external_api_error")
                        .answered(200)
                        .is(FailureClass.EXTERNAL_API_ERROR, Boundary.EXTERNAL, false)
                        .detail("status", 200)
                        .detail("host", HOST)
                        .detail("claimed_class", "external_api_error")
                        .says("answered 200", "refused it"),
                claimed("a logical error over a 302", "external_api_error")
                        .answered(302)
                        .is(FailureClass.EXTERNAL_API_ERROR, Boundary.EXTERNAL, false)
                        .detail("status", 302)
                        .detail("host", HOST)
                        .detail("claimed_class", "external_api_error"),
                claimed("the last exchange counts, not the first", "x")
                        .refused()
                        .answered(500)
                        .answered(404)
                        .is(FailureClass.EXTERNAL_API_ERROR, Boundary.EXTERNAL, false)
                        .detail("status", 404)
                        .detail("host", HOST)
                        .detail("claimed_class", "x"),
                claimed("network_error over a 502", "network_error")
                        .answered(502)
                        .is(FailureClass.EXTERNAL_API_ERROR, Boundary.EXTERNAL, true)
                        .detail("status", 502)
                        .detail("host", HOST)
                        .detail("claimed_class", "network_error"));
    }

    private static Story api(String name, int status, boolean retriable) {
        return claimed(name, "unauthorized")
                .answered(status)
                .is(FailureClass.EXTERNAL_API_ERROR, Boundary.EXTERNAL, retriable)
                .detail("status", status)
                .detail("host", HOST)
                .detail("claimed_class", "unauthorized")
                .says("The connector says: “it failed”.");
    }

    static Story claimed(String name, String claim) {
        return Story.returned(name, error(claim, "it failed"));
    }

    /** Output that is neither a result nor an error; GuestReplyTest has every form of it. */
    private static Stream<Story> outputs() {
        return Stream.of(
                Story.returned("silence", "").detail("reason", "bad_output").says("standard output is empty"),
                Story.returned("silence after a failed exchange", "")
                        .answered(503)
                        .detail("reason", "bad_output"),
                Story.returned("an empty object", "{}")
                        .detail("reason", "bad_output")
                        .says("has neither an output nor an error"),
                Story.returned("an empty object of the public contract after a 503", "{}")
                        .ofThePublicContract()
                        .answered(503)
                        .detail("reason", "bad_output"),
                Story.returned("silence of the public contract after a broken exchange", "")
                        .ofThePublicContract()
                        .answered(200)
                        .refused()
                        .detail("reason", "bad_output"),
                Story.exited("an empty object of the public contract and exit 1", 1, "{}")
                        .ofThePublicContract()
                        .answered(200)
                        .detail("reason", "exit")
                        .detail("exit_code", 1),
                Story.returned("errors alone of the public contract", "{\"errors\":[]}")
                        .ofThePublicContract()
                        .detail("reason", "bad_output"),
                Story.returned("silence with last words", "")
                        .stderr("no args")
                        .detail("reason", "bad_output")
                        .detail("stderr", "no args")
                        .says("Its last words on standard error: “no args”."),
                Story.returned("silence after a refused growth", "")
                        .refusedGrowth()
                        .detail("reason", "bad_output"),
                Story.returned("both output and error", "{\"output\":{},\"error\":{\"message\":\"m\"}}")
                        .answered(503)
                        .detail("reason", "bad_output")
                        .says("has both an output and an error"));
    }

    private static String withDetails(String claim, String details) {
        return "{\"error\":{\"class\":\"" + claim + "\",\"message\":\"m\",\"details\":" + details + "}}";
    }

    static String error(String claim, String message) {
        return "{\"error\":{" + (claim.isEmpty() ? "" : "\"class\":\"" + escaped(claim) + "\",") + "\"message\":\""
                + escaped(message) + "\"}}";
    }

    static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        text.chars().forEach(c -> out.append(c < 0x20 ? String.format("\\u%04x", c) : Character.toString(c)));
        return out.toString();
    }
}
