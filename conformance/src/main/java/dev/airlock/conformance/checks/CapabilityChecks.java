package dev.airlock.conformance.checks;

import dev.airlock.conformance.trial.DenialTrial;
import dev.airlock.conformance.trial.Judgement;
import dev.airlock.conformance.trial.Trials;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.HostFunction;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.wasm.format.Extern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks of the declared capabilities that a connector uses, and of its reaction to denials. */
public final class CapabilityChecks {
    /** The number of times that a language's runtime may look for files in one call. */
    private static final int STORM = 100;

    private CapabilityChecks() {}

    public static Judgement allUsed(Bench bench) {
        ConnectorManifest.Capabilities asked = bench.subject().manifest().capabilities();
        if (asked.grants().isEmpty()
                && asked.credentials().isEmpty()
                && asked.imports().orElse(List.of()).isEmpty()
                && !asked.state()) {
            return new Judgement.NotApplicable("The manifest asks for nothing.");
        }
        List<String> findings = new ArrayList<>(unusedImports(bench));
        if (asked.grants().isEmpty()) {
            asked.credentials().all().stream()
                    .limit(1)
                    .forEach(unused -> findings.add("The manifest asks for a credential but for no host."));
            return Judgement.of(findings);
        }
        Trials trials = bench.trials();
        if (trials.untried().isEmpty() && !trials.idle()) {
            findings.addAll(unusedInCalls(trials, asked));
        } else if (findings.isEmpty()) {
            return new Judgement.NotExercised(
                    trials.idle()
                            ? "The manifest declares no operations that could be called."
                            : trials.notExercised());
        }
        return Judgement.of(findings);
    }

    private static List<String> unusedInCalls(Trials trials, ConnectorManifest.Capabilities asked) {
        List<Exchange> exchanges = trials.undisturbed().stream()
                .flatMap(seen -> seen.outcome().transcript().exchanges().stream())
                .toList();
        Set<String> hosts = exchanges.stream().map(Exchange::host).collect(Collectors.toSet());
        List<String> unused = new ArrayList<>();
        asked.grants().stream()
                .filter(grant -> !hosts.contains(grant.address().toString()))
                .map(grant -> "No call used " + grant + ", which the manifest asks for. Remove it, or add a scenario in"
                        + " tests/ that needs it.")
                .forEach(unused::add);
        if (!asked.credentials().isEmpty()
                && exchanges.stream().noneMatch(exchange -> exchange.binding().isPresent())) {
            unused.add("No request used the credential that the manifest asks for.");
        }
        return unused;
    }

    /** Returns the declared host functions that the module does not import. */
    private static List<String> unusedImports(Bench bench) {
        Set<String> imported = bench.with(
                bench.standard(),
                session -> session.connector()
                        .map(connector -> connector.module().imports().stream()
                                .map(Extern.Import::name)
                                .collect(Collectors.toSet()))
                        .orElse(Set.of()));
        ConnectorManifest.Capabilities capabilities = bench.subject().manifest().capabilities();
        Stream<String> functions = capabilities.imports().orElse(List.of()).stream()
                .filter(name -> !imported.contains(name))
                .map(name ->
                        "The manifest declares the host function " + name + ", and the module does not import it.");
        boolean usesState = Stream.of(HostFunction.values())
                .filter(function -> function.capability() == HostFunction.Capability.STATE)
                .anyMatch(function -> imported.contains(function.wireName()));
        Stream<String> state = capabilities.state() && !usesState
                ? Stream.of("The manifest asks for state, and the module imports no function of it.")
                : Stream.empty();
        return Stream.concat(functions, state).toList();
    }

    public static Judgement denied(Bench bench) {
        return bench.trials()
                .judgeExchanges(trial -> trial.denials().stream()
                        .filter(denial -> !denial.isDenied())
                        .map(denial -> denial.describe() + "."));
    }

    public static Judgement nothingHalfDone(Bench bench) {
        return bench.trials()
                .judgeExchanges(trial -> trial.denials().stream()
                        .filter(DenialTrial::isDenied)
                        .flatMap(denial ->
                                denial.done().map(done -> denial.describe() + ", and " + done + " was done before.")));
    }

    public static Judgement noDenialStorm(Bench bench) {
        return bench.trials()
                .judge(trial -> Stream.of(trial.undisturbed())
                        .flatMap(seen -> seen.outcome().transcript().refusedSystemCalls().entrySet().stream())
                        .filter(refused -> refused.getValue() > STORM)
                        .map(refused -> trial.call().name() + " called " + refused.getKey() + " " + refused.getValue()
                                + " times in one call, and was refused each time."));
    }
}
