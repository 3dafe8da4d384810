package dev.airlock.conformance;

import dev.airlock.conformance.trial.Judgement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of a check.
 *
 * @param check the check
 * @param judgement its judgement
 * @param known the reason why it is known to find something; empty if it is not
 */
public record CheckResult(Check check, Judgement judgement, Optional<String> known) {
    /** The words for the result of a check. */
    public enum Word {
        /** The check found nothing. */
        PASSED("nothing was found"),
        /** The check found something that keeps the connector from conforming. */
        ERROR("a finding that keeps it from conforming"),
        /** The check found something that a person should look at. */
        WARNING("a finding that a person should look at"),
        /** The check found something, and its failure is known. */
        KNOWN("a known finding, with the reason"),
        /** The check found nothing although its failure is known: the file of known failures is out of date. */
        UNEXPECTED_PASS("nothing was found, but a failure is listed as known; the list is out of date"),
        /** The check applies, and could not be tried. */
        NOT_EXERCISED("the check applies, but could not be tried"),
        /** The check does not apply. */
        NOT_APPLICABLE("there is nothing to check");

        private final String meaning;

        Word(String meaning) {
            this.meaning = meaning;
        }

        /** Returns the meaning of the word, as part of a sentence. */
        public String meaning() {
            return meaning;
        }

        /** Returns the word in reports. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns whether a connector with this result does not conform. */
        public boolean fails() {
            return this == ERROR || this == UNEXPECTED_PASS;
        }
    }

    /** A result of a check without a known failure. */
    public CheckResult(Check check, Judgement judgement) {
        this(check, judgement, Optional.empty());
    }

    /** Returns the findings; empty if there are none. */
    public List<String> findings() {
        return judgement instanceof Judgement.Found found ? found.findings() : List.of();
    }

    /** Returns a remark to show beside the word, as a sentence; empty if the word is enough. */
    public Optional<String> remark() {
        if (judgement instanceof Judgement.NotApplicable none) {
            return Optional.of(none.why());
        }
        if (judgement instanceof Judgement.NotExercised none) {
            return Optional.of(none.why());
        }
        return word() == Word.UNEXPECTED_PASS
                ? Optional.of("It is listed as a known failure but found nothing; remove it from the list. "
                        + known.orElse(""))
                : known;
    }

    /** Returns the word for this result. */
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
