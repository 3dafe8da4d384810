package dev.airlock.runtime;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.nio.file.Path;
import java.util.List;

/** An application that embeds Airlock, calls a prebuilt connector once, and closes everything. */
public final class EmbeddingProcess {
    private static final Path LOOKUP =
            Path.of(System.getProperty("airlock.root")).resolve("sample-connectors/lookup-assemblyscript");

    private EmbeddingProcess() {}

    /**
     * Runs the application.
     *
     * @param args the home, if it has one
     */
    public static void main(String[] args) throws Exception {
        AirlockBuilder settings =
                args.length == 0 ? Airlock.builder() : Airlock.builder().home(Path.of(args[0]));
        UpstreamScript script = ((ScriptReading.Valid) UpstreamScript.read(LOOKUP.resolve("upstream.toml"))).script();
        try (ScriptedUpstream upstream = ScriptedUpstream.start(script, List.of("countries.example.com:443"));
                Airlock airlock =
                        settings.dialer(ScriptedWorld.dialer(upstream)).build()) {
            HostedConnector lookup = airlock.load(LOOKUP).orThrow();
            ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("code", "CI");
            CallRequest request =
                    CallRequest.of("find_country", arguments).withKey("key-1").inConversation("thread-1");
            System.out.println(airlock.call(lookup, request).output().orElseThrow());
            airlock.awaitCompilation();
        }
    }
}
