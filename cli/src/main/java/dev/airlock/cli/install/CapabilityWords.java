package dev.airlock.cli.install;

import dev.airlock.failures.ForeignText;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.credentials.Credential;
import java.util.ArrayList;
import java.util.List;

/** What a connector may do, in words that a person agrees to. */
final class CapabilityWords {
    private CapabilityWords() {}

    /** One line for each thing; none for a connector that may do nothing but compute. */
    static List<String> of(ConnectorManifest manifest) {
        List<String> words = new ArrayList<>();
        ConnectorManifest.Capabilities capabilities = manifest.capabilities();
        capabilities.grants().forEach(grant -> words.add("talk to " + grant));
        capabilities.credential().ifPresent(credential -> words.add(words(credential)));
        if (capabilities.state()) {
            words.add("remember things between calls");
        }
        return words.stream()
                .map(word -> ForeignText.clean(word, word.length() + 1))
                .toList();
    }

    private static String words(Credential credential) {
        return "use a credential of kind " + credential.kind().word()
                + credential.scope().map(scope -> ": " + scope).orElse("");
    }
}
