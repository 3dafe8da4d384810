package dev.airlock.conformance.retelling;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.Denial;
import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.runtime.recordings.RecordingFile;
import dev.airlock.sandbox.call.Ending;
import dev.airlock.sandbox.call.Exchange;
import dev.airlock.sandbox.recording.Answer;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.Observed;
import dev.airlock.sandbox.recording.Octets;
import dev.airlock.sandbox.recording.Question;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call that no script can reproduce is not converted, and the reason is given. */
class UntoldCallsTest {
    private static final Exchange.Delivery SENT =
            new Exchange.Delivery(true, Set.of(), false, Optional.empty(), 0, 0, 0, 0);

    private static AlteredRecording call() {
        return new AlteredRecording(RecordedRun.of("testdata/cli/errands").record("""
                op = "run"
                args = { errands = [{ method = "POST", path = "/a", key = "body" }, { method = "GET", path = "/b", key = "" }] }
                [[exchange]]
                respond = { status = 200, body = '{"n":1}' }
                """));
    }

    private static Retelling.Untold untold(RecordingFile recording, String reason) {
        Retelling retelling = ScenarioOfRecording.of(recording);
        assertThat(retelling).isInstanceOf(Retelling.Untold.class);
        Retelling.Untold untold = (Retelling.Untold) retelling;
        assertThat(untold.reasons()).singleElement().asString().contains(reason);
        return untold;
    }

    @Test
    void aCallThatWasEndedFromOutside() {
        RecordingFile cut = call().ending(end -> AlteredRecording.cut(end, new Ending.Cancelled()));
        RecordingFile cancelled = call().ending(end ->
                AlteredRecording.of(end, JsonNodeFactory.instance.objectNode().put("cancelled", true)));

        assertThat(untold(cut, "was stopped from outside").servesAsRecording()).isFalse();
        assertThat(untold(cancelled, "was cancelled").servesAsRecording()).isFalse();
        assertThat(untold(
                                RecordedRun.of("testdata/cli/loop")
                                        .record("op = \"go\"\n[limits]\nwall_time = \"300ms\"\nfuel = 100_000_000_000"),
                                "outside")
                        .servesAsRecording())
                .isFalse();
    }

    @Test
    void aCallOfWhichNotAllWasRecorded() {
        assertThat(untold(call().ending(AlteredRecording::incomplete), "more than a recording keeps")
                        .servesAsRecording())
                .isFalse();
        RecordingFile redacted = call().ending(AlteredRecording::redacted);
        untold(
                new AlteredRecording(redacted).asking(JsonNodeFactory.instance.objectNode()),
                "had a secret in its arguments");
    }

    @Test
    void aCallThatFoundSomethingInItsState() {
        Octets key = octets("calls");
        HostEvent found = state(Question.StateUse.GET, key, new Answer.Bytes(Optional.of(octets("1"))));
        HostEvent nothing = state(Question.StateUse.GET, key, new Answer.Bytes(Optional.empty()));
        HostEvent put = state(Question.StateUse.PUT, key, new Answer.Done());
        HostEvent deleted = state(Question.StateUse.DELETE, key, new Answer.Done());
        HostEvent claimed = state(Question.StateUse.ONCE, key, new Answer.Whole(0));
        HostEvent again = state(Question.StateUse.ONCE, key, new Answer.Whole(1));

        assertThat(untold(call().after(found), "found entries in its state").servesAsRecording())
                .isTrue();
        untold(call().after(again), "found entries in its state");
        untold(call().after(put, deleted, found), "found entries in its state");
        assertThat(ScenarioOfRecording.of(call().after(nothing, put, found, deleted, nothing, claimed)))
                .isInstanceOf(Retelling.Told.class);
    }

    private static HostEvent state(Question.StateUse use, Octets key, Answer answer) {
        Optional<Octets> value = use == Question.StateUse.PUT ? Optional.of(octets("1")) : Optional.empty();
        return new HostEvent(1, 1, new Question.State(use, key, value, 0), answer, Observed.NOTHING);
    }

    private static Octets octets(String text) {
        return new Octets(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anExchangeThatAScriptCannotBreakInThatWay() {
        Exchange.Broken timeout = new Exchange.Broken(NetworkFailureKind.CONNECT_TIMEOUT, "x");
        Exchange.CircuitOpen open = new Exchange.CircuitOpen(timeout, Instant.EPOCH);
        Exchange.Broken closing =
                new Exchange.Broken(NetworkFailureKind.RESET, "api.example.com:443: Airlock is shutting down");

        untold(call().exchanging(0, timeout, Exchange.Delivery.NONE), "exchange 1 failed in a way that a script cannot repeat");
        untold(call().exchanging(1, open, Exchange.Delivery.NONE), "exchange 2 was not sent");
        untold(call().exchanging(0, closing, SENT), "exchange 1 failed in a way that a script cannot repeat (reset)");
    }

    @Test
    void aConnectionThatFailedAfterOthersToTheSameHost() {
        Exchange.Broken refused = new Exchange.Broken(NetworkFailureKind.CONNECT_REFUSED, "x");
        Exchange.Broken dns = new Exchange.Broken(NetworkFailureKind.DNS, "x");
        AlteredRecording firstRefused = new AlteredRecording(call().exchanging(0, refused, Exchange.Delivery.NONE));

        assertThat(untold(call().exchanging(1, refused, Exchange.Delivery.NONE), "exchange 2 could not be made")
                        .servesAsRecording())
                .isTrue();
        untold(firstRefused.exchanging(1, dns, Exchange.Delivery.NONE), "exchange 2 could not be made");
        assertThat(ScenarioOfRecording.of(firstRefused.exchanging(1, refused, Exchange.Delivery.NONE)))
                .isInstanceOf(Retelling.Told.class);
    }

    @Test
    void aCallThatFailedSinceItsHostDid() {
        untold(
                call().answering(
                                0,
                                new Answer.Ended(
                                        new Ending.BindingRefused("api_key", "main", "it expired", "", false))),
                "had a binding that could not be used: it expired");
        untold(
                call().answering(0, new Answer.Ended(new Ending.VaultUnavailable("locked"))),
                "could not read the vault");
        untold(
                call().answering(0, new Answer.Ended(new Ending.HostFault(new IllegalStateException()))),
                "Airlock failed");
        untold(call().answering(0, new Answer.Ended(new Ending.Cancelled())), "was cancelled while it waited");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api.example.com has a private address",
                "The connector asked for its credential at https://a:443, and the binding was not made for that host"
            })
    void aDenialThatDependsOnTheWorld(String what) {
        Denial denial = new Denial(what, "api.example.com:443", List.of(), "", "");

        assertThat(ScenarioOfRecording.of(call().answering(0, new Answer.Ended(new Ending.Denied(denial)))))
                .isInstanceOf(Retelling.Untold.class);
    }

    @Test
    void aRedirectToAUrlThatHoldsASecret() {
        Answer.Response response = new Answer.Response(
                302, List.of(new Answer.Header("location", "https://api.example.com/?t=[redacted]")), octets(""));
        AlteredRecording following = new AlteredRecording(call().requesting(
                        0,
                        new Question.Http(
                                octets("{\"url\":\"https://api.example.com/a\",\"follow_redirects\":true}"))));

        untold(
                following.answering(0, new Answer.Http(0, Optional.of(response), Optional.empty())),
                "exchange 1 was redirected to a URL that holds a secret");
    }

    @Test
    void moreThanAFileMayHold() {
        Answer.Response large = new Answer.Response(200, List.of(), octets("a'b".repeat(6 << 20)));

        assertThat(untold(call().answering(0, new Answer.Http(0, Optional.of(large), Optional.empty())), "16 MiB")
                        .servesAsRecording())
                .isTrue();
    }

    @Test
    void aManifestOfAnotherVersion() {
        RecordingFile file = call().file();
        RecordingFile other = new RecordingFile(
                new RecordingFile.Origin("[connector]\n", file.origin().moduleHash(), Map.of()), file.attempts());

        untold(other, "has a manifest that this version of Airlock does not accept");
    }
}
