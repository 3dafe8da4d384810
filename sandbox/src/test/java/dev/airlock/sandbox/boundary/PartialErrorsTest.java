package dev.airlock.sandbox.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureClass;
import dev.airlock.formats.json.StrictJson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PartialErrorsTest {
    private final CallBoundary boundary = new CallBoundary((id, cause) -> {});

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"class":"rate_limited","id":3}          | {"class":"connector_runtime_error","id":3,"claimed_class":"rate_limited"}
            {"class":"Network_Error"}                | {"class":"connector_runtime_error","claimed_class":"Network_Error"}
            {"class":""}                             | {"class":"connector_runtime_error","claimed_class":""}
            {"class":7}                              | {"class":"connector_runtime_error","claimed_class":"7"}
            {"class":{"a":1}}                        | {"class":"connector_runtime_error","claimed_class":"{\\"a\\":1}"}
            {"class":"a\\u001b[31mb"}                | {"class":"connector_runtime_error","claimed_class":"a[31mb"}
            {"class":"hunter2\\u200b-hunter2"}       | {"class":"connector_runtime_error","claimed_class":"[redacted]"}
            {"class":"connector_runtime_error"}      | {"class":"connector_runtime_error"}
            {"class":null,"id":3}                    | {"class":null,"id":3}
            {"id":3}                                 | {"id":3}
            {"class":"network_error"}                | {"class":"connector_runtime_error","claimed_class":"network_error"}
            {"class":"external_api_error"}           | {"class":"connector_runtime_error","claimed_class":"external_api_error"}
            """)
    void aClassOutsideTheSetBecomesOneOfItAndIsKept(String error, String typed) {
        assertThat(typed(Story.returned("partial", partial(error)))).isEqualTo(typed);
    }

    @Test
    void anExchangeOfItsKindBearsAClassOut() {
        assertThat(typed(Story.returned("broken", partial("{\"class\":\"network_error\"}"))
                        .refused()
                        .answered(200)))
                .isEqualTo("{\"class\":\"network_error\"}");
        assertThat(typed(Story.returned("answered", partial("{\"class\":\"external_api_error\"}"))
                        .answered(200)
                        .refused()))
                .isEqualTo("{\"class\":\"external_api_error\"}");
        assertThat(typed(Story.returned("answered", partial("{\"class\":\"network_error\"}"))
                        .answered(503)))
                .contains("\"claimed_class\":\"network_error\"");
        assertThat(typed(Story.returned("broken", partial("{\"class\":\"external_api_error\"}"))
                        .refused()))
                .contains("\"claimed_class\":\"external_api_error\"");
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureClass.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"CONNECTOR_RUNTIME_ERROR", "NETWORK_ERROR", "EXTERNAL_API_ERROR"})
    void noClaimAloneMakesAClassOfTheHosts(FailureClass claim) {
        Story story = Story.returned("partial", partial("{\"class\":\"" + claim.wireName() + "\"}"))
                .refused()
                .answered(503);

        assertThat(typed(story))
                .isEqualTo("{\"class\":\"connector_runtime_error\",\"claimed_class\":\"" + claim.wireName() + "\"}");
    }

    private static String partial(String error) {
        return "{\"output\":{},\"errors\":[" + error + "]}";
    }

    private String typed(Story story) {
        BoundaryResult result = boundary.decide(story.facts());
        assertThat(result).isInstanceOf(BoundaryResult.Success.class);
        List<ObjectNode> errors = ((BoundaryResult.Success) result).errors();
        assertThat(errors).hasSize(1);
        return StrictJson.write(errors.get(0));
    }
}
