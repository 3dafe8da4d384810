package dev.airlock.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.conformance.Check;
import dev.airlock.conformance.CheckResult;
import dev.airlock.conformance.ConformanceReport;
import dev.airlock.conformance.trial.Judgement;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class HtmlReportTest {
    private static final ConformanceReport REPORT = new ConformanceReport(
            "local://a/b@1.0.0",
            List.of(
                    new CheckResult(Check.MODULE_VALID, new Judgement.Passed()),
                    new CheckResult(
                            Check.ONE_EFFECT, new Judgement.Found(List.of("<script>alert(1)</script> & \"more\""))),
                    new CheckResult(Check.UNICODE, new Judgement.NotExercised("Nothing was sent."))));

    @Test
    void saysTheVerdictAndEachResult() {
        String page = HtmlReport.of(REPORT);

        assertThat(page)
                .startsWith("<!DOCTYPE html>")
                .contains("It does not conform.", "Nothing was sent.", Check.ONE_EFFECT.rationale())
                .contains("<section class=\"error\" id=\"retry.one-effect\">");
    }

    @Test
    void showsWhatAConnectorSaidAsText() throws Exception {
        String page = HtmlReport.of(REPORT);

        assertThat(page).doesNotContain("<script").contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; ");
        assertThat(parsed(page).getElementsByTagName("section").getLength()).isEqualTo(3);
        assertThat(parsed(page).getElementsByTagName("main").getLength())
                .as("what a screen reader jumps to")
                .isEqualTo(1);
    }

    @Test
    void needsNothingElse() {
        assertThat(HtmlReport.of(REPORT)).doesNotContain("http://", "https://", "src=", "href=", "url(", "@import");
    }

    private static Document parsed(String page) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(page)));
    }
}
