package dev.airlock.cli.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.outcome.FailureText;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.conformance.scenarios.UpstreamDialer;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.CallRequest;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.OutcomeJson;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.address.AddressKind;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.imports.Import;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Learns the capabilities that one call needs. It makes the call with nothing granted, and repeats it with each denied capability granted,
 * until no more is denied. Nothing leaves the machine: a script answers, or every connection is refused. State is new each time, and no
 * credential is used.
 */
final class LearnRun {
    private static final int MOST_ROUNDS = 200;
    private static final String MADE_UP = "made-up-for-learning:not-a-secret";
    private static final String NOBODY = "[[exchange]]\nfault = \"connect_refused\"\n";

    /**
     * The subject of the learning.
     *
     * @param script the script that answers, if there is one
     * @param addresses the addresses that the user allows beside public ones
     */
    record Subject(
            ConnectorManifest declared,
            ConnectorFiles files,
            LoadOptions options,
            CallRequest call,
            Optional<UpstreamScript> script,
            AddressRules addresses) {}

    private record Learned(LearnedManifest manifest, Outcome outcome) {}

    private final Terminal terminal;
    private final Subject subject;

    LearnRun(Terminal terminal, Subject subject) {
        this.terminal = terminal;
        this.subject = subject;
    }

    /** Learns, prints the result and returns the exit code. */
    int run(Interruption interruption, boolean json) {
        Learned learned = learned();
        if (interruption.mayPrint()) {
            print(learned, json);
        }
        if (learned.outcome() instanceof Outcome.Cancelled) {
            return ExitCode.CANCELLED;
        }
        return denied(learned.outcome()).isPresent() ? ExitCode.FAILURE : ExitCode.SUCCESS;
    }

    private Learned learned() {
        LearnedManifest manifest = LearnedManifest.nothing(subject.declared(), subject.addresses(), imports());
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Outcome outcome = outcome(manifest);
            Optional<LearnedManifest> more = denied(outcome).flatMap(manifest::with);
            if (more.isEmpty()) {
                return new Learned(manifest, outcome);
            }
            manifest = more.get();
        }
        throw CommandProblem.configuration(
                "The connector asks for something new in each round; stopped after " + MOST_ROUNDS + " rounds.",
                List.of());
    }

    /** Returns the capability that the sandbox denied, if it denied one. */
    private static Optional<String> denied(Outcome outcome) {
        return outcome instanceof Outcome.Failed failed ? denied(failed.failure()) : Optional.empty();
    }

    private static Optional<String> denied(Failure failure) {
        return failure.cause() instanceof Cause.Denied denied ? Optional.of(denied.requested()) : Optional.empty();
    }

    private List<String> imports() {
        try {
            return Import.of(WasmModuleReader.read(subject.files().module(), ModuleLimits.DEFAULT)).stream()
                    .filter(Import::isHostFunction)
                    .map(Import::name)
                    .distinct()
                    .sorted()
                    .toList();
        } catch (ModuleRefused e) {
            throw CommandProblem.configuration(
                    "The module cannot be read. " + e.reason().sentence(), List.of());
        }
    }

    private Outcome outcome(LearnedManifest learned) {
        UpstreamScript script = subject.script().orElseGet(LearnRun::nobody);
        List<String> grants =
                learned.hosts().stream().map(NetworkGrant::toString).toList();
        ConnectorFiles tried = new ConnectorFiles(
                        learned.toml().getBytes(StandardCharsets.UTF_8),
                        subject.files().module(),
                        subject.files().identity().orElseThrow())
                .setTo(subject.files().settings());
        try (ScriptedUpstream upstream = ScriptedUpstream.start(script, grants);
                Airlock airlock = airlock(upstream)) {
            return airlock.call(tried, subject.options().withTier(Tier.INTERPRETED), subject.call())
                    .outcome();
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    "The scripted upstream cannot listen on the loopback interface.", List.of());
        }
    }

    private Airlock airlock(ScriptedUpstream upstream) {
        Map<String, String> secrets = new HashMap<>();
        for (CredentialKind kind :
                List.of(CredentialKind.API_KEY, CredentialKind.BEARER, CredentialKind.OAUTH2, CredentialKind.BASIC)) {
            secrets.put(kind.word(), MADE_UP);
        }
        subject.declared().capabilities().credentials().all().stream()
                .filter(declared -> declared.kind() != CredentialKind.AWS_SIGV4)
                .forEach(declared -> secrets.put(declared.word(), MADE_UP));
        secrets.putAll(upstream.bindings());
        return RunEnvironment.withCodeCache(terminal, Airlock.builder())
                .unrecorded()
                .withoutRecovery()
                .addresses(subject.addresses())
                .withScriptedWorld(UpstreamDialer.to(upstream), CredentialSource.of(secrets))
                .start();
    }

    private static UpstreamScript nobody() {
        return ((ScriptReading.Valid) UpstreamScript.parse("nobody.toml", NOBODY)).script();
    }

    private void print(Learned learned, boolean json) {
        if (json) {
            terminal.out().println(SafeJson.line(document(learned)));
            return;
        }
        terminal.out()
                .println("# What one call of " + subject.call().op() + " needs. Nothing was sent to any service.");
        learned.manifest()
                .needLeave()
                .forEach(host -> terminal.out().println("# It works only with --allow-private " + host + "."));
        terminal.out().print(learned.manifest().toml());
        learned.manifest()
                .unused()
                .forEach(line -> terminal.err().println("declared and not used by this call: " + line));
        if (learned.outcome() instanceof Outcome.Failed failed) {
            new FailureText(terminal).print(failed.failure());
            terminal.err().println("hint: " + hint(failed.failure()));
        }
    }

    private String hint(Failure failure) {
        if (failure.failureClass() == FailureClass.CAPABILITY_DENIED) {
            return denied(failure)
                    .flatMap(LearnRun::leave)
                    .orElse(
                            "the call ended here, and no grant that --learn can add allows it; later needs were not seen.");
        }
        return subject.script().isPresent()
                ? "the call ended here; a call that succeeds may need more."
                : "no service answered; name a script that answers with --upstream FILE, to see more of the call.";
    }

    /** Returns the way to continue past a host that the user has to allow. */
    private static Optional<String> leave(String requested) {
        return NetworkGrant.parse(requested)
                .optional()
                .map(grant -> grant.address().host())
                .filter(host -> AddressRules.kindOf(host)
                        .filter(kind -> !kind.isNeverReached() && kind != AddressKind.PUBLIC)
                        .isPresent())
                .map(host -> "the call ended here; --allow-private " + host + " lets it continue, and adds its host.");
    }

    private static ObjectNode document(Learned learned) {
        LearnedManifest manifest = learned.manifest();
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ObjectNode needs = document.putObject("needs");
        manifest.hosts().stream().map(NetworkGrant::toString).forEach(needs.putArray("hosts")::add);
        manifest.credentials().stream()
                .filter(known -> known.name().isEmpty())
                .forEach(known -> needs.put("credential", known.word()));
        manifest.credentials().stream()
                .flatMap(known -> known.name().stream())
                .forEach(name -> needs.withArray("credentials").add(name));
        manifest.imports().forEach(needs.putArray("imports")::add);
        needs.put("state", manifest.state());
        document.put("manifest", manifest.toml());
        manifest.unused().forEach(document.putArray("unused")::add);
        document.set("outcome", OutcomeJson.of(learned.outcome()));
        return document;
    }
}
