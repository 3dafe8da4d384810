package dev.airlock.conformance.projects;

import dev.airlock.formats.text.ResourceText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A new connector project that builds, passes its tests and does almost nothing yet. */
public final class NewProject {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");
    private static final String NEXT =
            "Next, put the service's host into `manifest.toml`, change the operation, and describe the"
                    + " service in `upstream.toml`.";
    private static final List<String> CONNECTOR = List.of(
            "manifest.toml",
            "upstream.toml",
            "tests/get-item.toml",
            "tests/no-such-item.toml",
            "tests/connection-reset.toml");

    /** The schemas that the first lines of the project's files name, for editors. */
    private static final List<String> SCHEMAS =
            List.of("manifest.schema.json", "upstream.schema.json", "scenario.schema.json", "dev.schema.json");

    private NewProject() {}

    /** Returns whether a text can be a project's name: lower-case letters, digits and hyphens, a letter first, at most 64 characters. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /**
     * Returns the project's files.
     *
     * @param name a name that {@link #isName} permits
     * @return each file's text by its path from the project's folder
     */
    public static Map<String, String> files(String name, Language language) {
        if (!isName(name)) {
            throw new IllegalArgumentException("not a project name: " + name);
        }
        Map<String, String> files = new TreeMap<>(bare(name, language, "get_item --arg id=17", NEXT));
        CONNECTOR.forEach(file -> files.put(file, filled(resource("templates/common/" + file), name, language)));
        language.connector()
                .forEach(file ->
                        files.put(file, filled(resource("templates/" + language.word() + "/" + file), name, language)));
        return files;
    }

    /**
     * Returns the files of a project that are the same whatever its connector does.
     *
     * @param name a name that {@link #isName} permits
     * @param run the operation and the arguments of a first call, as a person types them
     * @param next what to do after that, for the README
     * @return each file's text by its path from the project's folder
     */
    public static Map<String, String> bare(String name, Language language, String run, String next) {
        Map<String, String> files = new TreeMap<>();
        String readme = filled(resource("templates/common/README.md"), name, language);
        files.put("README.md", readme.replace("{{run}}", run).replace("{{next}}", next));
        language.around()
                .forEach(file ->
                        files.put(file, filled(resource("templates/" + language.word() + "/" + file), name, language)));
        SCHEMAS.forEach(file -> files.put(".airlock/" + file, resource("schemas/" + file)));
        files.put(".gitignore", resource("templates/" + language.word() + "/gitignore"));
        language.guest().forEach(file -> files.put("guest/" + file, resource("guest/" + language.word() + "/" + file)));
        return files;
    }

    /**
     * Creates a folder and writes a project into it.
     *
     * @throws IOException if something cannot be written, for instance because the folder already exists
     */
    public static void write(Path folder, String name, Language language) throws IOException {
        write(folder, files(name, language));
    }

    /**
     * Creates a folder and writes the files of a project into it.
     *
     * @param files each file's text by its path from the folder
     * @throws IOException if something cannot be written, for instance because the folder already exists
     */
    public static void write(Path folder, Map<String, String> files) throws IOException {
        Files.createDirectory(folder);
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path target = folder.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.writeString(target, file.getValue());
        }
    }

    private static String filled(String template, String name, Language language) {
        return template.replace("{{build}}", language.build(name))
                .replace("{{language}}", language.label())
                .replace("{{source}}", language.source())
                .replace("{{name}}", name);
    }

    private static String resource(String path) {
        return ResourceText.of(NewProject.class, path);
    }
}
