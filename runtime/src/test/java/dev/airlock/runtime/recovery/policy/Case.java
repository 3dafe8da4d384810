package dev.airlock.runtime.recovery.policy;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Boundary;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Denial;
import dev.airlock.failures.Failure;
import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.failures.Reason;
import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.WallTimeIn;
import dev.airlock.failures.text.Details;
import dev.airlock.manifests.Declared;
import dev.airlock.sandbox.evidence.CallEvidence;
import dev.airlock.sandbox.evidence.Exchange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** One row of {@code testdata/recovery/decisions.txt}, whose header defines the columns. */
record Case(
        String name,
        Failure failure,
        CallEvidence evidence,
        Declared declared,
        CallSource source,
        RetryPolicy policy,
        String verdict,
        String recovery,
        String then) {
    static final AuditId AUDIT_ID = new AuditId("audit-00000000-0000-4000-8000-000000000001");
    private static final String HOST = "api.example.com:443";
    private static final Path FILE =
            Path.of(System.getProperty("airlock.root")).resolve("testdata/recovery/decisions.txt");

    static List<Case> all() {
        try {
            return Files.readAllLines(FILE).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .skip(1)
                    .map(line -> of(Arrays.stream(line.split("\\|", -1))
                            .map(String::strip)
                            .toList()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Case of(List<String> cells) {
        return new Case(
                cells.get(0),
                failure(cells.get(1)),
                evidence(cells.get(2)),
                Arrays.stream(Declared.values())
                        .filter(one -> one.wireName().equals(cells.get(3)))
                        .findFirst()
                        .orElseThrow(),
                Arrays.stream(CallSource.values())
                        .filter(one -> one.wireName().equals(cells.get(4)))
                        .findFirst()
                        .orElseThrow(),
                policy(cells.get(5)),
                cells.get(6),
                cells.get(7),
                cells.get(8));
    }

    static CallEvidence evidence(String requests) {
        return new CallEvidence(Arrays.stream(requests.split(" "))
                .filter(word -> !word.isEmpty())
                .map(Case::request)
                .toList());
    }

    private static CallEvidence.Request request(String word) {
        String method = word.split("[+:=]")[0];
        boolean refused = word.contains("=")
                && new Exchange.Answered(Integer.parseInt(word.substring(word.indexOf('=') + 1)), "", "").saysNotDone();
        return new CallEvidence.Request(method, !word.endsWith(":unsent"), word.contains("+key"), refused);
    }

    private static RetryPolicy policy(String text) {
        String[] words = text.split(" ");
        if (words.length == 1) {
            return RetryPreset.named(text).orElseThrow().policy();
        }
        Set<Verdict> verdicts = EnumSet.of(Verdict.ofWireName(words[1]).orElseThrow());
        if (words[0].equals("also")) {
            verdicts.addAll(RetryPolicy.STANDARD_CLASSIFIER);
        }
        return RetryPolicy.standard().withClassifier(verdicts);
    }

    static Failure failure(String text) {
        List<String> words = new ArrayList<>(List.of(text.split(" ")));
        boolean retriable = words.contains("retriable");
        String first = words.get(0);
        if (Character.isDigit(first.charAt(0))) {
            Cause.Answered answered = new Cause.Answered(
                    Integer.parseInt(first),
                    HOST,
                    said(words, "claimed"),
                    Optional.empty(),
                    said(words, "retry_after"),
                    said(words, "should_retry"));
            return Failure.externalApiError(AUDIT_ID, answered, "It answered " + first + ".", "", "", Details.none());
        }
        return switch (first) {
            case "network" ->
                Failure.networkError(
                        AUDIT_ID,
                        new Cause.Broken(
                                NetworkFailureKind.ofWireName(words.get(1)).orElseThrow(), HOST),
                        "It broke: " + words.get(1) + ".",
                        "",
                        Details.none());
            case "circuit" -> circuit(words.get(1));
            case "limit" ->
                Failure.resourceLimitExceeded(
                        AUDIT_ID, LimitName.ofWireName(words.get(1)).get(0), 1, 2, before(words));
            case "host_busy" -> Failure.hostBusy(AUDIT_ID, new Cause.HostBusy(2, 1, 3));
            case "reason" ->
                Failure.connectorRuntimeError(
                        AUDIT_ID,
                        Reason.ofWireName(words.get(1)).orElseThrow(),
                        "It went wrong: " + words.get(1) + ".",
                        Details.none());
            case "denied" ->
                Failure.capabilityDenied(
                        AUDIT_ID,
                        Boundary.ofWireName(words.get(1)).orElseThrow(),
                        new Denial("It asked for something", "something", List.of(), ""));
            case "binding_required" -> Failure.bindingRequired(AUDIT_ID, "a connector", "api_key", "Bind one.");
            case "binding_failed" ->
                Failure.bindingFailed(
                        AUDIT_ID,
                        "a connector",
                        new Cause.BindingRefused("api_key", Optional.empty()),
                        "It is gone.",
                        "Rebind it.",
                        retriable);
            case "hash" -> Failure.hashMismatch(AUDIT_ID, "a connector", "sha256:0", "sha256:1", "Install it anew.");
            case "signature" -> Failure.signatureFailure(AUDIT_ID, "a connector", "It is another's.", "Ask them.");
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static BeforeLimit before(List<String> words) {
        return new BeforeLimit(
                words.size() > 2 ? WallTimeIn.ofWireName(words.get(2)) : Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Failure circuit(String last) {
        OptionalInt status = NetworkFailureKind.ofWireName(last).isPresent()
                ? OptionalInt.empty()
                : OptionalInt.of(Integer.parseInt(last));
        return Failure.circuitOpen(
                AUDIT_ID,
                new Cause.CircuitOpen(HOST, status, Instant.parse("2026-11-29T12:00:00Z")),
                "Open.",
                "",
                Details.none());
    }

    /** Returns the text after {@code name=} among the words; may be empty. */
    private static String said(List<String> words, String name) {
        return words.stream()
                .filter(word -> word.startsWith(name + "="))
                .map(word -> word.substring(name.length() + 1))
                .findFirst()
                .orElse("");
    }

    @Override
    public String toString() {
        return name;
    }
}
