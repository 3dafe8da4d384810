package dev.airlock.registry.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.PackageArchive;
import dev.airlock.registry.packages.Packages;
import dev.airlock.registry.web.HttpsSource;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.host.net.dial.SystemDialer;
import dev.airlock.sandbox.host.net.message.HttpResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Downloads over real TLS, from a server that simulates servers and networks. */
class DownloadsTest {
    private static final String HOST = "https://packages.example.com";
    private static final ConnectorReference WANTED =
            ConnectorReference.parse("github://acme/slack@1.0.0").orThrow();
    private static final ConnectorPackage CONTENT = Packages.of("github://acme/slack", "1.0.0");
    private static final byte[] ARCHIVE = PackageArchive.pack(CONTENT);
    private static final byte[] BYTES = bytes(300_000);
    private static final String TAG = "\"v1\"";

    private final List<String> ranges = new CopyOnWriteArrayList<>();
    private final Heard heard = new Heard();

    /** Records the events of a listener. */
    private static final class Heard implements DownloadListener {
        private final List<Long> resumed = new ArrayList<>();
        private final List<Duration> waited = new ArrayList<>();
        private long most;
        private OptionalLong of = OptionalLong.empty();

        @Override
        public void received(long bytes, long total) {
            most = Math.max(most, bytes);
            of = OptionalLong.of(total);
        }

        @Override
        public void resumes(long at) {
            resumed.add(at);
        }

        @Override
        public void waits(Duration length) {
            waited.add(length);
        }
    }

    @Test
    void anArchiveComesOverTlsAndThroughARedirect() throws Exception {
        assertThat(fetched("/whole").hash()).isEqualTo(CONTENT.hash());
        assertThat(fetched("/moved").hash()).isEqualTo(CONTENT.hash());
    }

    @Test
    void whatIsNotThereOrNoPackageSaysSo() {
        assertRefused("/absent", "answered with status 404");
        assertRefused("/failing", "answered with status 500. Run the command again in a while.");
        assertRefused("/later", "answered with status 429. Run the command again in 1700 s.");
        assertRefused("/closed", "answered with status 403. It refuses access, or");
        assertRefused("/odd", "answered with status 418. That is not an answer to a download.");
        assertRefused("/half", "not a connector package");
        assertRefused("/noise", "not a connector package");
    }

    @Test
    void redirectsEndAndLeadToHttpsOnly() {
        assertRefused("/circle", "redirects more than 5 times. Check the URL");
        assertRefused("/plain", "redirects to a place that Airlock does not download from. Downloads need https");
        assertRefused("/nowhere", "redirects without a location");
    }

    @Test
    void aServerThatNobodyVouchesForIsNotTrusted() {
        HeldCertificate stranger =
                new HeldCertificate.Builder().certificateAuthority(0).build();
        try (TestServer server = TestServer.start(DownloadsTest::files);
                Downloads downloads = new Downloads(server.dialer(stranger), heard)) {
            assertThatThrownBy(() -> new HttpsSource(downloads, HOST + "/whole").fetch(WANTED))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("failed");
        }
    }

    @Test
    void aHostWithAnAddressThatIsNotPublicIsNotAskedUnlessItIsAllowed() {
        try (TestServer server = TestServer.start(DownloadsTest::files);
                Downloads downloads = new Downloads(new SystemDialer(AddressRules.publicOnly()), heard)) {
            String url = "https://127.0.0.1:" + server.port() + "/whole";
            assertThatThrownBy(() -> downloads.packageAt(url))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("not public")
                    .hasMessageContaining("--allow-private");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void whatBreaksOffIsResumedWhereItWasAndNothingIsFetchedTwice() throws Exception {
        assertThat(downloaded(exchange -> resumable(exchange, TAG, BYTES, 100_000)))
                .isEqualTo(BYTES);

        assertThat(ranges).startsWith("none none").hasSizeGreaterThanOrEqualTo(3);
        assertThat(ranges.subList(1, ranges.size())).allMatch(range -> range.matches("bytes=\\d+- \"v1\""));
        assertThat(heard.resumed).hasSize(ranges.size() - 1).isSorted().allMatch(at -> at > 0);
        assertThat(heard.most).isEqualTo(BYTES.length);
        assertThat(heard.of).hasValue(BYTES.length);
    }

    @Test
    void withoutAStrongTagItIsBegunAnew() throws Exception {
        for (String tag : List.of("", "W/\"v1\"", "\"v\"1\"")) {
            ranges.clear();
            heard.resumed.clear();
            assertThat(downloaded(exchange -> {
                        noteRange(exchange);
                        setTag(exchange, tag);
                        if (ranges.size() == 1) {
                            TestServer.cut(exchange, 200, BYTES, 100_000);
                        } else {
                            TestServer.answer(exchange, 200, BYTES);
                        }
                    }))
                    .isEqualTo(BYTES);
            assertThat(ranges).containsExactly("none none", "none none");
            assertThat(heard.resumed).containsExactly(0L);
        }
    }

    @Test
    void whatWasReplacedMeanwhileIsNotJoinedWithWhatCameBefore() throws Exception {
        byte[] newer = bytes(200_000);
        assertThat(downloaded(exchange -> {
                    noteRange(exchange);
                    setTag(exchange, ranges.size() == 1 ? TAG : "\"v2\"");
                    if (ranges.size() == 1) {
                        TestServer.cut(exchange, 200, BYTES, 100_000);
                    } else {
                        TestServer.answer(exchange, 200, newer); // as If-Range requires
                    }
                }))
                .isEqualTo(newer);
    }

    @Test
    void aPartThatIsNotTheNextOneIsThrownAwayAndAllIsBegunAnew() throws Exception {
        for (String wrong : List.of(
                "bytes 5-299999/300000", "bytes 100000-199999/300000", "pages 1-2/3", "bytes 100000-299999/*")) {
            ranges.clear();
            assertThat(downloaded(exchange -> {
                        noteRange(exchange);
                        setTag(exchange, TAG);
                        if (ranges.size() == 1) {
                            TestServer.cut(exchange, 200, BYTES, 100_000);
                        } else if (ranges.size() == 2) {
                            exchange.getResponseHeaders().set("Content-Range", wrong);
                            TestServer.answer(exchange, 206, Arrays.copyOfRange(BYTES, 100_000, BYTES.length));
                        } else {
                            TestServer.answer(exchange, 200, BYTES);
                        }
                    }))
                    .as(wrong)
                    .isEqualTo(BYTES);
            assertThat(ranges).last().isEqualTo("none none");
        }
    }

    @Test
    void aServerThatHasNoSuchPartIsAskedForTheWhole() throws Exception {
        assertThat(downloaded(exchange -> {
                    noteRange(exchange);
                    setTag(exchange, TAG);
                    if (ranges.size() == 1) {
                        TestServer.cut(exchange, 200, BYTES, 100_000);
                    } else if (ranges.size() == 2) {
                        TestServer.answer(exchange, 416, new byte[0]);
                    } else {
                        TestServer.answer(exchange, 200, BYTES);
                    }
                }))
                .isEqualTo(BYTES);
    }

    @Test
    void aDownloadThatBreaksOffAgainAndAgainEnds() {
        assertThatThrownBy(() -> downloaded(exchange -> {
                    noteRange(exchange);
                    TestServer.cut(exchange, 200, BYTES, 10);
                }))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("failed")
                .hasMessageContaining("Run the command again");
        assertThat(ranges).hasSize(5);
    }

    @Test
    void aServerThatBringsNothingIsNotAskedAgain() {
        assertThatThrownBy(() -> downloaded(exchange -> {
                    noteRange(exchange);
                    TestServer.cut(exchange, 200, BYTES, 0);
                }))
                .isInstanceOf(SourceException.class);
        assertThat(ranges).hasSize(1);
    }

    @Test
    void theWholeMayComeAgainThoughMostOfItIsKeptAndNoMoreThanIsWanted() throws Exception {
        assertThat(downloaded(BYTES.length + 1, exchange -> {
                    noteRange(exchange);
                    setTag(exchange, TAG);
                    if (ranges.size() == 1) {
                        TestServer.cut(exchange, 200, BYTES, 200_000);
                    } else {
                        TestServer.answer(exchange, 200, BYTES); // a server without range support
                    }
                }))
                .isEqualTo(BYTES);
    }

    @Test
    void aPartThatMakesItLongerThanWantedIsNotTaken() {
        assertThatThrownBy(() -> downloaded(BYTES.length - 1, exchange -> {
                    noteRange(exchange);
                    setTag(exchange, TAG);
                    if (ranges.size() == 1) {
                        TestServer.cut(exchange, 200, Arrays.copyOf(BYTES, BYTES.length - 1), 200_000);
                        return;
                    }
                    exchange.getResponseHeaders()
                            .set("Content-Range", "bytes 200000-" + (BYTES.length - 1) + "/" + BYTES.length);
                    TestServer.answer(exchange, 206, Arrays.copyOfRange(BYTES, 200_000, BYTES.length));
                }))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("larger than " + (BYTES.length - 1) + " bytes");
    }

    @Test
    void moreThanWantedIsNotTakenWhetherItIsAnnouncedOrNot() {
        for (int announced : new int[] {BYTES.length, 0}) {
            assertThatThrownBy(() -> downloaded(1000, exchange -> {
                        exchange.sendResponseHeaders(200, announced);
                        exchange.getResponseBody().write(BYTES);
                    }))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("larger than 1000 bytes");
        }
    }

    @Test
    void whoAsksIsSaidToTheServerThatWasNamedAndToNoOther() throws Exception {
        List<String> said = new CopyOnWriteArrayList<>();
        HttpHandler handler = exchange -> {
            said.add(exchange.getRequestHeaders().getFirst("Host") + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            if (exchange.getRequestURI().getPath().equals("/here")) {
                exchange.getResponseHeaders().set("Location", "https://other.example.com/there");
                TestServer.answer(exchange, 307, new byte[0]);
            } else {
                TestServer.answer(exchange, 200, new byte[] {1});
            }
        };
        try (TestServer server = TestServer.start(handler);
                Downloads downloads = new Downloads(server.dialer(), heard)) {
            downloads.get(new DownloadRequest(
                    DownloadRequest.https(HOST + "/here"), "*/*", Optional.of("Bearer secret-token"), 100));
        }
        assertThat(said).containsExactly("packages.example.com Bearer secret-token", "other.example.com null");
    }

    @Test
    void whoComesBackFromElsewhereDoesNotSayAnyMoreWhoAsks() throws Exception {
        List<String> said = new CopyOnWriteArrayList<>();
        HttpHandler handler = exchange -> {
            String path = exchange.getRequestURI().getPath();
            said.add(path + " " + exchange.getRequestHeaders().getFirst("Authorization"));
            if (path.equals("/back")) {
                TestServer.answer(exchange, 200, new byte[] {1});
            } else {
                exchange.getResponseHeaders()
                        .set("Location", path.equals("/here") ? "https://other.example.com/there" : HOST + "/back");
                TestServer.answer(exchange, 307, new byte[0]);
            }
        };
        try (TestServer server = TestServer.start(handler);
                Downloads downloads = new Downloads(server.dialer(), heard)) {
            downloads.get(new DownloadRequest(
                    DownloadRequest.https(HOST + "/here"), "*/*", Optional.of("Bearer secret-token"), 100));
        }
        assertThat(said).containsExactly("/here Bearer secret-token", "/there null", "/back null");
    }

    @ParameterizedTest
    @CsvSource({"429, Retry-After, 0", "503, Retry-After, 1", "403, RateLimit-Reset, 1"})
    void aServerThatAsksToWaitIsAskedAgainAfterSoLong(int status, String header, String value) throws Exception {
        assertThat(downloaded(exchange -> {
                    noteRange(exchange);
                    if (ranges.size() == 1) {
                        exchange.getResponseHeaders().set(header, value);
                        exchange.getResponseHeaders().set("RateLimit-Remaining", "0");
                        TestServer.answer(exchange, status, new byte[0]);
                    } else {
                        TestServer.answer(exchange, 200, BYTES);
                    }
                }))
                .isEqualTo(BYTES);
        assertThat(heard.waited).containsExactly(Duration.ofSeconds(1));
    }

    private byte[] downloaded(HttpHandler handler) throws SourceException {
        return downloaded(1 << 20, handler);
    }

    private byte[] downloaded(long most, HttpHandler handler) throws SourceException {
        try (TestServer server = TestServer.start(handler);
                Downloads downloads = new Downloads(server.dialer(), heard)) {
            HttpResult.Response answer = downloads.get(DownloadRequest.at(DownloadRequest.https(HOST + "/file"), most));
            assertThat(answer.status()).isEqualTo(200);
            return answer.body();
        }
    }

    /** Serves from the requested position, and hangs up after a number of bytes. */
    private void resumable(HttpExchange exchange, String tag, byte[] body, int piece) throws IOException {
        noteRange(exchange);
        setTag(exchange, tag);
        String range = exchange.getRequestHeaders().getFirst("Range");
        int from = range == null ? 0 : Integer.parseInt(range.replaceAll("\\D", ""));
        byte[] rest = Arrays.copyOfRange(body, from, body.length);
        int status = range == null ? 200 : 206;
        if (range != null) {
            exchange.getResponseHeaders()
                    .set("Content-Range", "bytes " + from + "-" + (body.length - 1) + "/" + body.length);
        }
        if (rest.length > piece) {
            TestServer.cut(exchange, status, rest, piece);
        } else {
            TestServer.answer(exchange, status, rest);
        }
    }

    private void noteRange(HttpExchange exchange) {
        String range = exchange.getRequestHeaders().getFirst("Range");
        String condition = exchange.getRequestHeaders().getFirst("If-Range");
        ranges.add((range == null ? "none" : range) + " " + (condition == null ? "none" : condition));
    }

    private static void setTag(HttpExchange exchange, String tag) {
        if (!tag.isEmpty()) {
            exchange.getResponseHeaders().set("ETag", tag);
        }
    }

    private ConnectorPackage fetched(String path) throws SourceException {
        try (TestServer server = TestServer.start(DownloadsTest::files);
                Downloads downloads = new Downloads(server.dialer(), heard)) {
            return new HttpsSource(downloads, HOST + path).fetch(WANTED);
        }
    }

    private void assertRefused(String path, String why) {
        assertThatThrownBy(() -> fetched(path))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(why);
    }

    private static void files(HttpExchange exchange) throws IOException {
        switch (exchange.getRequestURI().getPath()) {
            case "/whole" -> TestServer.answer(exchange, 200, ARCHIVE);
            case "/half" -> TestServer.answer(exchange, 200, Arrays.copyOf(ARCHIVE, ARCHIVE.length / 2));
            case "/noise" -> TestServer.answer(exchange, 200, new byte[] {1, 2, 3});
            case "/failing" -> TestServer.answer(exchange, 500, new byte[0]);
            case "/moved" -> redirect(exchange, "/whole");
            case "/circle" -> redirect(exchange, "/circle");
            case "/nowhere" -> TestServer.answer(exchange, 302, new byte[0]);
            case "/later" -> {
                exchange.getResponseHeaders().set("Retry-After", "1700");
                TestServer.answer(exchange, 429, new byte[0]);
            }
            case "/closed" -> TestServer.answer(exchange, 403, new byte[0]);
            case "/odd" -> TestServer.answer(exchange, 418, new byte[0]);
            case "/plain" -> redirect(exchange, "http://packages.example.com/whole");
            default -> TestServer.answer(exchange, 404, new byte[0]);
        }
    }

    private static void redirect(HttpExchange exchange, String location) throws IOException {
        exchange.getResponseHeaders().set("Location", location);
        TestServer.answer(exchange, 302, new byte[0]);
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }
}
