package dev.airlock.sandbox.host;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.HttpTransport;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.url.UrlRecording;

/**
 * The environment of one loaded connector's host functions; the same for all its calls.
 *
 * @param manifest the connector's grants
 * @param limits the limits of a call, after policy and flags
 * @param addresses which hosts the embedder allows on its own network; the same rules as the dialer's
 * @param credentials the connector's secrets
 * @param transport carries out requests
 * @param circuits decides which hosts get no requests at the moment
 * @param urls how much of a request's URL the evidence keeps
 * @param clock the time that signatures bear
 */
public record HostEnvironment(
        ConnectorManifest manifest,
        Limits limits,
        AddressRules addresses,
        CredentialSource credentials,
        HttpTransport transport,
        CircuitGate circuits,
        UrlRecording urls,
        Clock clock) {}
