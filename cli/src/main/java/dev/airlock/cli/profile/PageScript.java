package dev.airlock.cli.profile;

import dev.airlock.formats.hash.Sha256;
import dev.airlock.formats.text.ResourceText;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The script of a page. The page's policy names its hash, so that no other script runs, whatever the names of functions hold.
 *
 * @param text the script
 */
record PageScript(String text) {
    /** Reads the script that zooms into a flame graph. */
    static PageScript ofFlameGraph() {
        return new PageScript(ResourceText.of(PageScript.class, "flame-graph.js"));
    }

    /** Returns the source expression that permits it (Content Security Policy, level 3, section 2.3.1). */
    String source() {
        byte[] hash = Sha256.of(text.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    }
}
