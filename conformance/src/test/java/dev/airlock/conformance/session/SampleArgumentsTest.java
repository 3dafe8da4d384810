package dev.airlock.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.Operation;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleArgumentsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'string'}|'airlock'",
                "{'type':'string','pattern':'^[A-Z]{3}$'}|'AAA'",
                "{'type':'string','minLength':9}|'2026-01-31'",
                "{'type':'string','enum':['open','closed']}|'open'",
                "{'type':'string','examples':['ch_1']}|'ch_1'",
                "{'const':7}|7",
                "{'type':'integer'}|1",
                "{'type':'integer','minimum':5}|5",
                "{'type':'boolean'}|true",
                "{'type':['null','string']}|null",
                "{'type':'array','minItems':2,'items':{'type':'integer'}}|[1,1]",
                "{'anyOf':[{'type':'integer'},{'type':'string'}]}|1",
                "{'type':'object','required':['a'],'properties':{'a':{'type':'integer'},'b':{}}}|{'a':1}"
            })
    void suitTheSchema(String schema, String value) throws MalformedJsonException {
        String property = "{'required':['x'],'properties':{'x':" + schema + "}}";

        assertThat(SampleArguments.of(operation(property))).hasToString(json("{'x':" + value + "}"));
    }

    @Test
    void areTheSchemasOwnExampleWhereItHasOne() throws MalformedJsonException {
        Operation operation = operation("{'examples':[{'code':'CI'}],'required':['code']}");

        assertThat(SampleArguments.of(operation)).isEqualTo(StrictJson.read("{\"code\":\"CI\"}"));
    }

    @Test
    void leaveOutWhatIsNotRequired() throws MalformedJsonException {
        assertThat(SampleArguments.of(operation("{'properties':{'x':{'type':'string'}}}")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"{'type':'string'}|{}", "{'type':'object'}|'airlock'", "{'type':['object','string']}|42", "{}|"})
    void haveAnIllTypedCounterpart(String schema, String value) throws MalformedJsonException {
        assertThat(SampleArguments.illTyped(StrictJson.read(json(schema))).map(Object::toString))
                .isEqualTo(Optional.ofNullable(value).map(SampleArgumentsTest::json));
    }

    private static Operation operation(String args) throws MalformedJsonException {
        return new Operation(
                "make",
                Optional.empty(),
                Optional.empty(),
                Optional.of(StrictJson.read(json(args))),
                Optional.empty(),
                Optional.empty());
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }
}
