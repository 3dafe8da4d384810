package dev.airlock.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.link.HostImport;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CatalogueTest {
    @ParameterizedTest
    @EnumSource
    void knowsEveryFunctionOfTheContract(dev.airlock.manifests.HostFunction function) {
        CatalogueEntry entry =
                HostFunctions.find("airlock", function.wireName()).orElseThrow();
        assertThat(entry.function()).isEqualTo(function);
        assertThat(entry.capability()).isEqualTo(function.capability());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "log | (i32, i32, i32, i32) -> ()", "http_request | (i32, i32) -> i32",
                "http_response_status | () -> i32", "http_response_size | () -> i32",
                "http_response_read | (i32, i32) -> i32", "http_response_read_at | (i32, i32, i32) -> i32",
                "http_response_headers | (i32, i32) -> i32", "last_error | (i32, i32) -> i32",
            })
    void givesTheSignaturesOfTheContract(String name, String signature) {
        try (Guest guest = Guest.with().start()) {
            assertThat(guest.functions.all().stream()
                            .filter(function -> function.name().equals(name)))
                    .isNotEmpty()
                    .extracting(HostImport::signature)
                    .containsOnly(signature);
        }
    }

    @Test
    void offersTheFunctionsOfThePublicContractUnderBothNames() {
        try (Guest guest = Guest.with().start()) {
            List<String> names = guest.functions.all().stream()
                    .map(HostImport::qualifiedName)
                    .toList();
            assertThat(names)
                    .doesNotHaveDuplicates()
                    .contains(
                            "aileron_host.log",
                            "aileron_host.http_response_read",
                            "airlock.last_error",
                            "airlock.state_get")
                    .doesNotContain("aileron_host.last_error", "aileron_host.state_get");
        }
    }

    @Test
    void offersStateUnderItsOwnNameOnly() {
        assertThat(HostFunctions.find("airlock", "once")).isPresent();
        assertThat(HostFunctions.find("aileron_host", "once")).isEmpty();
    }

    @Test
    void explainsTheSpawnFunctions() {
        assertThat(Stream.of("spawn", "spawn_op", "spawn_status", "spawn_output_size", "spawn_output_read"))
                .allSatisfy(name -> assertThat(HostFunctions.explainUnknown("aileron_host", name))
                        .isPresent());
        assertThat(HostFunctions.explainUnknown("env", "spawn")).isEmpty();
        assertThat(HostFunctions.explainUnknown("airlock", "spwan")).isEmpty();
    }
}
