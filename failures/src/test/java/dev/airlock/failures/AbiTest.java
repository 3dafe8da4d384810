package dev.airlock.failures;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.formats.json.StrictJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AbiTest {
    private static final String AUDIT_ID = "\"" + SampleFailures.ID + "\"";
    private static final String ENVELOPE = "failure-envelope.schema.json";
    private static final String ADMINISTRATIVE = "administrative-error.schema.json";
    private static final String OUTCOME = "outcome.schema.json";
    private static final String USAGE = """
            {"fuel":1,"memory_peak_bytes":65536,"wall_ms":3,"guest_ms":1,"host_ms":2,"wait_ms":0,"load_ms":9,\
            "host_calls":0,"exchanges":0,"bytes_in":0,"bytes_out":0}""";
    private static final String ADMINISTRATIVE_ERROR =
            "{\"error\":{\"code\":\"usage\",\"message\":\"m\",\"details\":{},\"request_id\":\"r\"}}";

    static Stream<Failure> failures() {
        return SampleFailures.all();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void everyEnvelopeThatAConstructorMakesIsValid(Failure failure) {
        assertThat(AbiDocuments.problems(ENVELOPE, FailureEnvelope.write(failure)))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void anEnvelopeWithoutOneOfItsFieldsIsNot(Failure failure) {
        for (String field : List.of("class", "message", "retriable", "boundary", "audit_id", "details")) {
            ObjectNode error = FailureEnvelope.errorNode(failure);
            error.remove(field);
            assertThat(AbiDocuments.problems(ENVELOPE, envelope(error)))
                    .as(field)
                    .isNotEmpty();
        }
    }

    /** The classes whose boundary depends on the cause. */
    private static final Set<FailureClass> OF_THE_CAUSE =
            Set.of(FailureClass.CONNECTOR_RUNTIME_ERROR, FailureClass.RESOURCE_LIMIT_EXCEEDED);

    @ParameterizedTest
    @MethodSource("failures")
    void anEnvelopeAtAForeignBoundaryIsNot(Failure failure) {
        for (Boundary boundary : Boundary.values()) {
            boolean own = OF_THE_CAUSE.contains(failure.failureClass())
                    ? boundary == failure.boundary()
                    : failure.failureClass().boundaries().contains(boundary);
            ObjectNode error = FailureEnvelope.errorNode(failure).put("boundary", boundary.wireName());
            assertThat(AbiDocuments.problems(ENVELOPE, envelope(error)).isEmpty())
                    .as(boundary.wireName())
                    .isEqualTo(own);
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void anEnvelopeWithoutADetailOfItsClassIsNot(Failure failure) {
        for (String key : requiredDetails(failure.failureClass())) {
            ObjectNode error = FailureEnvelope.errorNode(failure);
            assertThat(((ObjectNode) error.get("details")).remove(key)).as(key).isNotNull();
            assertThat(AbiDocuments.problems(ENVELOPE, envelope(error))).as(key).isNotEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aTerminalClassThatIsRetriableIsNot(Failure failure) {
        ObjectNode error = FailureEnvelope.errorNode(failure).put("retriable", true);

        assertThat(AbiDocuments.problems(ENVELOPE, envelope(error)).isEmpty())
                .isEqualTo(failure.failureClass().mayBeRetriable() && !(failure.cause() instanceof Cause.LimitReached));
    }

    static Stream<Arguments> notEnvelopes() {
        return Stream.of(
                row("an unknown class", "\"network_error\"", "\"rate_limited\""),
                row("a reserved class", "\"network_error\"", "\"approval_denied\""),
                row("a seventh field", "\"details\":", "\"hint\":\"x\",\"details\":"),
                row("a field beside error", "}}}", "}},\"usage\":{}}"),
                row("an audit id of another form", "audit-0", "audit-x"),
                row("an upper-case audit id", "abcdef\"", "ABCDEF\""),
                row("an empty message", SampleFailures.network().message(), ""),
                row("a null in the details", "\"dns\"", "null"),
                row("a null deep in the details", "\"request_sent\":", "\"x\":[{\"y\":null}],\"request_sent\":"),
                row("a kind that nobody knows", "\"dns\"", "\"magic\""),
                row("an effect that nobody knows", "\"effect\":\"none\"", "\"effect\":\"some\""),
                row("what may have taken effect, and is retriable", "\"effect\":\"none\"", "\"effect\":\"uncertain\""),
                row("a request_sent that is a text", "false}", "\"false\"}"),
                row(
                        "details that are a list",
                        "{\"kind\":\"dns\",\"host\":\"slack.com:443\",\"effect\":\"none\",\"request_sent\":false}",
                        "[]"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("notEnvelopes")
    void whatIsNotAnEnvelopeIsRefused(String name, String part, String stranger) {
        String envelope = FailureEnvelope.write(SampleFailures.network());
        assertThat(envelope).contains(part);

        assertThat(AbiDocuments.problems(ENVELOPE, envelope.replace(part, stranger)))
                .isNotEmpty();
    }

    @Test
    void theSchemaNamesTheSameClosedSetsAsTheCode() {
        assertThat(AbiDocuments.texts(ENVELOPE, "/$defs/error/properties/class/enum"))
                .isEqualTo(names(Arrays.stream(FailureClass.values())
                        .filter(c -> !c.reserved())
                        .map(FailureClass::wireName)));
        assertThat(AbiDocuments.texts(ENVELOPE, "/$defs/error/properties/boundary/enum"))
                .isEqualTo(names(Arrays.stream(Boundary.values())
                        .filter(b -> b != Boundary.USER)
                        .map(Boundary::wireName)));
        assertThat(detailEnum(FailureClass.CONNECTOR_RUNTIME_ERROR, "reason"))
                .isEqualTo(names(Arrays.stream(Reason.values()).map(Reason::wireName)));
        assertThat(detailEnum(FailureClass.NETWORK_ERROR, "kind"))
                .isEqualTo(names(Arrays.stream(NetworkFailureKind.values()).map(NetworkFailureKind::wireName)));
        assertThat(detailEnum(FailureClass.RESOURCE_LIMIT_EXCEEDED, "limit"))
                .isEqualTo(names(Stream.concat(
                        Stream.of("host_busy"),
                        Arrays.stream(LimitName.values())
                                .map(LimitName::wireName)
                                .distinct())));
        assertThat(detailEnum(FailureClass.RESOURCE_LIMIT_EXCEEDED, "aspect"))
                .isEqualTo(names(Arrays.stream(LimitName.values())
                        .map(LimitName::aspect)
                        .filter(aspect -> !aspect.isEmpty())
                        .distinct()));
    }

    @Test
    void theTableOfReasonsIsTheEnum() {
        List<List<String>> rows = AbiDocuments.rows("reasons.md").stream()
                .filter(row -> row.size() == 3)
                .toList();

        assertThat(rows.stream().map(row -> row.get(0) + " at " + row.get(1)))
                .containsExactlyElementsOf(Arrays.stream(Reason.values())
                        .map(reason -> "`" + reason.wireName() + "` at "
                                + reason.boundary().wireName())
                        .toList());
        assertThat(rows).allSatisfy(row -> assertThat(row.get(2)).hasSizeGreaterThan(20));
    }

    @ParameterizedTest
    @EnumSource(FailureClass.class)
    void theTableOfClassesIsTheEnum(FailureClass failureClass) {
        List<String> row = AbiDocuments.rows("failure-classes.md").stream()
                .filter(cells -> cells.get(0).equals("`" + failureClass.wireName() + "`"))
                .findFirst()
                .orElseThrow();

        String boundaries =
                failureClass.boundaries().stream().map(Boundary::wireName).collect(Collectors.joining(", "));
        assertThat(row.get(1)).isEqualTo(failureClass.reserved() ? "none: reserved, never produced" : boundaries);
        assertThat(row.get(2))
                .isEqualTo(
                        failureClass.retriableByDefault()
                                ? "yes"
                                : failureClass.mayBeRetriable() ? "by cause" : "never");
        assertThat(row.get(4)).isEqualTo(Integer.toString(failureClass.httpStatus()));
        if (!failureClass.reserved()) {
            assertThat(Arrays.stream(row.get(3).split(", "))
                            .filter(cell -> cell.startsWith("`"))
                            .map(cell -> cell.replace("`", "")))
                    .containsExactlyElementsOf(requiredDetails(failureClass));
            assertThat(row.get(3).replaceAll("[`*]", "").split(", "))
                    .containsExactlyInAnyOrderElementsOf(knownDetails(failureClass));
        }
    }

    @Test
    void anAdministrativeErrorIsValidWithAndWithoutProblems() {
        for (List<String> problems : List.of(List.<String>of(), List.of("line 1, column 2: …"))) {
            assertThat(AbiDocuments.problems(
                            ADMINISTRATIVE,
                            new AdministrativeError("configuration", "It is wrong.", problems, "req-1").write()))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"error\":{\"code\":\"usage\",\"message\":\"m\",\"details\":{}}}",
                "{\"error\":{\"code\":\"Usage\",\"message\":\"m\",\"details\":{},\"request_id\":\"r\"}}",
                "{\"error\":{\"code\":\"usage\",\"message\":\"m\",\"details\":null,\"request_id\":\"r\"}}",
                "{\"error\":{\"code\":\"usage\",\"message\":\"m\",\"details\":{\"x\":1},\"request_id\":\"r\"}}",
                "{\"error\":{\"code\":\"usage\",\"message\":\"m\",\"details\":{},\"request_id\":\"r\",\"class\":\"x\"}}",
                "{\"error\":{\"code\":\"usage\",\"message\":\"m\",\"details\":{},\"request_id\":\"r\"},\"logs\":[]}"
            })
    void whatIsNotAnAdministrativeErrorIsRefused(String document) {
        assertThat(AbiDocuments.problems(ADMINISTRATIVE, document)).isNotEmpty();
    }

    static Stream<String> outcomes() {
        String error = StrictJson.write(FailureEnvelope.errorNode(SampleFailures.network()));
        return Stream.of(
                "{\"audit_id\":" + AUDIT_ID + ",\"output\":{\"n\":9007199254740993},\"usage\":" + USAGE
                        + ",\"logs\":[]}",
                "{\"audit_id\":" + AUDIT_ID + ",\"output\":{},\"errors\":[{\"id\":3}],\"usage\":" + USAGE
                        + ",\"logs\":[{\"level\":\"info\",\"message\":\"\"}]}",
                "{\"error\":" + error + ",\"usage\":" + USAGE + ",\"logs\":[]}",
                "{\"cancelled\":true,\"effect\":\"none\",\"request_sent\":false,\"usage\":" + USAGE + "}",
                ADMINISTRATIVE_ERROR);
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void everyFormOfOutcomeIsValid(String document) {
        assertThat(AbiDocuments.problems(OUTCOME, document)).isEmpty();
    }

    static Stream<Arguments> notOutcomes() {
        String error = StrictJson.write(FailureEnvelope.errorNode(SampleFailures.network()));
        return Stream.of(
                row("nothing", "{}"),
                row(
                        "an output that is a list",
                        "{\"audit_id\":" + AUDIT_ID + ",\"output\":[],\"usage\":" + USAGE + ",\"logs\":[]}"),
                row("no logs", "{\"audit_id\":" + AUDIT_ID + ",\"output\":{},\"usage\":" + USAGE + "}"),
                row("no usage", "{\"audit_id\":" + AUDIT_ID + ",\"output\":{},\"logs\":[]}"),
                row(
                        "an empty list of errors",
                        "{\"audit_id\":" + AUDIT_ID + ",\"output\":{},\"errors\":[],\"usage\":" + USAGE
                                + ",\"logs\":[]}"),
                row(
                        "both output and error",
                        "{\"audit_id\":" + AUDIT_ID + ",\"output\":{},\"error\":" + error + ",\"usage\":" + USAGE
                                + ",\"logs\":[]}"),
                row(
                        "a cancellation with logs",
                        "{\"cancelled\":true,\"effect\":\"none\",\"request_sent\":false,\"usage\":" + USAGE
                                + ",\"logs\":[]}"),
                row(
                        "a cancellation that is none",
                        "{\"cancelled\":false,\"effect\":\"none\",\"request_sent\":false,\"usage\":" + USAGE + "}"),
                row("a cancellation that does not tell its effect", "{\"cancelled\":true,\"usage\":" + USAGE + "}"),
                row("a success without its audit id", "{\"output\":{},\"usage\":" + USAGE + ",\"logs\":[]}"),
                row(
                        "an unknown field",
                        "{\"audit_id\":" + AUDIT_ID + ",\"output\":{},\"usage\":" + USAGE + ",\"logs\":[],\"x\":1}"),
                row(
                        "a negative amount",
                        "{\"cancelled\":true,\"effect\":\"none\",\"request_sent\":false,\"usage\":"
                                + USAGE.replace("\"fuel\":1", "\"fuel\":-1") + "}"),
                row(
                        "an unknown amount",
                        "{\"cancelled\":true,\"effect\":\"none\",\"request_sent\":false,\"usage\":"
                                + USAGE.replace("{", "{\"x\":1,") + "}"),
                row(
                        "a missing amount",
                        "{\"cancelled\":true,\"effect\":\"none\",\"request_sent\":false,\"usage\":"
                                + USAGE.replace("\"fuel\":1,", "") + "}"),
                row("an envelope without usage", "{\"error\":" + error + "}"),
                row("a list", "[]"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("notOutcomes")
    void whatIsNotAnOutcomeIsRefused(String name, String document) {
        assertThat(AbiDocuments.problems(OUTCOME, document)).isNotEmpty();
    }

    private static List<String> requiredDetails(FailureClass failureClass) {
        JsonNode details = detailsSchema(failureClass);
        List<String> keys = new ArrayList<>();
        details.path("required").forEach(key -> keys.add(key.textValue()));
        assertThat(keys).as(failureClass.wireName()).isNotEmpty();
        return keys;
    }

    private static List<String> knownDetails(FailureClass failureClass) {
        List<String> keys = new ArrayList<>();
        detailsSchema(failureClass).path("properties").fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    private static List<String> detailEnum(FailureClass failureClass, String key) {
        List<String> values = new ArrayList<>();
        detailsSchema(failureClass)
                .path("properties")
                .path(key)
                .path("enum")
                .forEach(value -> values.add(value.textValue()));
        return values;
    }

    /** Returns the schema of a class's details, from the first condition that depends on the class alone. */
    private static JsonNode detailsSchema(FailureClass failureClass) {
        JsonNode schema = AbiDocuments.json(ENVELOPE);
        for (JsonNode rule : schema.at("/$defs/error/allOf")) {
            if (rule.at("/if/properties/class/const").asText().equals(failureClass.wireName())) {
                JsonNode details = rule.at("/then/properties/details");
                return details.has("$ref")
                        ? schema.at(details.get("$ref").textValue().substring(1))
                        : details;
            }
        }
        throw new AssertionError("the schema has no rule for " + failureClass.wireName());
    }

    private static List<String> names(Stream<String> names) {
        return names.toList();
    }

    private static String envelope(ObjectNode error) {
        return "{\"error\":" + StrictJson.write(error) + "}";
    }

    private static Arguments row(Object... values) {
        return Arguments.of(values);
    }
}
