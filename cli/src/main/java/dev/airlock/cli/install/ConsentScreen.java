package dev.airlock.cli.install;

import dev.airlock.failures.ForeignText;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.install.Candidate;
import dev.airlock.runtime.packages.SignatureCheck;
import dev.airlock.runtime.packages.SignatureForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What somebody agrees to who installs a connector: who it is, who signed it, what it may do, and what is new about that. */
public final class ConsentScreen {
    private static final int LABEL = 12;
    /** What is left of a terminal of 80 columns after the longest label. */
    private static final int TEXT_WIDTH = 64;
    /** What draws nothing: the separators of Unicode, and the Braille pattern without dots. */
    private static final Pattern BLANKS = Pattern.compile("[\\p{Z}\\x{2800}]+");

    /** What nobody has to go back for, with the question below it, on a terminal as most people have it. */
    private static final int LINES_AT_ONCE = 40;
    /** The labels of the lines that say what it is about; no text of others begins where labels do. */
    private static final List<String> HEADS = List.of("action", "connector", "version", "signature");

    private static final String UNVERIFIED =
            "Its maker cannot be checked. It has its own state, and gets no credential that is bound"
                    + " to a signed connector of the same name.";

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
        lines.addAll(item("connector", connector.name().toString()));
        lines.addAll(item("version", connector.version() + shown.beside()));
        connector.description().ifPresent(text -> lines.addAll(foreign("says", firstLine(text))));
        lines.add(labelled("hash", shown.hash().shortText()));
        lines.add(labelled("signature", signature(shown.signature())));
        if (!(shown.signature() instanceof SignatureCheck.Verified)) {
            lines.addAll(item("", UNVERIFIED));
        }
        lines.addAll(shown.before()
                .map(before -> difference(before, shown.manifest()))
                .orElseGet(() -> capabilities(shown.manifest())));
        return lines;
    }

    /**
     * What stands at the end of a screen that is longer than most terminals, so that nothing of it moves out of sight by how much follows:
     * how long it is, and which connectors it is about, and what their signatures are worth.
     */
    static List<String> recap(List<String> screen) {
        if (screen.size() <= LINES_AT_ONCE) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(String.format(
                Locale.ROOT, "The screen has %,d lines: scroll back to the first. They are about:", screen.size()));
        screen.stream()
                .filter(line -> HEADS.stream().anyMatch(head -> line.startsWith(head + " ")))
                .forEach(lines::add);
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
                : "NONE: it is not signed, so anyone may have made it";
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
        return broken(label, ForeignText.clean(text), "");
    }

    /** The same for one of several things that are agreed to: nothing of it is cut, and its further lines hang. */
    public static List<String> item(String label, String text) {
        return broken(label, ForeignText.clean(text, text.length() + 1), HANGING);
    }

    private static List<String> broken(String label, String text, String further) {
        String whole = BLANKS.matcher(text).replaceAll(" ").strip();
        List<String> lines = new ArrayList<>();
        int start = 0;
        do {
            int end = lineEnd(whole, start);
            String part = whole.substring(start, end).strip();
            lines.add(lines.isEmpty() ? labelled(label, part) : labelled("", further + part));
            start = end;
        } while (start < whole.length());
        return lines;
    }

    /** Where a line ends: after the last blank that fits into the width, else within a word. Letters beyond ASCII may be wide. */
    private static int lineEnd(String text, int start) {
        int end = start;
        int blank = start;
        for (int columns = 0; end < text.length(); ) {
            int c = text.codePointAt(end);
            columns += c < 0x80 ? 1 : 2;
            if (columns > TEXT_WIDTH && c != ' ') {
                return blank > start ? blank : end;
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
