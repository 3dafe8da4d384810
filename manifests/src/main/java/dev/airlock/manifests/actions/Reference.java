package dev.airlock.manifests.actions;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A reference, written between braces: the caller's inputs or a step, and a path into it.
 *
 * @param root {@code args}, or the id of a step
 * @param path names of members, and indexes of elements from 0
 */
public record Reference(String root, List<String> path) {
    /** The root of the caller's inputs. */
    public static final String ARGS = "args";

    private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9_-]*(\\.[A-Za-z0-9_-]+)*+");

    private static final int LONGEST = 500;

    /** Copies the list. */
    public Reference {
        path = List.copyOf(path);
    }

    static Parsed<Reference> parse(String text) {
        if (text.length() > LONGEST) {
            return Parsed.wrong(
                    Printable.quoted("${" + text + "}") + " has more than " + LONGEST + " characters",
                    "write a shorter reference");
        }
        if (!FORM.matcher(text).matches()) {
            return Parsed.wrong(
                    "${" + Printable.of(text) + "} is not a reference",
                    "write ${args.NAME} for an input, or ${STEP.FIELD} for a result of an earlier step");
        }
        List<String> words = List.of(text.split("\\."));
        return Parsed.ok(new Reference(words.get(0), words.subList(1, words.size())));
    }

    /** Returns whether it refers to the caller's inputs. */
    public boolean isArgs() {
        return root.equals(ARGS);
    }

    /** Returns the reference as it is written, with its braces. */
    @Override
    public String toString() {
        return "${" + root + (path.isEmpty() ? "" : "." + String.join(".", path)) + "}";
    }
}
