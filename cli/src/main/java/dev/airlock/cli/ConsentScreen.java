package dev.airlock.cli;

import dev.airlock.failures.ForeignText;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.install.Candidate;
import dev.airlock.runtime.packages.SignatureCheck;
import java.util.ArrayList;
import java.util.List;

/** What somebody agrees to who installs a connector: who it is, who signed it, what it may do, and what is new about that. */
final class ConsentScreen {
    private static final int LABEL = 12;

    private ConsentScreen() {}

    static List<String> lines(Candidate.Ready ready) {
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
    static String signature(SignatureCheck check) {
        if (check instanceof SignatureCheck.Verified verified) {
            return KeyringAccess.words(verified);
        }
        return check instanceof SignatureCheck.NobodyTrusted nobody
                ? "NOT VERIFIED: no key is trusted for " + nobody.authority() + " (airlock keyring trust)"
                : "NONE: nobody signed it, so anybody may have made it";
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

    private static String labelled(String label, String text) {
        return label + " ".repeat(Math.max(1, LABEL - label.length())) + ForeignText.clean(text, text.length() + 1);
    }
}
