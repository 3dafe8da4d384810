package dev.airlock.conformance.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.Denial;
import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.runtime.recordings.RecordingFile;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.recording.ByteString;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.recording.ObservedTraffic;
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
class UnconvertedCallsTest {
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

    private static ScenarioConversion.Untold untold(RecordingFile recording, String reason) {
        ScenarioConversion conversion = ScenarioOfRecording.of(recording);
        assertThat(conversion).isInstanceOf(ScenarioConversion.Untold.class);
        ScenarioConversion.Untold untold = (ScenarioConversion.Untold) conversion;
        assertThat(untold.reasons()).singleElement().asString().contains(reason);
        return untold;
    }

    @Test
    void aCallThatWasEndedFromOutside() {
        RecordingFile cut = call().termination(end -> AlteredRecording.cut(end, new Termination.Cancelled()));
        RecordingFile cancelled = call().termination(end ->
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
        assertThat(untold(call().termination(AlteredRecording::incomplete), "more than a recording keeps")
                        .servesAsRecording())
                .isFalse();
        RecordingFile redacted = call().termination(AlteredRecording::redacted);
        untold(
                new AlteredRecording(redacted).asking(JsonNodeFactory.instance.objectNode()),
                "had a secret in its arguments");
    }

    @Test
    void aCallThatFoundSomethingInItsState() {
        ByteString key = octets("calls");
        HostEvent found = state(HostQuery.StateUse.GET, key, new HostAnswer.Bytes(Optional.of(octets("1"))));
        HostEvent nothing = state(HostQuery.StateUse.GET, key, new HostAnswer.Bytes(Optional.empty()));
        HostEvent put = state(HostQuery.StateUse.PUT, key, new HostAnswer.Done());
        HostEvent deleted = state(HostQuery.StateUse.DELETE, key, new HostAnswer.Done());
        HostEvent claimed = state(HostQuery.StateUse.ONCE, key, new HostAnswer.Whole(0));
        HostEvent again = state(HostQuery.StateUse.ONCE, key, new HostAnswer.Whole(1));

        assertThat(untold(call().after(again), "had done something before").servesAsRecording())
                .isTrue();
        untold(call().after(put, deleted, found), "entries that another call changed");
        untold(call().after(found, nothing), "entries that another call changed");
        untold(call().after(claimed, claimed), "had done something before");
        untold(call().after(state(HostQuery.StateUse.GET, key, bytes(0xff))), "entries in its state that are not text");
        assertThat(ScenarioOfRecording.of(call().after(nothing, put, found, deleted, nothing, claimed)))
                .isInstanceOfSatisfying(
                        ScenarioConversion.Told.class,
                        told -> assertThat(told.text()).doesNotContain("[state]"));
        assertThat(ScenarioOfRecording.of(call().after(found, found, deleted, nothing)))
                .isInstanceOfSatisfying(
                        ScenarioConversion.Told.class,
                        told -> assertThat(told.text()).contains("[state]\ncalls = \"1\"\n"));
    }

    private static HostAnswer bytes(int one) {
        return new HostAnswer.Bytes(Optional.of(new ByteString(new byte[] {(byte) one})));
    }

    private static HostEvent state(HostQuery.StateUse use, ByteString key, HostAnswer answer) {
        Optional<ByteString> value = use == HostQuery.StateUse.PUT ? Optional.of(octets("1")) : Optional.empty();
        return new HostEvent(1, 1, new HostQuery.State(use, key, value, 0), answer, ObservedTraffic.NOTHING);
    }

    private static ByteString octets(String text) {
        return new ByteString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anExchangeThatAScriptCannotBreakInThatWay() {
        Exchange.Broken timeout = new Exchange.Broken(NetworkFailureKind.CONNECT_TIMEOUT, "x");
        Exchange.CircuitOpen open = new Exchange.CircuitOpen(timeout, Instant.EPOCH);
        Exchange.Broken closing =
                new Exchange.Broken(NetworkFailureKind.RESET, "api.example.com:443: Airlock is shutting down");

        untold(
                call().exchanging(0, timeout, Exchange.Delivery.NONE),
                "exchange 1 failed in a way that a script cannot repeat");
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
                .isInstanceOf(ScenarioConversion.Told.class);
    }

    @Test
    void aCallThatFailedSinceItsHostDid() {
        untold(
                call().answering(
                                0,
                                new HostAnswer.Ended(
                                        new Termination.BindingRefused("api_key", "main", "it expired", "", false))),
                "had a binding that could not be used: it expired");
        untold(
                call().answering(0, new HostAnswer.Ended(new Termination.VaultUnavailable("locked"))),
                "could not read the vault");
        untold(
                call().answering(0, new HostAnswer.Ended(new Termination.HostFault(new IllegalStateException()))),
                "Airlock failed");
        untold(call().answering(0, new HostAnswer.Ended(new Termination.Cancelled())), "was cancelled while it waited");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api.example.com has a private address",
                "The connector asked for its credential at https://a:443, and the binding was not made for that host"
            })
    void aDenialThatDependsOnTheWorld(String what) {
        Denial denial = new Denial(what, "api.example.com:443", List.of(), "", "");

        assertThat(ScenarioOfRecording.of(call().answering(0, new HostAnswer.Ended(new Termination.Denied(denial)))))
                .isInstanceOf(ScenarioConversion.Untold.class);
    }

    @Test
    void aRedirectToAUrlThatHoldsASecret() {
        HostAnswer.Response response = new HostAnswer.Response(
                302, List.of(new HostAnswer.Header("location", "https://api.example.com/?t=[redacted]")), octets(""));
        AlteredRecording following = new AlteredRecording(call().requesting(
                        0,
                        new HostQuery.Http(
                                octets("{\"url\":\"https://api.example.com/a\",\"follow_redirects\":true}"))));

        untold(
                following.answering(0, new HostAnswer.Http(0, Optional.of(response), Optional.empty())),
                "exchange 1 was redirected to a URL that holds a secret");
    }

    @Test
    void moreThanAFileMayHold() {
        HostAnswer.Response large = new HostAnswer.Response(200, List.of(), octets("a'b".repeat(6 << 20)));

        assertThat(untold(call().answering(0, new HostAnswer.Http(0, Optional.of(large), Optional.empty())), "16 MiB")
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
