package dev.airlock.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.actions.source.ConnectorFolders;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Actions of the connectors in {@code testdata/cli}, for a host that finds them there. */
final class HostedActions {
    static final Path CLI = Path.of(System.getProperty("airlock.root")).resolve("testdata/cli");
    static final String HOST = "api.example.com:443";
    static final String ERRANDS = "local://tests/errands";
    static final String WORKS = "[[exchange]]\nrespond = { status = 200, body = '{}' }\n";

    private HostedActions() {}

    /** Returns the source of the connectors. */
    static ConnectorFolders connectors() {
        return new ConnectorFolders(List.of(CLI.resolve("errands"), CLI.resolve("echo")));
    }

    /** Returns an action with these tables. */
    static Action action(String name, String tables) throws IOException {
        String text = "+++\nname = \"" + name + "\"\nversion = \"1.0.0\"\n" + pin("errands", ERRANDS, "run")
                + pin("echo", "local://cli/echo", "echo") + tables + "\n+++\nDoes what the test wants.\n";
        return ActionReader.read(name + ".md", text).orThrow();
    }

    private static String pin(String folder, String name, String op) throws IOException {
        String hash = new ConnectorFiles(
                        Files.readAllBytes(CLI.resolve(folder).resolve("manifest.toml")),
                        Files.readAllBytes(CLI.resolve(folder).resolve("connector.wasm")))
                .hash();
        return "[[requires.connectors]]\nname = \"%s\"\nversion = \"1.0.0\"\nhash = \"%s\"\ncapabilities = [\"%s\"]\n"
                .formatted(name, hash, op);
    }

    /** Returns a step that posts to a path under the call's key. */
    static String post(String id, String path) {
        return "[[execute]]\nid = \"%s\"\nconnector = \"%s\"\nop = \"run\"\n".formatted(id, ERRANDS)
                + "inputs = { errands = [{ method = \"POST\", path = \"%s\", key = \"header\" }] }\n".formatted(path);
    }

    static String input(String name, String type, String more) {
        return "[[inputs]]\nname = \"%s\"\ntype = \"%s\"\ndescription = \"What it is.\"\n%s\n"
                .formatted(name, type, more);
    }

    static ScriptedUpstream upstream(String script) throws IOException {
        return ScriptedUpstream.start(
                ((ScriptReading.Valid) UpstreamScript.parse("upstream.toml", script)).script(), List.of(HOST));
    }

    static ObjectNode json(String text) {
        try {
            return (ObjectNode) StrictJson.read(text);
        } catch (MalformedJsonException e) {
            throw new AssertionError(e);
        }
    }
}
