package dev.airlock.failures;

import java.util.List;

/**
 * What a capability check refused, and what would allow it.
 *
 * @param what what was refused, as a sentence without its full stop, naming what was asked for; a guest's words in it
 *     are cut by whoever makes the denial, and what cannot be shown is taken out here
 * @param requested what was asked for, exactly: {@code api.example.com:443}, {@code http_request}; cleaned as foreign text
 * @param granted what is granted of that kind, for the reader to compare; empty if nothing is
 * @param how where the fix goes, as the beginning of a sentence that the fix ends: {@code To allow it, add
 *     to manifest.toml:} and a line break; empty if nothing can allow it
 * @param fix what to paste or to do, exact to the character; empty if nothing can allow it
 */
public record Denial(String what, String requested, List<String> granted, String how, String fix) {
    private static final String APPROVAL = "approval of ";

    public Denial {
        what = ForeignText.cleanWhole(what);
        requested = ForeignText.clean(requested);
        granted = List.copyOf(granted);
    }

    /** A denial whose fix is a thing to do, in words, or that has none. */
    public Denial(String what, String requested, List<String> granted, String fix) {
        this(what, requested, granted, fix.isEmpty() ? "" : "To allow it: ", fix);
    }

    /**
     * A denial of what a person has to approve.
     *
     * @param subject what would have to be approved, {@code pay@1.0.0}
     */
    public static Denial ofApproval(String what, String subject, String fix) {
        return new Denial(what, APPROVAL + subject, List.of(), fix);
    }

    Cause.Denied cause(Boundary boundary) {
        return cause(boundary, requested, granted, fix);
    }

    /** The cause of a denial that is made, or that was read; what a guest asks for is never an approval. */
    static Cause.Denied cause(Boundary boundary, String requested, List<String> granted, String fix) {
        return new Cause.Denied(requested, granted, fix, boundary == Boundary.ACTION && requested.startsWith(APPROVAL));
    }

    Words words() {
        String have =
                granted.isEmpty() ? "Nothing of that kind is granted." : "Granted: " + String.join(", ", granted) + ".";
        return new Words(what + ". " + have, fix.isEmpty() ? "No grant can allow it." : how + fix);
    }
}
