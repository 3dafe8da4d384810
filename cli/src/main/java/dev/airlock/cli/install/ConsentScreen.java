package dev.airlock.cli.install;

import dev.airlock.failures.ForeignText;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.install.Candidate;
import dev.airlock.runtime.packages.SignatureCheck;
import dev.airlock.runtime.packages.SignatureForm;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What somebody agrees to who installs a connector: who it is, who signed it, what it may do, and what is new about that. */
public final class ConsentScreen {
    private static final int LABEL = 12;
    /** What is left of a terminal of 80 columns after the longest label. */
    private static final int TEXT_WIDTH = 66;
    /** What draws nothing: the separators of Unicode, and the Braille pattern without dots. */
    private static final Pattern BLANKS = Pattern.compile("[\\p{Z}\\x{2800}]+");

    private ConsentScreen() {}

    /** One connector, as labelled lines. */
    public static List<String> lines(Candidate.Ready ready) {
        ConnectorManifest.Connector connector = ready.manifest().connector();
        List<String> lines = new ArrayList<>();
        lines.add(labelled("connector", connector.name().toString()));
        lines.add(labelled(
                "version",
                connector.version()
                        + ready.before()
                                .map(before ->
                                        ", installed is " + before.connector().version())
                                .orElse("")));
        connector.description().ifPresent(text -> lines.addAll(foreign("says", firstLine(text))));
        lines.add(labelled("hash", ready.content().hash().shortText()));
        lines.add(labelled("signature", signature(ready.signature())));
        List<String> now = CapabilityWords.of(ready.manifest());
        if (ready.before().isEmpty()) {
            lines.addAll(foreign("it may", now.isEmpty() ? "compute, and nothing else" : now.get(0)));
            now.stream().skip(1).forEach(word -> lines.addAll(foreign("", word)));
        } else {
            lines.addAll(difference(CapabilityWords.of(ready.before().get()), now));
        }
        return lines;
    }

    /** What the signatures are worth, in words. */
    public static String signature(SignatureCheck check) {
        if (check instanceof SignatureCheck.Verified verified) {
            return verified(verified);
        }
        return check instanceof SignatureCheck.NobodyTrusted nobody
                ? "NOT VERIFIED: no key is trusted for " + nobody.authority() + " (airlock keyring trust)"
                : "NONE: nobody signed it, so anybody may have made it";
    }

    /** What was verified, in words. */
    public static String verified(SignatureCheck.Verified verified) {
        return "verified ("
                + verified.forms().stream().sorted().map(SignatureForm::word).collect(Collectors.joining(" and "))
                + "), of " + verified.authority() + ", key " + verified.key().fingerprint();
    }

    private static List<String> difference(List<String> before, List<String> now) {
        List<String> lines = new ArrayList<>();
        now.forEach(word -> lines.addAll(foreign(before.contains(word) ? "it may" : "NEW: it may", word)));
        before.stream().filter(word -> !now.contains(word)).forEach(word -> lines.addAll(foreign("no longer", word)));
        if (lines.isEmpty()) {
            lines.add(labelled("it may", "compute, and nothing else"));
        }
        return lines;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    /**
     * Lines with a label before the first, for text that somebody else wrote. It is cut, its blanks are single, and it is broken
     * here before a terminal breaks it: no line of it begins where labels do, so none passes for one of Airlock's own.
     */
    public static List<String> foreign(String label, String text) {
        String left = BLANKS.matcher(ForeignText.clean(text)).replaceAll(" ").strip();
        List<String> lines = new ArrayList<>();
        do {
            int end = lineEnd(left);
            lines.add(labelled(
                    lines.isEmpty() ? label : "", left.substring(0, end).strip()));
            left = left.substring(end).strip();
        } while (!left.isEmpty());
        return lines;
    }

    /** Where a line ends: after the last blank that fits into the width, else within a word. Letters beyond ASCII may be wide. */
    private static int lineEnd(String text) {
        int end = 0;
        int blank = 0;
        for (int columns = 0; end < text.length(); ) {
            int c = text.codePointAt(end);
            columns += c < 0x80 ? 1 : 2;
            if (columns > TEXT_WIDTH) {
                return blank > 0 ? blank : end;
            }
            end += Character.charCount(c);
            blank = c == ' ' ? end : blank;
        }
        return end;
    }

    /** A line with a label; nothing is cut, since it is agreed to as a whole. */
    public static String labelled(String label, String text) {
        return label + " ".repeat(Math.max(1, LABEL - label.length())) + ForeignText.clean(text, text.length() + 1);
    }
}
