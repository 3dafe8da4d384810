package dev.airlock.upstreams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.upstreams.script.Fault;
import dev.airlock.upstreams.script.RuleAnswer;
import java.io.IOException;
import java.util.Optional;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DisturbanceTest {
    private static final String HOST = "api.example.com:443";
    private static final String ONCE = "[[exchange]]\nrespond = { status = 200, body = 'once' }\ntimes = 1\n";
    private static final String OK = "[[exchange]]\nrespond = { status = 200, body = 'ok' }\n";
    private static final RuleAnswer LOST = new RuleAnswer.Break(Fault.RESET_AFTER_REQUEST, Optional.empty());

    @ParameterizedTest
    @EnumSource(Versions.class)
    void losesTheAnswerToOneRequestOnly(Versions version) throws IOException {
        try (ScriptedUpstream upstream = Clients.start(OK, HOST)) {
            upstream.play(Clients.script(OK), (request, usual) -> request.number() == 2 ? LOST : usual);
            OkHttpClient client = version.client(upstream);

            assertThat(post(client)).isEqualTo("ok");
            assertThatThrownBy(() -> post(client)).isInstanceOf(IOException.class);
            assertThat(post(client)).isEqualTo("ok");
            assertThat(upstream.requests())
                    .extracting(request -> request.body().text())
                    .containsExactly("hello", "hello", "hello");
            assertThat(upstream.requests()).allMatch(RecordedRequest::effect);
        }
    }

    @Test
    void recordsTheEffectOfTheAnswerThatIsGivenInstead() throws IOException {
        try (ScriptedUpstream upstream = Clients.start(OK, HOST)) {
            RuleAnswer reset = new RuleAnswer.Break(Fault.RESET, Optional.empty());
            upstream.play(Clients.script(OK), (request, usual) -> reset);

            assertThatThrownBy(() -> post(Clients.http1(upstream))).isInstanceOf(IOException.class);
            assertThat(upstream.requests()).noneMatch(RecordedRequest::effect);
        }
    }

    @Test
    void beginsARecordAndTheUsesOfItsRulesAnewWithEachPlay() throws IOException {
        try (ScriptedUpstream upstream = Clients.start(ONCE, HOST)) {
            OkHttpClient client = Clients.http1(upstream);
            post(client);
            upstream.play(Clients.script(ONCE), Disturbance.NONE);

            assertThat(upstream.requests()).isEmpty();
            assertThat(post(client)).isEqualTo("once");
            assertThat(upstream.requests())
                    .singleElement()
                    .satisfies(request -> assertThat(request.number()).isEqualTo(1));
        }
    }

    @Test
    void letsConnectionsGoWrongInALaterPlay() throws IOException {
        try (ScriptedUpstream upstream = Clients.start(OK, HOST)) {
            upstream.play(Clients.script("[[exchange]]\nfault = \"wrong_host\"\n" + OK), Disturbance.NONE);
            assertThatThrownBy(() -> post(Clients.http1(upstream)))
                    .isInstanceOf(javax.net.ssl.SSLPeerUnverifiedException.class);

            upstream.play(Clients.script(OK), Disturbance.NONE);
            assertThat(post(Clients.http1(upstream))).isEqualTo("ok");
        }
    }

    private static String post(OkHttpClient client) throws IOException {
        Request request = new Request.Builder()
                .url("https://api.example.com/things")
                .post(RequestBody.create("hello", MediaType.get("text/plain")))
                .build();
        try (Response response = client.newCall(request).execute()) {
            return response.body().string();
        }
    }
}
