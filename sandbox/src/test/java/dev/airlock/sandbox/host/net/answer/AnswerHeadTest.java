package dev.airlock.sandbox.host.net.answer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import okio.Buffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112, sections 2.2, 5.1 and 5.2. In the tables a line ends at {@code |}, and a control character is written as Java would. */
class AnswerHeadTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "A: 1|B: 2|#A: 1|B: 2|",
                "A: one| two|#A: one two|",
                "A: one  | \t two  |\tthree|#A: one two three|",
                "A: one| two: three|#A: one two: three|",
                "A:| one|#A: one|",
                "A: 1| |B: 2|#A: 1 |B: 2|",
                "A : 1|#A: 1|",
                "A\t: 1|#A: 1|",
                "A: 1\\r2|#A: 1 2|",
                "A: 1\\02|#A: 1 2|",
                "A:|#A:|",
                "A:\u00c3\u00a9|#A:\u00c3\u00a9|",
                "Location: /\u00c3\u00a9|#Location: /\u00c3\u00a9|",
                "location: /caf\u00e9|#location: /caf%E9|",
            })
    void headersAreReadAsTheRulesSay(String written, String read) throws IOException {
        assertThat(mended("HTTP/1.1 200 OK|" + written + "|body| of it"))
                .isEqualTo("HTTP/1.1 200 OK|" + read + "|body| of it");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " A: 1|",
                "\tA: 1|",
                "no colon|",
                ": 1|",
                "X A: 1|",
                "A: 1|no colon|B: 2|",
                "\u00e9: 1|",
                "(A): 1|"
            })
    void aLineThatIsNoHeaderMakesNoAnswer(String headers) {
        assertThatThrownBy(() -> mended("HTTP/1.1 200 OK|" + headers + "|")).isInstanceOf(BadAnswerException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 100 Continue||",
                "HTTP/1.1 103 Early Hints|Link: </a>|| ",
                "HTTP/1.1 102||HTTP/1.1 199 X||"
            })
    void interimAnswersAreReadOnTheWay(String interim) throws IOException {
        String before = interim.strip();
        assertThat(mended(before + "HTTP/1.1 200 OK|A: one| two||x"))
                .isEqualTo(before + "HTTP/1.1 200 OK|A: one two||x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK|A: 1",
                "HTTP/1.1 200 OK|A: 1| two|",
                "SSH-2.0-x|no colon||",
                "HTTP/2 200||",
                "|HTTP/1.1 200 OK||",
                "HTTP/1.1 100 Continue||",
                "HTTP/1.1 100 Continue||what|"
            })
    void whatIsNoWholeHeadIsLeftToTheClient(String written) throws IOException {
        assertThat(mended(written)).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(ints = {600_000, 2_000_000})
    void aHeadThatIsTooLongIsLeftToTheClient(int length) throws IOException {
        String written = "HTTP/1.1 200 OK|A: " + "x".repeat(length) + "|B: 1| 2||";
        assertThat(mended(written)).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 OK\nA: one\n two\n\nx", "HTTP/1.1 200 OK\r\nA: one\n two\r\n\nx"})
    void aLineMayEndWithoutCr(String written) throws IOException {
        Buffer buffer = new Buffer().writeString(written, ISO_8859_1);
        AnswerHead.mend(buffer);
        assertThat(buffer.readString(ISO_8859_1)).isEqualTo("HTTP/1.1 200 OK\r\nA: one two\r\n\r\nx");
    }

    private static String mended(String written) throws IOException {
        String bytes = written.replace("\\r", "\r").replace("\\0", "\0").replace("|", "\r\n");
        Buffer buffer = new Buffer().writeString(bytes, ISO_8859_1);
        AnswerHead.mend(buffer);
        return buffer.readString(ISO_8859_1).replace("\r\n", "|");
    }
}
