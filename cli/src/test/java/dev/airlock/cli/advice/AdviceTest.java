package dev.airlock.cli.advice;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.limits.LimitRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Applies every proposal of a text and shows that it works. */
class AdviceTest {
    private static final Pattern RAISE = Pattern.compile("raise `(\\w+)` under \\[limits]");

    private static Advice advice;

    @TempDir
    private Path temp;

    @BeforeAll
    static void readTheCommands() {
        CommandLines lines = CommandLines.read();
        assertThat(lines.commands()).contains("run", "audit explain", "binding rebind", "keyring trust");
        advice = new Advice(lines);
    }

    @Test
    void namesOnlyCommandsFlagsAndSettingsThatThereAre() {
        Set<String> texts = TextConstants.all();

        assertThat(texts).hasSizeGreaterThan(10_000).anyMatch(text -> text.contains("airlock binding rebind "));
        assertThat(texts.stream().flatMap(text -> advice.faults(text).stream().map(fault -> fault + "\n  in: " + text)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Run `airlock audit explian ID`.",
                "See airlock looks.",
                "Run it with --no-such-flag.",
                "Set AIRLOCK_PLACE to a folder.",
                "Run `airlock binding list --wall 3s`."
            })
    void findsAdviceThatNobodyCanFollow(String text) {
        assertThat(advice.faults(text)).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(LimitName.class)
    void proposesToRaiseOnlyALimitThatAManifestCanRaise(LimitName limit) throws IOException {
        LimitRule rule = LimitRule.of(limit);
        long beforeCeiling = Math.max(rule.minimum(), rule.ceiling() - 1);

        assertThat(RAISE.matcher(message(limit, rule.ceiling())).find()).isFalse();
        Matcher raise = RAISE.matcher(message(limit, beforeCeiling));
        assertThat(raise.find()).isTrue();
        assertThat(raise.group(1)).isEqualTo(limit.wireName());
        assertThat(limitIn(rule.line(rule.ceiling()), limit)).isEqualTo(rule.ceiling());
    }

    private static String message(LimitName limit, long configured) {
        return Failure.resourceLimitExceeded(AuditId.random(), limit, configured, configured + 1)
                .message();
    }

    private static long limitIn(String line, LimitName limit) {
        String manifest = "[connector]\nname = \"local://a/b\"\nversion = \"1.0.0\"\n[limits]\n" + line + "\n";
        return ManifestReader.read("manifest.toml", manifest).orThrow().limits().get(limit);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            echo | echo --arg text=abcdefghijklmnopqrstuvwxyz | stdin = "100"
            echo | echo | stdin = "20"
            hello | greet --arg name=Ada | module = { functions = 100 }
            hello | greet --arg name=Ada | module = { functions = 1 }
            """)
    void aLimitThatIsProposedHoldsOnceItIsPasted(String connector, String words, String limits) throws IOException {
        Path folder = copied(connector);
        String manifest = Files.readString(folder.resolve("manifest.toml"));
        Files.writeString(folder.resolve("manifest.toml"), manifest + "\n[limits]\n" + limits + "\n");
        CommandRun.Result failed = run(folder, words);
        assertThat(failed.json().at("/error/class").asText()).isEqualTo("resource_limit_exceeded");
        String change = change(failed);

        if (!change.isEmpty()) {
            assertThat(change).isNotEqualTo("[limits]\n" + limits);
            Files.writeString(folder.resolve("manifest.toml"), manifest + "\n" + change + "\n");
            assertThat(run(folder, words).exitCode()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            loop | x --fuel 1000
            loop | x --wall 100ms
            sleep | x --wall 50ms
            traps | x
            not-wasm | x
            no-module | x
            strangers | x
            nasty-error | x
            counts | x --memory 64KiB
            reaches | x
            keeps | undo --key again
            echo | ecko
            echo | echo --arg coumt=3
            fetch-other-host | get --upstream fetch/upstream.toml
            fetch-no-network | get --upstream fetch/upstream.toml
            fetch-no-imports | get
            fetch-few-imports | get
            fetch | get --upstream fetch/unmatched.toml
            fetch | get --upstream fetch/broken.toml
            fetch | get --upstream fetch/stall.toml --wall 1s
            fetch | get --upstream no-such-file.toml
            errands | run --args @errands/errand.json --upstream errands/denied.toml
            errands | run --args @errands/errand.json --upstream errands/down.toml
            errands | run --args @errands/errand.json --upstream errands/crowded.toml
            errands | run --args @errands/errand-without-key.json --upstream errands/answer-lost.toml
            errands | run --args {"errands":[{"method":"TRACE","path":"/","key":"none"}]} --upstream errands/blip.toml
            errands | run --args {"errands":[{"method":"GET","path":"/","key":"none","host":"127.0.0.1"}]}
            errands | run --args {"errands":[{"method":"GET","path":"/","key":"none","host":"169.254.169.254"}]}
            ../../sample-connectors/payment-rail-c | charge_card
            ../../sample-connectors/chat-post-rust | post_message --arg channel_id=1 --arg text=hi
            nowhere | x
            broken-manifest | x
            """)
    void everyFailuresTextsCanBeFollowed(String connector, String words) {
        List<String> line = new ArrayList<>(List.of("run", connector));
        line.addAll(Arrays.asList(words.split(" ")));
        CommandRun.Result text = command().with(line);
        line.add("--json");
        CommandRun.Result document = command().with(line);

        Stream<String> explained = document.json().at("/error/audit_id").isTextual()
                ? Stream.of(command().explained(document).all())
                : Stream.empty();
        assertThat(Stream.concat(Stream.of(text.all(), document.all()), explained)
                        .flatMap(said -> advice.faults(said).stream()))
                .isEmpty();
        assertThat(document.exitCode()).isEqualTo(text.exitCode());
    }

    @Test
    void stateThatIsGrantedAsProposedIsGranted() throws IOException {
        Path folder = copied("keeps");
        String manifest = Files.readString(folder.resolve("manifest.toml"));
        Files.writeString(folder.resolve("manifest.toml"), manifest.replace("[capabilities.state]\n", ""));
        JsonNode denied = run(folder, "run").json().path("error");
        assertThat(denied.path("class").asText()).isEqualTo("capability_denied");

        Files.writeString(
                folder.resolve("manifest.toml"),
                Files.readString(folder.resolve("manifest.toml")) + "\n"
                        + denied.at("/details/fix").asText() + "\n");

        assertThat(run(folder, "run").exitCode()).isZero();
    }

    private String change(CommandRun.Result failed) {
        return command()
                .with("explain", failed.json().at("/error/audit_id").asText(), "--json")
                .json()
                .path("change")
                .asText();
    }

    private CommandRun.Result run(Path folder, String words) {
        List<String> line = new ArrayList<>(List.of("run", folder.toString()));
        line.addAll(Arrays.asList(words.split(" ")));
        line.add("--json");
        return command().with(line);
    }

    private CommandRun command() {
        return CommandRun.standard().home(temp.resolve("home"));
    }

    private Path copied(String connector) throws IOException {
        Path folder = Files.createDirectories(temp.resolve("copy"));
        for (String file : List.of("manifest.toml", "connector.wasm")) {
            Files.copy(CommandRun.CONNECTORS.resolve(connector).resolve(file), folder.resolve(file));
        }
        return folder;
    }
}
