package dev.airlock.cli.environment;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Faults;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.conformance.scenarios.UpstreamDialer;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.hosts.Host;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.AirlockBuilder;
import dev.airlock.runtime.files.Home;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.cache.CacheUnusableException;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import dev.airlock.upstreams.toml.ScriptProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The environment of one run of the command: the network, or a scripted upstream in its place. */
public final class RunEnvironment implements AutoCloseable {
    /**
     * The bound for writes to the audit log. It is longer than elsewhere, because nothing else waits for a command, and creating the first
     * log is slow on a busy machine.
     */
    public static final Duration AUDIT_BOUND = Duration.ofSeconds(15);

    private final AirlockBuilder airlock;
    private final Optional<ScriptedUpstream> upstream;

    private RunEnvironment(AirlockBuilder airlock, Optional<ScriptedUpstream> upstream) {
        this.airlock = airlock;
        this.upstream = upstream;
    }

    /**
     * Opens the environment for calls of some connectors.
     *
     * @param scripts the scripts that replace the network, in which the first rule that matches answers; empty for the network
     * @param allowPrivate hosts that may have an address that is not public
     */
    public static RunEnvironment open(
            Terminal terminal,
            Faults faults,
            List<ConnectorManifest> manifests,
            List<Path> scripts,
            List<String> allowPrivate) {
        AirlockBuilder airlock = UserDatabase.in(terminal, withCodeCache(terminal, Airlock.builder()))
                .home(UserFolders.data(terminal))
                .actor(actor(!scripts.isEmpty()))
                .auditBound(AUDIT_BOUND)
                .addresses(addresses(allowPrivate))
                .listener(new FaultLines(terminal, faults));
        if (scripts.isEmpty()) {
            return new RunEnvironment(airlock, Optional.empty());
        }
        ScriptedUpstream running = start(terminal, scripts, manifests);
        return new RunEnvironment(
                airlock.withScriptedWorld(UpstreamDialer.to(running), bindings(running)), Optional.of(running));
    }

    /** Returns the settings with this user's cache of compiled code, if it can be used. */
    public static AirlockBuilder withCodeCache(Terminal terminal, AirlockBuilder settings) {
        return codeCache(terminal).map(settings::codeCache).orElseGet(settings::withoutCodeCache);
    }

    /** Returns the actor of the calls, which is a separate one if a script replaces the network. */
    public static String actor(boolean scripted) {
        return scripted ? "local (scripted)" : "local";
    }

    /** Returns the settings of an Airlock in this environment. */
    public AirlockBuilder airlock() {
        return airlock;
    }

    /**
     * Returns facts about the run for the script's author: requests that no rule matched, and failed connections.
     *
     * @param outcome the outcome of the run; if the host ended it, broken connections are normal and omitted
     */
    public List<String> reportLines(Outcome outcome) {
        return upstream.map(running -> {
                    var report = running.report();
                    Stream<String> notes = wasEnded(outcome) ? Stream.of() : report.notes().stream();
                    return Stream.concat(report.unmatched().stream(), notes)
                            .map(ForeignText::clean)
                            .toList();
                })
                .orElse(List.of());
    }

    private static boolean wasEnded(Outcome outcome) {
        return outcome instanceof Outcome.Cancelled
                || (outcome instanceof Outcome.Failed failed
                        && failed.failure().failureClass() == FailureClass.RESOURCE_LIMIT_EXCEEDED);
    }

    @Override
    public void close() {
        upstream.ifPresent(ScriptedUpstream::close);
    }

    /**
     * Opens the cache of compiled code; empty if it cannot be used. Without a cache everything is compiled each time, which is only slow.
     */
    public static Optional<CodeCache> codeCache(Terminal terminal) {
        try {
            return Optional.of(CodeCache.open(
                    Home.codeIn(UserFolders.cache(terminal)),
                    UserFolders.home(terminal).codeKey(),
                    CodeCache.STANDARD_SIZE));
        } catch (CacheUnusableException e) {
            terminal.err().println("airlock: compiled code is not kept. " + e.getMessage());
        } catch (IOException e) {
            terminal.err()
                    .println("airlock: compiled code is not kept, since its folder cannot be used."
                            + " Set AIRLOCK_CACHE and AIRLOCK_HOME to folders of your own.");
        }
        return Optional.empty();
    }

    /** Opens the cache for a command that writes nothing; empty if no cache was filled, or if it cannot be used, without a message. */
    public static Optional<CodeCache> filledCodeCache(Terminal terminal) {
        Path folder = Home.codeIn(UserFolders.cache(terminal));
        Path key = UserFolders.home(terminal).codeKey();
        try {
            return Files.isDirectory(folder) && Files.isRegularFile(key)
                    ? Optional.of(CodeCache.open(folder, key, CodeCache.STANDARD_SIZE))
                    : Optional.empty();
        } catch (CacheUnusableException | IOException e) {
            return Optional.empty(); // everything is validated then
        }
    }

    /** Returns the rules for addresses, from {@code --allow-private}. */
    public static AddressRules addresses(List<String> allowPrivate) {
        Set<Host> hosts = new HashSet<>();
        for (String text : allowPrivate) {
            Parsed<Host> host = Host.parse(text);
            if (host instanceof Parsed.Wrong<Host> wrong) {
                String alone = text.replaceFirst(":\\d+$", "");
                throw CommandProblem.usage("--allow-private: "
                        + (!alone.equals(text) && Host.parse(alone).optional().isPresent()
                                ? "leave the port out: --allow-private " + alone
                                : wrong.message())
                        + ".");
            }
            hosts.add(host.orThrow());
        }
        return new AddressRules(hosts);
    }

    private static ScriptedUpstream start(Terminal terminal, List<Path> scripts, List<ConnectorManifest> manifests) {
        UpstreamScript script =
                together(scripts.stream().map(typed -> script(terminal, typed)).toList());
        try {
            return ScriptedUpstream.start(
                    script,
                    manifests.stream()
                            .flatMap(manifest -> manifest.capabilities().grants().stream())
                            .map(NetworkGrant::toString)
                            .distinct()
                            .toList());
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    "The scripted upstream cannot listen on the loopback interface.", List.of());
        }
    }

    /** Returns several scripts as one. A binding must have the same secret in all scripts that have it. */
    private static UpstreamScript together(List<UpstreamScript> scripts) {
        Map<String, String> bindings = new HashMap<>();
        for (UpstreamScript script : scripts) {
            script.bindings().forEach((kind, secret) -> {
                if (!bindings.merge(kind, secret, (first, second) -> first).equals(secret)) {
                    throw CommandProblem.configuration(
                            "Two of the upstream scripts bind " + kind
                                    + " to different secrets; write the same in both.",
                            List.of());
                }
            });
        }
        return new UpstreamScript(
                scripts.stream().map(UpstreamScript::fileName).collect(Collectors.joining(", ")),
                bindings,
                scripts.stream().flatMap(script -> script.exchanges().stream()).toList());
    }

    /** Reads a script, under the name that a person typed. */
    public static UpstreamScript script(Terminal terminal, Path typed) {
        ScriptReading reading = UpstreamScript.read(terminal.resolve(typed));
        String name = TypedFile.shown(typed);
        if (reading instanceof ScriptReading.Valid valid) {
            return new UpstreamScript(
                    name, valid.script().bindings(), valid.script().exchanges());
        }
        throw CommandProblem.configuration(
                "The upstream script cannot be used; correct it and run the command again.",
                ((ScriptReading.Invalid) reading)
                        .problems().stream()
                                .map(p -> new ScriptProblem(name, p.line(), p.column(), p.wrong(), p.right()))
                                .map(ScriptProblem::toString)
                                .toList());
    }

    private static CredentialSource bindings(ScriptedUpstream upstream) {
        try {
            return CredentialSource.of(upstream.bindings());
        } catch (IllegalArgumentException e) {
            throw CommandProblem.configuration("[bindings] in the upstream script: " + e.getMessage() + ".", List.of());
        }
    }
}
