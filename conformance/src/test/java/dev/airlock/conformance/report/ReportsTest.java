package dev.airlock.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.Check;
import dev.airlock.conformance.CheckResult;
import dev.airlock.conformance.CheckResult.Word;
import dev.airlock.conformance.ConformanceReport;
import dev.airlock.conformance.trial.Judgement;
import dev.airlock.conformance.trial.Unexercised;
import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Tests each form of a report that has every word. */
class ReportsTest {
    private static final Optional<String> KNOWN = Optional.of("The service has no keys.");
    private static final ConformanceReport REPORT = new ConformanceReport(
            "local://a/b@1.0.0",
            List.of(
                    new CheckResult(Check.MODULE_VALID, new Judgement.Passed()),
                    new CheckResult(Check.UNICODE, new Judgement.Found(List.of("It was cut at <&>.", "It was lost."))),
                    new CheckResult(Check.ALL_USED, new Judgement.Found(List.of("No call used b.example."))),
                    new CheckResult(Check.ONE_EFFECT, new Judgement.Found(List.of("twice")), KNOWN),
                    new CheckResult(Check.SAME_REQUEST, new Judgement.Passed(), KNOWN),
                    new CheckResult(Check.NO_HANG, new Judgement.NotExercised("Nothing was sent.")),
                    new CheckResult(Check.FROZEN_SEED, new Judgement.NotApplicable("It is no reactor."))),
            List.of(new Unexercised("close_issue", "It never succeeded.", "Write a scenario.")));
    private static final ConformanceReport UNEXERCISED =
            new ConformanceReport("local://a/b@1.0.0", REPORT.results().subList(5, 7), REPORT.unexercised());

    @Test
    void hasEachWordOnce() {
        assertThat(Arrays.stream(Word.values())).allMatch(word -> REPORT.count(word) == 1);
        assertThat(REPORT.conforms()).isFalse();
    }

    @Test
    void asTextSaysOfWhatWasFoundWhyItMattersAndHowToSeeIt() {
        assertThat(lines(0)).containsExactly("passed         module.valid");
        assertThat(lines(1))
                .containsExactly(
                        "error          contract.unicode",
                        "    It was cut at <&>.",
                        "    It was lost.",
                        "    why: " + Check.UNICODE.rationale(),
                        "    see: " + Check.UNICODE.reproduce());
        assertThat(lines(2)).first().isEqualTo("warning        capabilities.all-used");
        assertThat(lines(3)).first().isEqualTo("known          retry.one-effect  The service has no keys.");
        assertThat(lines(4))
                .singleElement()
                .asString()
                .startsWith("unexpected pass retry.same-request  It is listed as a known failure but found nothing;");
        assertThat(lines(5)).containsExactly("not exercised  faults.no-hang  Nothing was sent.");
        assertThat(lines(6)).containsExactly("not applicable reactor.frozen-seed  It is no reactor.");
    }

    @Test
    void asTextSaysOnceWhatWasNotExercisedAndWhatToWrite() {
        assertThat(TextReport.lines(REPORT.unexercised()))
                .containsExactly("not exercised  close_issue  It never succeeded.", "    next: Write a scenario.");
        assertThat(TextReport.headline(UNEXERCISED))
                .isEqualTo("It is not shown to conform: 1 of 2 checks could not be exercised.");
        assertThat(TextReport.headline(REPORT)).isEqualTo("It does not conform.");
    }

    @Test
    void isNoPassIfSomethingWasNotExercised() throws Exception {
        assertThat(UNEXERCISED.conforms()).isFalse();
        assertThat(JsonReport.of(UNEXERCISED).path("status").asText()).isEqualTo("not_exercised");
        assertThat(HtmlReport.of(UNEXERCISED))
                .contains("<p class=\"verdict not_exercised\">It is not shown to conform", "Write a scenario.");
        assertThat(parsed(JUnitReport.of(UNEXERCISED, false))
                        .getDocumentElement()
                        .getAttribute("failures"))
                .isEqualTo("1");
        assertThat(parsed(JUnitReport.of(UNEXERCISED, true))
                        .getDocumentElement()
                        .getAttribute("failures"))
                .isEqualTo("0");
    }

    @Test
    void asTextCountsEachWordAndLeavesOutTheRareOnesOfWhichThereAreNone() {
        assertThat(TextReport.summary(REPORT))
                .isEqualTo("7 checks of list " + Check.LIST_VERSION + ": 1 passed, 1 error, 1 warning, 1 known,"
                        + " 1 known and not found, 1 not exercised, 1 not applicable");
        assertThat(TextReport.summary(new ConformanceReport("c", List.of())))
                .isEqualTo("0 checks of list " + Check.LIST_VERSION
                        + ": 0 passed, 0 errors, 0 warnings, 0 not applicable");
    }

    @Test
    void asJsonHasTheCountsAndEachResultWithItsCheck() {
        ObjectNode document = JsonReport.of(REPORT);

        assertThat(document.path("connector").asText()).isEqualTo("local://a/b@1.0.0");
        assertThat(document.path("checks_version").asInt()).isEqualTo(Check.LIST_VERSION);
        assertThat(document.path("conforms").asBoolean()).isFalse();
        assertThat(document.path("status").asText()).isEqualTo("fails");
        assertThat(document.at("/unexercised/0/call").asText()).isEqualTo("close_issue");
        assertThat(Arrays.stream(Word.values()))
                .allMatch(word -> document.path("summary").path(word.word()).asInt() == 1);
        assertThat(document.path("results").findValuesAsText("id"))
                .containsExactlyElementsOf(REPORT.results().stream()
                        .map(result -> result.check().id())
                        .toList());
        JsonNode known = document.path("results").path(3);
        assertThat(known.path("result").asText()).isEqualTo("known");
        assertThat(known.path("reason").asText()).isEqualTo("The service has no keys.");
        assertThat(known.path("findings").path(0).asText()).isEqualTo("twice");
        assertThat(known.path("severity").asText()).isEqualTo("error");
        assertThat(document.path("results").path(0).has("reason")).isFalse();
    }

    @Test
    void asJunitXmlFailsWhatFailsAndSkipsWhatWasNotTried() throws Exception {
        Element suite = parsed(JUnitReport.of(REPORT, false)).getDocumentElement();

        assertThat(suite.getAttribute("name")).isEqualTo("airlock conform local://a/b@1.0.0");
        assertThat(List.of(
                        suite.getAttribute("tests"),
                        suite.getAttribute("failures"),
                        suite.getAttribute("errors"),
                        suite.getAttribute("skipped")))
                .containsExactly("8", "3", "0", "2");
        assertThat(texts(suite, "failure"))
                .hasSize(3)
                .startsWith(
                        "1 of 7 checks could not be exercised.\n"
                                + String.join("\n", TextReport.lines(REPORT.unexercised())),
                        "It was cut at <&>.\nIt was lost.\n" + Check.UNICODE.reproduce());
        assertThat(texts(suite, "system-out")).hasSize(2).first().asString().startsWith("No call used b.example.");
        assertThat(((Element) suite.getElementsByTagName("skipped").item(0)).getAttribute("message"))
                .isEqualTo("Nothing was sent.");
        assertThat(((Element) suite.getElementsByTagName("testcase").item(2)).getAttribute("classname"))
                .isEqualTo("airlock.contract");
    }

    @Test
    void asJunitXmlReplacesCharactersThatXmlDoesNotHave() throws Exception {
        String odd = "a\u0000b\u001bc\ud800d\uffffe<&>\"f\ud83d\udd26";

        Element suite = parsed(JUnitDocument.of(
                        odd,
                        List.of(
                                new JUnitDocument.Case(
                                        odd, odd, OptionalLong.of(1_250), new JUnitDocument.Verdict.Failed(odd, odd)),
                                new JUnitDocument.Case(
                                        odd, odd, OptionalLong.empty(), new JUnitDocument.Verdict.Skipped(odd)))))
                .getDocumentElement();

        String whole = "a\ufffdb\ufffdc\ufffdd\ufffde<&>\"f\ud83d\udd26";
        assertThat(suite.getAttribute("name")).isEqualTo(whole);
        assertThat(texts(suite, "failure")).containsExactly(whole);
        Element first = (Element) suite.getElementsByTagName("testcase").item(0);
        assertThat(first.getAttribute("time")).isEqualTo("1.250");
        assertThat(((Element) suite.getElementsByTagName("skipped").item(0)).getAttribute("message"))
                .isEqualTo(whole);
    }

    @Test
    void theListSaysOfEachCheckWhatHoldsAlways() {
        assertThat(CheckList.lines())
                .hasSize(3 * Check.values().length + 1)
                .contains("retry.same-request              warning, since list 2")
                .last()
                .isEqualTo(Check.values().length + " checks, list " + Check.LIST_VERSION);
        JsonNode document = CheckList.document();
        assertThat(document.path("checks")).hasSize(Check.values().length).allSatisfy(check -> {
            Check same = Check.ofId(check.path("id").asText()).orElseThrow();
            assertThat(check.path("group").asText()).isEqualTo(same.group().word());
            assertThat(check.path("severity").asText())
                    .isEqualTo(same.severity().word());
            assertThat(check.path("since").asInt()).isBetween(1, Check.LIST_VERSION);
            assertThat(check.path("rationale").asText()).isEqualTo(same.rationale());
            assertThat(check.path("reproduce").asText()).isEqualTo(same.reproduce());
        });
    }

    private static List<String> lines(int index) {
        return TextReport.lines(REPORT.results().get(index));
    }

    private static List<String> texts(Element suite, String name) {
        var found = suite.getElementsByTagName(name);
        return java.util.stream.IntStream.range(0, found.getLength())
                .mapToObj(i -> found.item(i).getTextContent())
                .toList();
    }

    private static Document parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }
}
