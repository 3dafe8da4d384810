package dev.airlock.conformance.projects;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The languages with a guest library for connectors. */
public enum Language {
    /** Built by {@code go build}. */
    GO(
            "go",
            "Go",
            "main.go",
            List.of("dev.toml", "go.mod", "main.go", "main_test.go"),
            List.of(
                    "go.mod",
                    "airlock/airlock.go",
                    "airlock/args.go",
                    "airlock/error.go",
                    "airlock/headers.go",
                    "airlock/host_other.go",
                    "airlock/host_wasip1.go",
                    "airlock/http.go",
                    "airlock/log.go",
                    "airlock/pages.go",
                    "airlock/params.go",
                    "airlock/ratelimit.go",
                    "airlock/reactor.go",
                    "airlock/settings.go",
                    "airlock/state.go"),
            "GOOS=wasip1 GOARCH=wasm go build -trimpath -ldflags=-w -o connector.wasm ."),

    /** Built by {@code cargo build}. */
    RUST(
            "rust",
            "Rust",
            "src/main.rs",
            List.of("dev.toml", "Cargo.toml", "src/main.rs"),
            List.of(
                    "Cargo.toml",
                    "src/args.rs",
                    "src/base64.rs",
                    "src/error.rs",
                    "src/fake.rs",
                    "src/headers.rs",
                    "src/host.rs",
                    "src/http.rs",
                    "src/json.rs",
                    "src/lib.rs",
                    "src/log.rs",
                    "src/pages.rs",
                    "src/params.rs",
                    "src/rate_limit.rs",
                    "src/reactor.rs",
                    "src/settings.rs",
                    "src/state.rs"),
            "rustup target add wasm32-wasip1\ncargo build --release --target wasm32-wasip1\n"
                    + "cp target/wasm32-wasip1/release/{{name}}.wasm connector.wasm"),

    /** Built by {@code make} and clang. */
    C(
            "c",
            "C",
            "connector.c",
            List.of("dev.toml", "Makefile", "connector.c"),
            List.of(
                    "airlock.c",
                    "airlock.h",
                    "encoding.c",
                    "headers.c",
                    "host.h",
                    "http.c",
                    "json.c",
                    "json.h",
                    "pages.c",
                    "state.c"),
            "make"),

    /** Built by {@code npm run build}. */
    ASSEMBLYSCRIPT(
            "assemblyscript",
            "AssemblyScript",
            "assembly/index.ts",
            List.of("dev.toml", "package.json", "assembly/index.ts", "assembly/tsconfig.json"),
            List.of(
                    "airlock.ts",
                    "base64.ts",
                    "builder.ts",
                    "editor.d.ts",
                    "failure.ts",
                    "headers.ts",
                    "host.ts",
                    "http.ts",
                    "json.ts",
                    "pages.ts",
                    "params.ts",
                    "ratelimit.ts",
                    "reactor.ts",
                    "state.ts",
                    "utf8.ts"),
            "npm install\nnpm run build");

    private final String word;
    private final String label;
    private final String source;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> own;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> guest;

    private final String build;

    Language(String word, String label, String source, List<String> own, List<String> guest, String build) {
        this.word = word;
        this.label = label;
        this.source = source;
        this.own = own;
        this.guest = guest;
        this.build = build;
    }

    /** Returns the language with that word; empty if there is none. */
    public static Optional<Language> named(String word) {
        return Arrays.stream(values())
                .filter(language -> language.word.equals(word))
                .findFirst();
    }

    /** Returns the word on the command line, which is also the name of the folders of templates and guest library. */
    public String word() {
        return word;
    }

    /** Returns the name for people. */
    String label() {
        return label;
    }

    /** Returns the file with the connector's own code. */
    public String source() {
        return source;
    }

    /** Returns the file by which a folder with sources of this language is known. */
    public String mark() {
        return switch (this) {
            case GO -> "go.mod";
            case RUST -> "Cargo.toml";
            case C, ASSEMBLYSCRIPT -> source;
        };
    }

    /** Returns the files with the code of the template's connector, and its tests. */
    List<String> connector() {
        return own.stream().filter(this::isOfConnector).toList();
    }

    /** Returns the other files of a project that differ between languages. */
    List<String> around() {
        return own.stream().filter(file -> !isOfConnector(file)).toList();
    }

    private boolean isOfConnector(String file) {
        return file.equals(source) || file.contains("_test.");
    }

    /** Returns the files of the guest library. */
    List<String> guest() {
        return guest;
    }

    /**
     * Returns the shell commands that build a project, one on each line.
     *
     * @param name the project's name
     */
    public String build(String name) {
        return build.replace("{{name}}", name);
    }
}
