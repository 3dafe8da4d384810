package dev.airlock.runtime.recovery;

import dev.airlock.failures.Failure;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.journal.RecoveryListener;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.runtime.recovery.result.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The events of a call in readable form. */
final class Trace implements RecoveryListener {
    private final VirtualTime time;
    private final List<String> lines = new ArrayList<>();
    private int heartbeats;

    Trace(VirtualTime time) {
        this.time = time;
    }

    @Override
    public void on(RecoveryEvent event) {
        if (event instanceof RecoveryEvent.Heartbeat) {
            heartbeats++;
            return;
        }
        flush();
        line(event.wireName() + ": " + told(event));
    }

    void result(String name, Result result) {
        flush();
        line(name + ": " + told(result));
    }

    /** Adds the first line of a result. */
    void brief(String name, Result result) {
        flush();
        line(name + ": " + told(result).lines().findFirst().orElseThrow());
    }

    void line(String text) {
        lines.add(String.format(Locale.ROOT, "[t=%s] %s", seconds(time.elapsed()), text));
    }

    void plain(String text) {
        flush();
        lines.add(text);
    }

    String text() {
        flush();
        return String.join("\n", lines) + "\n";
    }

    private void flush() {
        if (heartbeats > 0) {
            line("heartbeat: " + heartbeats + " times meanwhile");
            heartbeats = 0;
        }
    }

    private static String told(RecoveryEvent event) {
        if (event instanceof RecoveryEvent.FailureClassified classified) {
            return "attempt " + classified.attempt() + ", " + told(classified.failure()) + " -> "
                    + classified.verdict().wireName();
        }
        if (event instanceof RecoveryEvent.RetryScheduled scheduled) {
            return "attempt " + scheduled.attempt() + " in " + seconds(scheduled.pause())
                    + (scheduled.byService() ? ", as the service asks" : "");
        }
        if (event instanceof RecoveryEvent.RetryStarted started) {
            return "attempt " + started.attempt();
        }
        if (event instanceof RecoveryEvent.RecoveryChosen chosen) {
            return chosen.recovery().wireName() + (chosen.what().isEmpty() ? "" : ", " + chosen.what());
        }
        if (event instanceof RecoveryEvent.GaveUp gaveUp) {
            return gaveUp.why();
        }
        if (event instanceof RecoveryEvent.Suppressed suppressed) {
            return suppressed.what() + ". " + suppressed.why();
        }
        if (event instanceof RecoveryEvent.ReversalBegun begun) {
            return "of " + begun.call() + ": " + begun.reason();
        }
        return ((RecoveryEvent.ReversalRefused) event).why();
    }

    private static String told(Failure failure) {
        Object detail = Optional.ofNullable(failure.details().get("status"))
                .or(() -> Optional.ofNullable(failure.details().get("kind")))
                .or(() -> Optional.ofNullable(failure.details().get("limit")))
                .or(() -> Optional.ofNullable(failure.details().get("reason")))
                .orElse("");
        return (failure.failureClass().wireName() + " " + detail).strip();
    }

    private static String told(Result result) {
        if (result instanceof Result.Succeeded succeeded) {
            return (succeeded.recorded().isPresent() ? "recorded outcome, " : "")
                    + "succeeded after " + attempts(result) + ", output "
                    + StrictJson.write(succeeded.outcome().output())
                    + succeeded
                            .fallback()
                            .map(other -> ", by the fallback " + other.connector() + " " + other.op() + " instead of "
                                    + told(other.instead()))
                            .orElse("");
        }
        if (result instanceof Result.Degraded degraded) {
            return "degraded, without " + degraded.capability() + " after " + attempts(result) + "\n"
                    + envelope(degraded.outcome().failure());
        }
        if (result instanceof Result.Failed failed) {
            return (failed.recorded().isPresent() ? "recorded outcome, " : "")
                    + "failed after " + attempts(result) + ", "
                    + failed.recovery().wireName() + (failed.recovery() instanceof Recovery.Surface ? "" : "d")
                    + (failed.replan() ? ", replan" : "")
                    + failed.review().map(id -> ", " + id).orElse("")
                    + ", effect " + failed.effect().wireName() + "\n" + envelope(failed.failure());
        }
        return "cancelled after " + attempts(result) + ", effect "
                + result.effect().wireName();
    }

    private static String attempts(Result result) {
        int count = result.attempts().size();
        return count + (count == 1 ? " attempt" : " attempts");
    }

    /** Returns the failure as the agent gets it, without audit ids. */
    private static String envelope(Failure failure) {
        String details = failure.details().toString().replaceAll("audit-[0-9a-f-]{36}", "audit-…");
        return "    class      " + failure.failureClass().wireName() + "\n    message    " + failure.message()
                + "\n    retriable  " + failure.retriable() + "\n    details    " + details;
    }

    private static String seconds(Duration length) {
        return String.format(Locale.ROOT, "%.1fs", length.toMillis() / 1000.0);
    }
}
