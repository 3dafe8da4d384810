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
    private static final int TEXT_WIDTH = 64;
    /** What draws nothing: the separators of Unicode, and the Braille pattern without dots. */
    private static final Pattern BLANKS = Pattern.compile("[\\p{Z}\\x{2800}]+");

    private static final String MAY = "it may";
    private static final String NEW = "NEW: it may";
    private static final String GONE = "no longer";
    /** What sets off the further lines of one thing from the next thing, which a connector's own words must not pass for. */
    private static final String HANGING = "  ";

    private ConsentScreen() {}

    /** One connector that is to be installed, as labelled lines. */
    public static List<String> lines(Candidate.Ready ready) {
        return lines(Shown.of(ready));
    }

    /** Connectors one after the other, with an empty line between two. */
    public static List<String> lines(List<Shown> connectors) {
        List<String> lines = new ArrayList<>();
        for (Shown shown : connectors) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(lines(shown));
        }
        return lines;
    }

    private static List<String> lines(Shown shown) {
        ConnectorManifest.Connector connector = shown.manifest().connector();
        List<String> lines = new ArrayList<>();
        lines.add(labelled("connector", connector.name().toString()));
        lines.add(labelled("version", connector.version() + shown.beside()));
        connector.description().ifPresent(text -> lines.addAll(foreign("says", firstLine(text))));
        lines.add(labelled("hash", shown.hash().shortText()));
        lines.add(labelled("signature", signature(shown.signature())));
        lines.addAll(shown.before()
                .map(before -> difference(before, shown.manifest()))
                .orElseGet(() -> capabilities(shown.manifest())));
        return lines;
    }

    /** What a connector may do, of which nothing was agreed to before. */
    static List<String> capabilities(ConnectorManifest manifest) {
        List<String> words = new ArrayList<>(CapabilityWords.of(manifest));
        words.addAll(GradedWords.of(manifest));
        List<String> lines = new ArrayList<>();
        words.forEach(word -> lines.addAll(item(lines.isEmpty() ? MAY : "", word)));
        return orNothing(lines);
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

    /** What is as it was, then what is new, then what is gone: each with a label of its own. */
    static List<String> difference(ConnectorManifest before, ConnectorManifest now) {
        List<String> was = CapabilityWords.of(before);
        List<String> is = CapabilityWords.of(now);
        GradedWords.Difference graded = GradedWords.Difference.between(before, now);
        List<String> lines = new ArrayList<>();
        is.stream().filter(was::contains).forEach(word -> lines.addAll(item(MAY, word)));
        graded.same().forEach(word -> lines.addAll(item(MAY, word)));
        is.stream().filter(word -> !was.contains(word)).forEach(word -> lines.addAll(item(NEW, word)));
        graded.more().forEach(word -> lines.addAll(item(NEW, word)));
        was.stream().filter(word -> !is.contains(word)).forEach(word -> lines.addAll(item(GONE, word)));
        graded.less().forEach(word -> lines.addAll(item(GONE, word)));
        return orNothing(lines);
    }

    private static List<String> orNothing(List<String> lines) {
        return lines.isEmpty() ? List.of(labelled(MAY, "compute, and nothing else")) : lines;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    /**
     * Lines with a label before the first, for text that somebody else wrote. It is cut, its blanks are single, and it is broken
     * here before a terminal breaks it: no line of it begins where labels do, so none passes for one of Airlock's own.
     */
    public static List<String> foreign(String label, String text) {
        return broken(label, text, "");
    }

    /** The same for one of several things, whose further lines hang. */
    private static List<String> item(String label, String text) {
        return broken(label, text, HANGING);
    }

    private static List<String> broken(String label, String text, String further) {
        String left = BLANKS.matcher(ForeignText.clean(text)).replaceAll(" ").strip();
        List<String> lines = new ArrayList<>();
        do {
            int end = lineEnd(left);
            String part = left.substring(0, end).strip();
            lines.add(lines.isEmpty() ? labelled(label, part) : labelled("", further + part));
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
