package dev.airlock.cli.recovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.CommandGroup;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.recordings.ToScenarioFlags;
import dev.airlock.cli.recordings.WrittenScenario;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.text.Printable;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.runtime.recovery.store.ReviewStore;
import dev.airlock.runtime.recovery.store.ReviewStore.Review;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.runtime.recovery.time.Time;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock review}: the failures that wait for a person. */
@Command(
        name = "review",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Shows the failures that wait for a person's review, and resolves them.",
        footer = {"", "Examples:", "  airlock review list", "  airlock review show review-1"})
public final class ReviewCommand extends CommandGroup {
    /** Returns the command with its subcommands. */
    public static CommandLine line(Terminal terminal) {
        return new CommandLine(new ReviewCommand())
                .addSubcommand(new Listing(terminal))
                .addSubcommand(new Showing(terminal))
                .addSubcommand(new Resolving(terminal));
    }

    /** The common part of the subcommands: a store, and output as one document or lines of text. */
    private abstract static class Part implements Callable<Integer> {
        private final Terminal terminal;

        @Mixin
        private JsonFlag json = new JsonFlag();

        @Option(names = "--scripted", description = "Use the reviews of runs with --upstream, which are kept apart.")
        private boolean scripted;

        private Part(Terminal terminal) {
            this.terminal = terminal;
        }

        abstract void run(ReviewStore reviews);

        @Override
        public Integer call() {
            try (RecoveryStore store = RecoveryFile.open(terminal, scripted)) {
                run(store.reviews());
                return ExitCode.SUCCESS;
            } catch (StoreUnavailableException e) {
                throw RecoveryFile.unusable(e);
            }
        }

        void print(ObjectNode document, Runnable text) {
            if (json.isGiven()) {
                terminal.out().println(SafeJson.line(document));
            } else {
                text.run();
            }
        }

        Terminal terminal() {
            return terminal;
        }

        void line(String text) {
            terminal.out().println(text);
        }

        static Review known(ReviewStore reviews, String id) {
            return reviews.find(id)
                    .orElseThrow(() -> CommandProblem.usage(
                            "There is no review " + Printable.quoted(id) + "; see airlock review list --all."));
        }
    }

    /** {@code airlock review list}: lists reviews. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Shows the failures that wait for review, oldest first.",
            footer = {"", "Example:", "  airlock review list --all"})
    static final class Listing extends Part {
        @Option(names = "--all", description = "Show resolved reviews too.")
        private boolean all;

        Listing(Terminal terminal) {
            super(terminal);
        }

        @Override
        void run(ReviewStore reviews) {
            List<Review> list = reviews.list(all);
            ObjectNode document = JsonNodeFactory.instance.objectNode();
            ArrayNode array = document.putArray("reviews");
            list.forEach(review -> array.add(document(review)));
            print(document, () -> {
                list.forEach(review -> line(summary(review)));
                line(list.size() == 1 ? "1 review" : list.size() + " reviews");
            });
        }
    }

    /** {@code airlock review show}: shows one review. */
    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Shows one failure in full.",
            footer = {
                "",
                "Examples:",
                "  airlock review show review-1",
                "  airlock review show review-1 \\",
                "    --to-scenario my-connector/tests/not-allowed.toml"
            })
    static final class Showing extends Part {
        @Mixin
        private ToScenarioFlags toScenario = new ToScenarioFlags();

        @Parameters(index = "0", paramLabel = "REVIEW", description = "The review's id, for instance review-1.")
        private String id = "";

        Showing(Terminal terminal) {
            super(terminal);
        }

        @Override
        void run(ReviewStore reviews) {
            Review review = known(reviews, id);
            Optional<WrittenScenario> scenario = toScenario.write(terminal(), review.auditId());
            ObjectNode document = document(review);
            scenario.ifPresent(written -> document.set("scenario", written.document()));
            print(document, () -> {
                line(summary(review));
                line(failure(review).message());
                line("audit id: " + review.auditId());
                review.resolution()
                        .ifPresent(said -> line("resolved at " + said.at().truncatedTo(ChronoUnit.SECONDS) + ": "
                                + ForeignText.clean(said.note())));
                scenario.ifPresent(written -> written.lines().forEach(this::line));
            });
        }
    }

    /** {@code airlock review resolve}: resolves a review. */
    @Command(
            name = "resolve",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Removes a failure from the queue, with a note. The call is not repeated.",
            footer = {"", "Example:", "  airlock review resolve review-1 --note \"the scope was granted\""})
    static final class Resolving extends Part {
        @Parameters(index = "0", paramLabel = "REVIEW", description = "The review's id, for instance review-1.")
        private String id = "";

        @Option(names = "--note", required = true, paramLabel = "TEXT", description = "The decision, or what was done.")
        private String note = "";

        Resolving(Terminal terminal) {
            super(terminal);
        }

        @Override
        void run(ReviewStore reviews) {
            Review review = known(reviews, id);
            if (!reviews.resolve(id, note, Time.ofTheMachine().now())) {
                throw CommandProblem.usage(review.id() + " is already resolved.");
            }
            print(document(known(reviews, id)), () -> line(review.id() + " is resolved."));
        }
    }

    private static String summary(Review review) {
        return review.id() + "  " + (review.resolution().isPresent() ? "resolved" : "waits") + "  " + review.queue()
                + "  " + review.connector() + " " + ForeignText.clean(review.operation()) + "  " + review.verdict()
                + "  since " + review.openedAt().truncatedTo(ChronoUnit.SECONDS);
    }

    private static ObjectNode document(Review review) {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("id", review.id())
                .put("queue", review.queue())
                .put("verdict", review.verdict())
                .put("connector", review.connector())
                .put("op", review.operation())
                .put("audit_id", review.auditId())
                .put("opened_at", review.openedAt().toString());
        document.set("error", FailureEnvelope.errorNode(failure(review)));
        review.resolution()
                .ifPresent(said -> document.putObject("resolution")
                        .put("note", said.note())
                        .put("at", said.at().toString()));
        return document;
    }

    private static Failure failure(Review review) {
        try {
            return FailureEnvelope.read(review.failure());
        } catch (MalformedJsonException | IllegalArgumentException damaged) {
            throw RecoveryFile.damaged();
        }
    }
}
