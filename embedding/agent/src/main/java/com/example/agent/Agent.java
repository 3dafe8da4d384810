package com.example.agent;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.AirlockBuilder;
import dev.airlock.runtime.CallRequest;
import dev.airlock.runtime.CallResult;
import dev.airlock.runtime.HostedConnector;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A connector that looks up countries, and a scripted service in the place of the one that it asks. */
public final class Agent implements AutoCloseable {
    private final ScriptedUpstream service;
    private final Airlock airlock;
    private final HostedConnector connector;

    /** @param folder where the connector lies, with the script of its service */
    public Agent(Path folder, AirlockBuilder settings) throws IOException {
        UpstreamScript script = ((ScriptReading.Valid) UpstreamScript.read(folder.resolve("upstream.toml"))).script();
        this.service = ScriptedUpstream.start(script, List.of("countries.example.com:443"));
        this.airlock = settings.dialer(dialer(service)).build();
        this.connector = airlock.load(folder).orThrow();
    }

    /** The capital of Côte d'Ivoire. */
    public String capital() {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("code", "CI");
        CallResult result = airlock.call(connector, CallRequest.of("find_country", arguments));
        return result.output()
                .map(output -> output.path("country").path("capital").asText())
                .orElseGet(() -> result.failure().map(Object::toString).orElse("cancelled"));
    }

    @Override
    public void close() {
        airlock.close();
        service.close();
    }

    /** Calls the connector in a folder once, with everything in memory or in a home: {@code Agent FOLDER [HOME]}. */
    public static void main(String[] args) throws IOException {
        AirlockBuilder settings = Airlock.builder();
        try (Agent agent = new Agent(Path.of(args[0]), args.length > 1 ? settings.home(Path.of(args[1])) : settings)) {
            System.out.println("The capital is " + agent.capital());
        }
    }

    private static ScriptedDialer dialer(ScriptedUpstream service) {
        return new ScriptedDialer(
                (scheme, target) -> {
                    try {
                        return Optional.of(service.dial(target.host().toString(), target.port(), true));
                    } catch (UnknownHostException e) {
                        return Optional.empty();
                    }
                },
                service.trustManager());
    }
}
