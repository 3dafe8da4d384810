package dev.airlock.cli.audit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.runtime.audit.explain.ConsentSummary;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The consents in {@code airlock audit list}, one line each: time, consent, connector and audit id. */
record ConsentList(Terminal terminal) {
    void print(List<ConsentSummary> consents, boolean json) {
        if (json) {
            terminal.out().println(SafeJson.line(document(consents)));
            return;
        }
        consents.forEach(consent -> terminal.out().println(line(consent)));
        terminal.out().println(consents.size() == 1 ? "1 consent" : consents.size() + " consents");
    }

    private static String line(ConsentSummary consent) {
        return consent.at().truncatedTo(ChronoUnit.SECONDS) + "  " + ForeignText.clean(consent.what()) + "  "
                + about(consent) + consent.id();
    }

    /** Returns the connector of a consent, or, if it names none, its only subject. */
    private static String about(ConsentSummary consent) {
        String subject = consent.subjects().size() == 1 ? consent.subjects().get(0) : "";
        String about = consent.connector().isEmpty() ? subject : consent.connector();
        return about.isEmpty() ? "" : ForeignText.clean(about) + "  ";
    }

    private static ObjectNode document(List<ConsentSummary> consents) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ArrayNode array = document.putArray("consents");
        for (ConsentSummary consent : consents) {
            ObjectNode node = array.addObject()
                    .put("audit_id", consent.id())
                    .put("time", consent.at().toString())
                    .put("what", consent.what())
                    .put("connector", consent.connector())
                    .put("hash", consent.hash())
                    .put("actor", consent.actor());
            consent.subjects().forEach(node.putArray("subjects")::add);
        }
        return document;
    }
}
