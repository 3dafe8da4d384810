package dev.airlock.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.runtime.audit.event.AuditKind;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.RecordFilter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** {@code src/abi/audit-record.schema.json} describes each line of an export. */
class RecordSchemaTest {
    private static final String BASE = "https://airlock.dev/abi/";
    private static final Path ABI = Path.of(System.getProperty("airlock.root"), "src/abi");
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemas(iri -> iri.startsWith(BASE) ? text(iri.substring(BASE.length())) : null));

    @Test
    void everyKindOfRecordIsValid() {
        List<String> lines = lines();

        assertThat(lines).hasSize(AuditKind.values().length + 2);
        assertThat(lines).allSatisfy(line -> assertThat(problems(line)).as(line).isEmpty());
    }

    @Test
    void aRecordWithoutOneOfItsFieldsIsNot() throws Exception {
        for (String line : lines()) {
            ObjectNode record = (ObjectNode) StrictJson.read(line);
            List<String> names = new ArrayList<>();
            record.fieldNames().forEachRemaining(names::add);
            for (String name : names) {
                ObjectNode less = record.deepCopy();
                less.remove(name);
                assertThat(problems(StrictJson.write(less))).as(name).isNotEmpty();
            }
            assertThat(problems(StrictJson.write(record.deepCopy().put("more", 1))))
                    .isNotEmpty();
        }
    }

    @Test
    void aRecordWhoseDetailsAreThoseOfAnotherKindIsNot() throws Exception {
        for (String line : lines()) {
            ObjectNode record = (ObjectNode) StrictJson.read(line);
            ((ObjectNode) record.get("details")).put("stranger", true);
            assertThat(problems(StrictJson.write(record))).as(line).isNotEmpty();
        }
    }

    @Test
    void theSchemaNamesTheKindsThatThereAre() throws Exception {
        JsonNode kinds = StrictJson.read(text("audit-record.schema.json")).at("/properties/kind/enum");

        assertThat(StreamSupport.stream(kinds.spliterator(), false).map(JsonNode::textValue))
                .containsExactlyElementsOf(Arrays.stream(AuditKind.values())
                        .map(AuditKind::wireName)
                        .toList());
    }

    private static List<String> lines() {
        try (AuditLog log = AuditLog.builder(AuditStore.inMemory(), CheckpointKey.ephemeral())
                .build()) {
            AuditSubject subject = Logs.subject();
            log.intent(Logs.intent(subject));
            Logs.notes(subject).forEach(log::note);
            log.note(Logs.keyChange(subject));
            log.outcome(Logs.success(subject));
            log.outcome(Logs.failure(subject, Logs.denied(subject.id())));
            List<String> lines = new ArrayList<>();
            log.archive().export(RecordFilter.ALL, lines::add);
            return lines;
        }
    }

    private static List<String> problems(String line) {
        return REGISTRY
                .getSchema(SchemaLocation.of(BASE + "audit-record.schema.json"))
                .validate(line, InputFormat.JSON)
                .stream()
                .map(Error::toString)
                .toList();
    }

    private static String text(String file) {
        try {
            return Files.readString(ABI.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
