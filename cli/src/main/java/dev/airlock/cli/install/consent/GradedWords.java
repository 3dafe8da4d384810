package dev.airlock.cli.install.consent;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.Idempotency;
import dev.airlock.manifests.Operation;
import dev.airlock.manifests.credentials.Credential;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.manifests.limits.Limits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The permissions with an amount, in words that a person agrees to: the limits, the repetition of failed calls, and the exposure of the
 * credential to others.
 */
final class GradedWords {
    private static final long NEVER = -1;
    private static final long IF_NOTHING_WAS_SENT = 0;
    private static final long WHERE_EVIDENCE_ALLOWS_IT = 1;
    private static final long WHATEVER_WAS_SENT = 2;
    private static final String ANY_CALL = "a call";

    private GradedWords() {}

    /** Returns the permissions with an unusual amount. */
    static List<String> of(ConnectorManifest manifest) {
        return graded(manifest).values().stream()
                .filter(Graded::isUnusual)
                .map(Graded::words)
                .toList();
    }

    /**
     * The difference between two versions.
     *
     * @param same the permissions with an unusual amount that is the same in both
     * @param more the permissions with a larger amount in the newer version
     * @param less the permissions with a larger amount in the older version
     */
    record Difference(List<String> same, List<String> more, List<String> less) {
        static Difference between(ConnectorManifest before, ConnectorManifest now) {
            Difference difference = new Difference(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            Map<String, Graded> known = graded(before);
            Graded ofNewOperations = Optional.ofNullable(known.get(ANY_CALL)).orElseThrow();
            graded(now).forEach((key, is) -> difference.add(known.getOrDefault(key, ofNewOperations), is));
            return difference;
        }

        private void add(Graded was, Graded is) {
            if (is.grade() == was.grade()) {
                if (is.isUnusual()) {
                    same.add(is.words());
                }
            } else if (!is.follows() || !was.follows()) {
                (is.grade() > was.grade() ? more : less).add(is.grade() > was.grade() ? is.words() : was.words());
            }
        }
    }

    private static Map<String, Graded> graded(ConnectorManifest manifest) {
        Map<String, Graded> graded = new LinkedHashMap<>();
        for (LimitName name : LimitName.values()) {
            graded.put("limit " + name, limit(name, manifest.limits()));
        }
        graded.put("credential", credential(manifest));
        long usual = manifest.idempotency().map(GradedWords::grade).orElse(WHERE_EVIDENCE_ALLOWS_IT);
        graded.put(ANY_CALL, repeated(ANY_CALL, usual, usual == WHATEVER_WAS_SENT, false));
        for (Operation operation : manifest.operations()) {
            long own = operation
                    .idempotent()
                    .map(word -> word ? WHATEVER_WAS_SENT : NEVER)
                    .orElse(usual);
            boolean isUnusual = own == WHATEVER_WAS_SENT && own != usual;
            graded.put(
                    "operation " + operation.name(),
                    repeated("a call of " + operation.name(), own, isUnusual, own == usual));
        }
        return graded;
    }

    private static Graded credential(ConnectorManifest manifest) {
        long inUrls = manifest.capabilities().credentials().all().stream()
                .filter(declared -> declared.credential() instanceof Credential.OneSecret one
                        && one.slot().isInUrl())
                .count();
        return new Graded(
                inUrls,
                inUrls > 0,
                false,
                "have " + (inUrls > 1 ? inUrls + " of its credentials" : "its credential")
                        + " in URLs, which services and proxies log");
    }

    private static long grade(Idempotency word) {
        return switch (word) {
            case IDEMPOTENT -> WHATEVER_WAS_SENT;
            case NOT_IDEMPOTENT_ONCE_SENT -> IF_NOTHING_WAS_SENT;
            case NOT_IDEMPOTENT -> NEVER;
        };
    }

    private static Graded repeated(String call, long grade, boolean isUnusual, boolean follows) {
        String when = grade == WHATEVER_WAS_SENT
                ? "whatever it sent: it says that repeating does no harm"
                : grade == WHERE_EVIDENCE_ALLOWS_IT
                        ? "if its requests show that repeating does no harm"
                        : grade == IF_NOTHING_WAS_SENT ? "if it sent nothing" : "never";
        return new Graded(grade, isUnusual, follows, "have " + call + " repeated after a failure, " + when);
    }

    private static Graded limit(LimitName name, Limits limits) {
        long value = limits.get(name);
        long usual = name == LimitName.FUEL
                ? limits.get(LimitName.WALL_TIME) * Limits.FUEL_PER_MILLISECOND
                : LimitRule.of(name).standard();
        boolean follows = name == LimitName.FUEL && value == usual;
        return new Graded(
                value, value > usual, follows, words(name, LimitRule.of(name).text(value)));
    }

    private static String words(LimitName name, String amount) {
        return switch (name) {
            case MEMORY -> "take up to " + amount + " of memory";
            case WALL_TIME -> "run for up to " + amount + " a call";
            case FUEL -> "use up to " + amount + " units of fuel a call";
            case STACK -> "take up to " + amount + " of stack";
            case TABLE -> "have up to " + amount + " elements in its tables";
            case STDIN -> "be given up to " + amount + " a call";
            case STDOUT -> "answer with up to " + amount;
            case STDERR -> "write up to " + amount + " to standard error a call";
            case LOG -> "log up to " + amount + " lines a call";
            case LOG_BYTES -> "log up to " + amount + " a call";
            case HTTP_RESPONSE -> "read responses of up to " + amount;
            case EXCHANGES -> "send up to " + amount + " requests a call";
            case HOST_CALLS -> "call host functions up to " + amount + " times a call";
            case STATE -> "remember up to " + amount;
            case STATE_KEYS -> "remember up to " + amount + " things";
            case MODULE -> "have a module of up to " + amount;
            case FUNCTIONS -> "have up to " + amount + " functions";
            case LOCALS -> "have functions of up to " + amount + " locals";
            case NESTING -> "have functions of up to " + amount + " nested blocks";
            case SEGMENTS -> "have up to " + amount + " data and element segments";
            case COMPILE -> "take up to " + amount + " to load";
            case COMPILE_MEMORY -> "take up to " + amount + " of memory to load";
        };
    }
}
