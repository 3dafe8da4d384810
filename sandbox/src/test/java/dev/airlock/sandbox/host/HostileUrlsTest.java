package dev.airlock.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.Denial;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.hosts.Host;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.FakeNanoClock;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.HttpTransport;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.host.net.dial.SystemDialer;
import dev.airlock.sandbox.link.Arguments;
import dev.airlock.sandbox.state.CallState;
import dev.airlock.sandbox.state.StateStore;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.url.UrlCases;
import dev.airlock.sandbox.url.UrlRecording;
import dev.airlock.upstreams.RecordedRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing connects to a host that was not granted, whatever a guest asks for and wherever it is redirected. */
class HostileUrlsTest {
    private static final String GRANTED = "api.example.com:443";

    /** A denial ends its call, so each URL is requested in its own call. */
    @Test
    void noSpellingOfAUrlReachesAHostThatWasNotGranted() {
        try (Guest guest = Guest.with(GRANTED).start()) {
            assertThat(UrlCases.all()).hasSizeGreaterThan(60).allSatisfy(urlCase -> {
                int requests = guest.upstream.requests().size();
                String request =
                        StrictJson.write(JsonNodeFactory.instance.objectNode().put("url", urlCase.text()));
                Guest call = guest.anotherCall();
                if (urlCase.outcome().startsWith("https " + GRANTED + " ")) {
                    assertThat(call.request(request)).isZero();
                    assertThat(guest.upstream.requests()).hasSize(requests + 1);
                } else {
                    assertThat(call.termination(() -> call.request(request))).isInstanceOf(Termination.Denied.class);
                    assertThat(guest.upstream.requests()).hasSize(requests);
                    assertThat(call.scope.evidence().requestSent()).isFalse();
                }
            });
            assertThat(guest.dials).hasValue(1);
            assertThat(guest.upstream.requests())
                    .extracting(RecordedRequest::host)
                    .containsOnly("api.example.com");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/latest/meta-data/",
                "http://[fd00:ec2::254]/latest/meta-data/",
                "http://[64:ff9b::a9fe:a9fe]/latest/meta-data/",
                "http://[2002:a9fe:a9fe::]/latest/meta-data/",
                "http://100.100.100.200/latest/meta-data/",
            })
    void aRedirectToAMetadataServiceEndsTheCallWhoeverGrantsIt(String location) throws IOException {
        try (MockWebServer server = new MockWebServer()) {
            server.enqueue(new MockResponse.Builder()
                    .code(302)
                    .addHeader("Location", location)
                    .build());
            server.start(InetAddress.getLoopbackAddress(), 0);
            String first = "http://127.0.0.1:" + server.getPort();
            String second = location.substring(0, location.indexOf("/latest")) + ":80";
            Denial denial = denied(first, second);
            assertThat(denial.what()).contains("cloud metadata address", "no connector may reach");
            assertThat(denial.fix()).isEmpty();
        }
    }

    /** Follows a redirect from the first host to the second, with both granted by the manifest and by the embedder. */
    private static Denial denied(String first, String second) {
        ConnectorManifest manifest = ManifestReader.read("manifest.toml", """
                        [connector]
                        name = "local://tests/guest"
                        version = "1.0.0"
                        [capabilities.network]
                        hosts = ["%s", "%s"]
                        """.formatted(first, second))
                .orThrow();
        Set<Host> allowed = manifest.capabilities().grants().stream()
                .map(grant -> grant.address().host())
                .collect(Collectors.toSet());
        AddressRules rules = new AddressRules(allowed);
        CallScope scope = new CallScope(Clock.SYSTEM, 20_000, 1_000_000);
        FakeMemory memory = new FakeMemory(scope, 4_096);
        try (SystemDialer dialer = new SystemDialer(rules);
                HttpTransport transport = new HttpTransport(dialer);
                StateStore store = StateStore.inMemory()) {
            HostEnvironment environment = new HostEnvironment(
                    manifest,
                    Limits.defaults(),
                    rules,
                    CredentialSource.none(),
                    transport,
                    CircuitGate.NONE,
                    UrlRecording.PATH,
                    Clock.SYSTEM);
            CallState state = new CallState(store, "tests", "key", scope, Limits.defaults(), new FakeNanoClock(0));
            HostFunctions functions = HostFunctions.forCall(environment, scope, state, line -> {});
            byte[] request =
                    ("{\"url\":\"" + first + "/\",\"follow_redirects\":true}").getBytes(StandardCharsets.UTF_8);
            memory.write(0, request);
            return ((Termination.Denied) termination(functions, memory, request.length)).denial();
        }
    }

    private static Termination termination(HostFunctions functions, FakeMemory memory, int length) {
        try {
            functions
                    .function(
                            "airlock",
                            HostFunctions.find("airlock", "http_request").orElseThrow())
                    .code()
                    .call(memory, new Arguments(new long[] {0, length}));
        } catch (CallEnded ended) {
            return ended.termination();
        }
        throw new AssertionError("the call goes on");
    }
}
