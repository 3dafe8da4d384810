package dev.airlock.manifests.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.formats.text.Parsed;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteSizeTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "1, 1, 1",
        "65536, 65536, 64KiB",
        "64KiB, 65536, 64KiB",
        "1024KiB, 1048576, 1MiB",
        "32MiB, 33554432, 32MiB",
        "1GiB, 1073741824, 1GiB",
        "1025, 1025, 1025",
        "007, 7, 7",
    })
    void readsBinaryUnitsAndPlainBytes(String text, long bytes, String canonical) {
        assertThat(ByteSize.parse(text).orThrow().bytes()).isEqualTo(bytes);
        assertThat(new ByteSize(bytes)).hasToString(canonical);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "64MB    | size \"64MB\" has the unit \"MB\"; write \"64MiB\" (units are KiB, MiB and GiB, or plain bytes)",
                "64mib   | size \"64mib\" has the unit \"mib\"; write \"64MiB\" (units are KiB, MiB and GiB, or plain bytes)",
                "64k     | size \"64k\" has the unit \"k\"; write \"64KiB\" (units are KiB, MiB and GiB, or plain bytes)",
                "64 MiB  | size \"64 MiB\" has the unit \" MiB\"; write \"64MiB\" (units are KiB, MiB and GiB, or plain bytes)",
                "1.5GiB  | size \"1.5GiB\" has the unit \".5GiB\"; write a whole number with KiB, MiB or GiB, for instance \"64MiB\", or plain bytes",
                "1TiB    | size \"1TiB\" has the unit \"TiB\"; write a whole number with KiB, MiB or GiB, for instance \"64MiB\", or plain bytes",
                "-1MiB   | size \"-1MiB\" is negative; write a whole number with KiB, MiB or GiB, for instance \"64MiB\", or plain bytes",
                "much    | size \"much\" does not start with a whole number; write a whole number with KiB, MiB or GiB, for instance \"64MiB\", or plain bytes",
                "''      | size \"\" does not start with a whole number; write a whole number with KiB, MiB or GiB, for instance \"64MiB\", or plain bytes",
                "99999999999999999999GiB | size \"99999999999999999999GiB\" is too large; write a whole number with KiB, MiB or GiB, for instance \"64MiB\", or plain bytes",
                "999999999999999999GiB   | size \"999999999999999999GiB\" is too large; write a whole number with KiB, MiB or GiB, for instance \"64MiB\", or plain bytes",
                "٣MiB    | size \"٣MiB\" does not start with a whole number; write a whole number with KiB, MiB or GiB, for instance \"64MiB\", or plain bytes",
            })
    void saysWhatIsWrongAndWhatWouldBeRight(String text, String message) {
        assertThat(ByteSize.parse(text))
                .isInstanceOfSatisfying(
                        Parsed.Wrong.class, wrong -> assertThat(wrong.message()).isEqualTo(message));
    }
}
