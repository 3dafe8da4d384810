package dev.airlock.conformance.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.openapi.model.ApiOperation;
import dev.airlock.conformance.openapi.source.ApiSource;
import dev.airlock.conformance.projects.Language;
import dev.airlock.conformance.projects.NewProject;
import dev.airlock.conformance.types.GeneratedTypes;
import dev.airlock.conformance.types.TypeNames;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.credentials.CredentialKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A connector project for operations of an OpenAPI document: a manifest, a scripted service with the document's examples, a scenario for
 * each operation, and source that builds.
 *
 * @param files each file's text by its path from the project's folder
 * @param operations the operations that it has
 * @param leftOut what was asked for and cannot be offered, with the reason
 */
public record ApiProject(Map<String, String> files, List<ApiOperation> operations, Map<String, String> leftOut) {
    /** The most operations of one project. A person reads each before the connector is published. */
    public static final int MOST_OPERATIONS = 50;

    private static final int UNASKED = 20;
    private static final String NEXT =
            "Next, answer the questions in `manifest.toml`, take out of the schemas what nobody needs (then run"
                    + " `airlock types .`), and let each operation answer with what an agent needs.";

    /** Copies the collections. */
    public ApiProject {
        files = Map.copyOf(files);
        operations = List.copyOf(operations);
        leftOut = new LinkedHashMap<>(leftOut);
    }

    /**
     * What somebody wants of a document.
     *
     * @param name the project's name
     * @param language the language of its source
     * @param operations names or ids of operations; empty for all of a document that has few
     * @param server the base URL, in the place of those of the document
     */
    public record Wish(String name, Language language, List<String> operations, Optional<String> server) {
        /** Copies the list. */
        public Wish {
            operations = List.copyOf(operations);
        }
    }

    /**
     * Makes a project.
     *
     * @throws ApiProblem if the document has nothing of what is wanted, or leads to a manifest that is none
     */
    public static ApiProject of(ApiDocument document, Wish wish) throws ApiProblem {
        if (wish.server().isPresent() && wish.server().flatMap(ApiServers::base).isEmpty()) {
            throw new ApiProblem("the server " + Printable.quoted(wish.server().get())
                    + " is no URL of http or https with a host and a path at most");
        }
        ApiSecurity security = new ApiSecurity(document);
        ApiReader reader = new ApiReader(document, security, wish.server().flatMap(ApiServers::base));
        Map<String, String> leftOut = new LinkedHashMap<>();
        List<ApiOperation> read = new ArrayList<>();
        for (ApiCatalog.Entry entry : chosen(document, wish.operations())) {
            try {
                read.add(reader.read(entry));
            } catch (ApiProblem e) {
                leftOut.put(entry.name(), e.getMessage());
            }
        }
        Optional<String> scheme = mostUsed(read);
        List<ApiOperation> operations = read.stream()
                .filter(operation ->
                        operation.security().isEmpty() || operation.security().equals(scheme))
                .toList();
        read.stream()
                .filter(operation -> !operations.contains(operation))
                .forEach(operation -> leftOut.put(
                        operation.name(),
                        "it needs another credential than the other operations; make a project for it alone"));
        if (operations.isEmpty()) {
            throw new ApiProblem("none of its operations can be offered: "
                    + leftOut.entrySet().stream()
                            .limit(5)
                            .map(entry -> entry.getKey() + ", since " + entry.getValue())
                            .collect(Collectors.joining("; ")));
        }
        return of(
                document,
                wish,
                operations,
                scheme.map(name -> new Secured(security.kind(name).orElseThrow(), security.toml(name))),
                leftOut);
    }

    private record Secured(CredentialKind kind, String toml) {}

    private static ApiProject of(
            ApiDocument document,
            Wish wish,
            List<ApiOperation> operations,
            Optional<Secured> secured,
            Map<String, String> leftOut)
            throws ApiProblem {
        String title = ApiText.oneLine(
                        document.root().path("info").path("title").asText("the service"), 60)
                .replaceAll("[\"\\\\`$*%{}]|\\?(?=\\?)", ""); // two question marks begin a trigraph of C
        String manifest = ApiManifest.of(
                wish.name(),
                ApiText.oneLine("Operations of " + title + ".", 200),
                operations,
                secured.map(Secured::toml));
        ConnectorManifest read = checked(manifest);
        ApiScript script = new ApiScript(secured.map(Secured::kind));
        Map<String, String> files =
                new TreeMap<>(NewProject.bare(wish.name(), wish.language(), firstCall(operations.get(0)), NEXT));
        files.put("manifest.toml", manifest);
        files.put("upstream.toml", script.upstream(operations));
        operations.forEach(operation -> files.put("tests/" + operation.name() + ".toml", script.scenario(operation)));
        files.put("tests/connection-reset.toml", script.reset(operations.get(0)));
        files.put(
                wish.language().source(),
                new ApiSource(
                                title,
                                operations,
                                secured.map(known -> known.kind().word()),
                                TypeNames.of(read))
                        .text(wish.language()));
        GeneratedTypes.of(read, wish.language()).ifPresent(types -> files.put(types.file(), types.text()));
        return new ApiProject(files, operations, leftOut);
    }

    private static String firstCall(ApiOperation operation) {
        ObjectNode args = ApiScript.args(operation);
        return operation.name()
                + (args.isEmpty() ? "" : " --args '" + StrictJson.write(args).replace("'", "'\\''") + "'");
    }

    private static ConnectorManifest checked(String manifest) throws ApiProblem {
        ManifestResult result = ManifestReader.read("manifest.toml", manifest);
        if (result instanceof ManifestResult.Problems problems) {
            throw new ApiProblem("what it says makes no manifest: "
                    + problems.problems().get(0).message() + "; choose other operations with --operations");
        }
        return result.orThrow();
    }

    private static List<ApiCatalog.Entry> chosen(ApiDocument document, List<String> wanted) throws ApiProblem {
        List<ApiCatalog.Entry> all = ApiCatalog.entries(document);
        if (all.isEmpty()) {
            throw new ApiProblem("it has no operations");
        }
        if (wanted.isEmpty()) {
            if (all.size() > UNASKED) {
                throw new ApiProblem("it has " + all.size()
                        + " operations; choose some with --operations, for instance "
                        + all.stream().limit(5).map(ApiCatalog.Entry::name).collect(Collectors.joining(","))
                        + ". --list-operations shows all");
            }
            return all;
        }
        List<ApiCatalog.Entry> chosen = new ArrayList<>();
        for (String name : wanted) {
            chosen.add(all.stream()
                    .filter(entry -> entry.name().equals(name) || entry.id().equals(name))
                    .findFirst()
                    .orElseThrow(() -> unknown(name, all)));
        }
        if (chosen.size() > MOST_OPERATIONS) {
            throw new ApiProblem(
                    "these are " + chosen.size() + " operations; a connector gets at most " + MOST_OPERATIONS);
        }
        return chosen.stream().distinct().toList();
    }

    private static ApiProblem unknown(String name, List<ApiCatalog.Entry> all) {
        String near = Nearest.to(name, all.stream().map(ApiCatalog.Entry::name).toList())
                .map(found -> "did you mean " + found + "?")
                .orElse("--list-operations shows all");
        return new ApiProblem("it has no operation " + Printable.quoted(name) + "; " + near);
    }

    private static Optional<String> mostUsed(List<ApiOperation> operations) {
        Map<String, Long> uses = operations.stream()
                .flatMap(operation -> operation.security().stream())
                .collect(Collectors.groupingBy(name -> name, LinkedHashMap::new, Collectors.counting()));
        return uses.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    /** Returns one line for each operation of a document: its name, method and path, and why it cannot be offered if it cannot. */
    public static List<String> list(ApiDocument document) {
        ApiReader reader = new ApiReader(document, new ApiSecurity(document), Optional.of("https://any.example"));
        return ApiCatalog.entries(document).stream()
                .map(entry -> entry.name() + "  " + entry.method() + " " + ApiText.oneLine(entry.path(), 200)
                        + whyNot(reader, entry))
                .toList();
    }

    private static String whyNot(ApiReader reader, ApiCatalog.Entry entry) {
        try {
            ApiOperation unused = reader.read(entry);
            return "";
        } catch (ApiProblem e) {
            return "  (left out: " + e.getMessage() + ")";
        }
    }
}
