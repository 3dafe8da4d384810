package dev.airlock.runtime.recovery.call;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.runtime.files.IntegrityCheck;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.boundary.CircuitFailure;
import dev.airlock.sandbox.host.CircuitGate;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.load.Connector;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An operation of a loaded connector. Does not start a connector that was altered or is no longer trusted, nor one that may reach a single
 * host whose circuit is open. Checks an attempt that waited for memory once more.
 *
 * @param sandbox the sandbox that loaded it
 * @param loaded the connector
 * @param op the operation's name
 * @param circuits the gate, shared with the sandbox
 * @param integrity checks that the connector is still the one that was loaded
 * @param credentials the source of its secrets; empty: the connector's own
 */
public record ConnectorTarget(
        Sandbox sandbox,
        Connector loaded,
        String op,
        CircuitGate circuits,
        IntegrityCheck integrity,
        Optional<CredentialSource> credentials)
        implements Target {
    /** Creates an operation without an integrity check: changes to the connector's files do not affect it. */
    public ConnectorTarget(Sandbox sandbox, Connector loaded, String op, CircuitGate circuits) {
        this(sandbox, loaded, op, circuits, IntegrityCheck.NONE);
    }

    /** Creates an operation that uses the connector's own secrets. */
    public ConnectorTarget(
            Sandbox sandbox, Connector loaded, String op, CircuitGate circuits, IntegrityCheck integrity) {
        this(sandbox, loaded, op, circuits, integrity, Optional.empty());
    }

    @Override
    public ConnectorManifest manifest() {
        return loaded.manifest();
    }

    @Override
    public Duration wallTime() {
        return Duration.ofMillis(loaded.limits().get(LimitName.WALL_TIME));
    }

    @Override
    public Outcome attempt(Call call) {
        Supplier<Optional<Failure>> lastLook = () -> withdrawal(call.auditId());
        return credentials
                .map(source -> sandbox.invoke(loaded, call, lastLook, source))
                .orElseGet(() -> sandbox.invoke(loaded, call, lastLook));
    }

    @Override
    public Optional<Failure> certainFailure(AuditId auditId) {
        return withdrawal(auditId).or(() -> openCircuit(auditId));
    }

    @Override
    public Optional<Failure> withdrawal(AuditId auditId) {
        return integrity.failure(auditId);
    }

    private Optional<Failure> openCircuit(AuditId auditId) {
        List<NetworkGrant> grants = manifest().capabilities().grants();
        if (grants.size() != 1) {
            return Optional.empty();
        }
        HostPort host = grants.get(0).address();
        return circuits.certainRefusal(connector(), host)
                .map(refusal -> CircuitFailure.of(auditId, host.toString(), refusal.result()));
    }
}
