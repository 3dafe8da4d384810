package dev.airlock.conformance;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A check and what it came to.
 *
 * @param check the check
 * @param judgement what it came to
 * @param known why it is known to find something; empty if it is not
 */
public record CheckResult(Check check, Judgement judgement, Optional<String> known) {
    /** One word for what came of a check. */
    public enum Word {
        /** There was something to check, and nothing was found. */
        PASSED("nothing was found"),
        /** Something was found that keeps the connector from conforming. */
        ERROR("a finding that keeps it from conforming"),
        /** Something was found that somebody should look at. */
        WARNING("a finding that a person should look at"),
        /** Something was found that is known. */
        KNOWN("a known finding, with the reason"),
        /** Nothing was found although something is known: the file of known failures is out of date. */
        UNEXPECTED_PASS("nothing was found, but a failure is listed as known; the list is out of date"),
        /** There was something to check, and it could not be tried. */
        NOT_EXERCISED("the check applies, but could not be tried"),
        /** There is nothing to check. */
        NOT_APPLICABLE("there is nothing to check");

        private final String meaning;

        Word(String meaning) {
            this.meaning = meaning;
        }

        /** What it means, as a part of a sentence. */
        public String meaning() {
            return meaning;
        }

        /** The word in reports. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether the connector does not conform. */
        public boolean fails() {
            return this == ERROR || this == UNEXPECTED_PASS;
        }
    }

    /** A result of which nothing is known beforehand. */
    public CheckResult(Check check, Judgement judgement) {
        this(check, judgement, Optional.empty());
    }

    /** What was found; empty if nothing was. */
    public List<String> findings() {
        return judgement instanceof Judgement.Found found ? found.findings() : List.of();
    }

    /** What is to be said beside the word, as a sentence; empty if the word says all. */
    public Optional<String> remark() {
        if (judgement instanceof Judgement.NotApplicable none) {
            return Optional.of(none.why());
        }
        if (judgement instanceof Judgement.NotExercised none) {
            return Optional.of(none.why());
        }
        return word() == Word.UNEXPECTED_PASS
                ? Optional.of(
                        "It is listed as a known failure but found nothing; remove it from the list. " + known.orElse(""))
                : known;
    }

    /** The word for it. */
    public Word word() {
        if (judgement instanceof Judgement.Passed) {
            return known.isPresent() ? Word.UNEXPECTED_PASS : Word.PASSED;
        }
        if (judgement instanceof Judgement.NotApplicable) {
            return Word.NOT_APPLICABLE;
        }
        if (judgement instanceof Judgement.NotExercised) {
            return Word.NOT_EXERCISED;
        }
        return known.isPresent() ? Word.KNOWN : check.severity() == Severity.ERROR ? Word.ERROR : Word.WARNING;
    }
}
