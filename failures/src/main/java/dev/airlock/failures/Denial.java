package dev.airlock.failures;

import dev.airlock.failures.text.ForeignText;
import dev.airlock.failures.text.Words;
import java.util.List;

/**
 * A refusal by a capability check, and the grant that would allow the request.
 *
 * @param what the refusal as a sentence without its full stop, which names the thing that was asked for; the caller cuts a guest's words in
 *     it, and this constructor removes characters that cannot be shown
 * @param requested the exact name of the thing that was asked for: {@code api.example.com:443}, {@code http_request}; cleaned as foreign
 *     text
 * @param granted the grants of that kind, for the reader to compare; may be empty
 * @param how the place where the fix goes, as the beginning of a sentence that the fix ends: {@code To allow it, add to manifest.toml:} and
 *     a line break; empty if nothing can allow it
 * @param fix the exact text to paste, or the action to take; empty if nothing can allow it
 */
public record Denial(String what, String requested, List<String> granted, String how, String fix) {
    private static final String APPROVAL = "approval of ";

    public Denial {
        what = ForeignText.cleanWhole(what);
        requested = ForeignText.clean(requested);
        granted = List.copyOf(granted);
    }

    /** A denial whose fix is an action in words, or that has no fix. */
    public Denial(String what, String requested, List<String> granted, String fix) {
        this(what, requested, granted, fix.isEmpty() ? "" : "To allow it: ", fix);
    }

    /**
     * Returns a denial of something that a person has to approve.
     *
     * @param subject the thing that needs approval, {@code pay@1.0.0}
     */
    public static Denial ofApproval(String what, String subject, String fix) {
        return new Denial(what, APPROVAL + subject, List.of(), fix);
    }

    Cause.Denied cause(Boundary boundary) {
        return cause(boundary, requested, granted, fix);
    }

    /** Returns the cause of a denial, whether it is new or was read. A guest's request is never one for an approval. */
    static Cause.Denied cause(Boundary boundary, String requested, List<String> granted, String fix) {
        return new Cause.Denied(requested, granted, fix, boundary == Boundary.ACTION && requested.startsWith(APPROVAL));
    }

    Words words() {
        String have =
                granted.isEmpty() ? "Nothing of that kind is granted." : "Granted: " + String.join(", ", granted) + ".";
        return new Words(what + ". " + have, fix.isEmpty() ? "No grant can allow it." : how + fix);
    }
}
