package dev.airlock.cli.install;

import dev.airlock.failures.ForeignText;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.install.Candidate;
import dev.airlock.runtime.packages.SignatureCheck;
import dev.airlock.runtime.packages.SignatureForm;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What somebody agrees to who installs a connector: who it is, who signed it, what it may do, and what is new about that. */
public final class ConsentScreen {
    private static final int LABEL = 12;

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
        connector.description().ifPresent(text -> lines.add(labelled("says", firstLine(text))));
        lines.add(labelled("hash", ready.content().hash().shortText()));
        lines.add(labelled("signature", signature(ready.signature())));
        List<String> now = CapabilityWords.of(ready.manifest());
        if (ready.before().isEmpty()) {
            lines.add(labelled("it may", now.isEmpty() ? "compute, and nothing else" : now.get(0)));
            now.stream().skip(1).forEach(word -> lines.add(labelled("", word)));
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
        now.forEach(word -> lines.add(labelled(before.contains(word) ? "it may" : "NEW: it may", word)));
        before.stream().filter(word -> !now.contains(word)).forEach(word -> lines.add(labelled("no longer", word)));
        if (lines.isEmpty()) {
            lines.add(labelled("it may", "compute, and nothing else"));
        }
        return lines;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    /** A line with a label; nothing is cut, since it is agreed to as a whole. */
    public static String labelled(String label, String text) {
        return label + " ".repeat(Math.max(1, LABEL - label.length())) + ForeignText.clean(text, text.length() + 1);
    }
}
