package dev.airlock.runtime.recovery;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.failures.text.Details;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.evidence.Exchange.KeyPlace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/** Random outcomes, each of which takes some virtual time: input for properties that hold in any world. */
final class ScriptedTarget implements Target {
    private static final int[] STATUSES = {
        200, 400, 401, 403, 404, 408, 409, 412, 422, 425, 429, 500, 501, 502, 503, 529
    };

    private static final ConnectorManifest MANIFEST = ManifestReader.read(
                    "manifest.toml", "[connector]\nname = \"local://tests/scripted\"\nversion = \"1.0.0\"\n")
            .orThrow();

    private final VirtualTime time;
    private final SplittableRandom random;
    private final Duration wallTime;
    final List<Call> calls = new ArrayList<>();
    final List<Duration> starts = new ArrayList<>();
    final List<Outcome> outcomes = new ArrayList<>();

    ScriptedTarget(VirtualTime time, long seed, Duration wallTime) {
        this.time = time;
        this.random = new SplittableRandom(seed);
        this.wallTime = wallTime;
    }

    @Override
    public ConnectorManifest manifest() {
        return MANIFEST;
    }

    @Override
    public String op() {
        return "run";
    }

    @Override
    public Duration wallTime() {
        return wallTime;
    }

    @Override
    public Optional<Failure> certainFailure(AuditId auditId) {
        return Optional.empty();
    }

    @Override
    public Outcome attempt(Call call) {
        calls.add(call);
        starts.add(time.elapsed());
        time.advance(Duration.ofMillis(Math.min(call.wallMillis().orElseThrow(), random.nextInt(1, 800))));
        Outcome outcome = outcome(call.auditId());
        outcomes.add(outcome);
        return outcome;
    }

    private Outcome outcome(AuditId id) {
        if (random.nextInt(8) == 0) {
            return new Outcome.Succeeded(
                    RecoveryBench.json("{}"), List.of(), Usage.none(0), transcript(new Exchange.Answered(200, "", "")));
        }
        return random.nextInt(3) == 0 ? broken(id) : answered(id);
    }

    private Outcome broken(AuditId id) {
        NetworkFailureKind kind =
                List.of(NetworkFailureKind.values()).get(random.nextInt(NetworkFailureKind.values().length - 1));
        Failure failure = Failure.networkError(
                id, new Cause.Broken(kind, "api.example.com:443"), "It broke.", "", Details.none());
        return failed(failure, new Exchange.Broken(kind, "It broke."));
    }

    private Outcome answered(AuditId id) {
        int status = STATUSES[random.nextInt(STATUSES.length)];
        String retryAfter = random.nextInt(4) == 0 ? Integer.toString(random.nextInt(20)) : "";
        String shouldRetry = random.nextInt(10) == 0 ? "false" : "";
        Cause.Answered answered =
                new Cause.Answered(status, "api.example.com:443", "", Optional.empty(), retryAfter, shouldRetry);
        Failure failure = Failure.externalApiError(id, answered, "It answered.", "", "", Details.none());
        return failed(failure, new Exchange.Answered(status, retryAfter, ""));
    }

    private Outcome failed(Failure failure, Exchange.Result result) {
        return new Outcome.Failed(failure, Usage.none(0), transcript(result));
    }

    private Transcript transcript(Exchange.Result result) {
        String method = random.nextBoolean() ? "GET" : "POST";
        Set<KeyPlace> key = random.nextInt(3) > 0 ? Set.of(KeyPlace.HEADER) : Set.of();
        boolean sent = result instanceof Exchange.Answered || random.nextBoolean();
        Exchange exchange = new Exchange(
                new Exchange.RequestLine(method, UrlScheme.HTTPS, "api.example.com:443", "/"),
                1,
                0,
                Optional.empty(),
                new Exchange.Delivery(sent, key, false, Optional.empty(), 0, 0, 0, 0),
                result);
        return new Transcript(List.of(), "", List.of(exchange), Map.of());
    }
}
