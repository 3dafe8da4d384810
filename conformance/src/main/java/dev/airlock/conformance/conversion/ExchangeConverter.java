package dev.airlock.conformance.conversion;

import dev.airlock.conformance.conversion.secrets.AskedRequest;
import dev.airlock.conformance.conversion.secrets.PlaceholderCredential;
import dev.airlock.conformance.conversion.secrets.Placeholders;
import dev.airlock.conformance.conversion.secrets.VolatileValues;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.credentials.Credential;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.manifests.credentials.Slot;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.host.credentials.Injection;
import dev.airlock.sandbox.recording.ByteString;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.url.ParsedUrl;
import dev.airlock.sandbox.url.TargetUrl;
import dev.airlock.upstreams.script.Fault;
import dev.airlock.upstreams.script.ScriptedResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Converts the requests of a call and their answers to rules of a script, one for each exchange, in their order. */
final class ExchangeConverter {
    /** The headers that the runtime reads, or that help a reader of the file. */
    private static final Set<String> TELLING_HEADERS =
            Set.of("content-type", "location", "retry-after", "x-should-retry");

    /** The mark in a recorded URL for an omitted part. */
    private static final String LEFT_OUT = "…";

    private final Recording recording;
    private final Placeholders values;
    private final VolatileValues volatileValues;
    private final DeclaredCredentials credentials;
    private final boolean readsHeaders;
    private final Set<String> transportHeaders = new HashSet<>();
    private final List<ConvertedExchange> told = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    ExchangeConverter(
            Recording recording, ConnectorManifest manifest, Placeholders values, VolatileValues volatileValues) {
        this.recording = recording;
        this.values = values;
        this.volatileValues = volatileValues;
        this.credentials = manifest.capabilities().credentials();
        this.readsHeaders = manifest.capabilities().imports().orElse(List.of()).contains("http_response_headers");
    }

    /** Converts all exchanges. */
    void tell() {
        recording.events().forEach(this::event);
        new DialOrder(told).broken().ifPresent(reasons::add);
    }

    /** Returns the exchanges, in their order. */
    List<ConvertedExchange> all() {
        return List.copyOf(told);
    }

    /** Returns the reasons why a script cannot reproduce them. */
    List<String> reasons() {
        return List.copyOf(reasons);
    }

    /** Returns the differences from the recording. */
    List<String> remarks() {
        return List.copyOf(remarks);
    }

    /** Returns whether the connector could read a header of that name that the upstream sets itself. */
    boolean isOfTheTransport(String name) {
        return transportHeaders.contains(name.toLowerCase(Locale.ROOT));
    }

    private String place() {
        return "exchange " + (told.size() + 1);
    }

    private void event(HostEvent event) {
        if (!(event.question() instanceof HostQuery.Http http)) {
            return;
        }
        AskedRequest asked = AskedRequest.of(http.request());
        List<Exchange> hops = event.observed().exchanges();
        ByteString body = asked.body();
        for (int i = 0; i < hops.size(); i++) {
            Exchange hop = hops.get(i);
            if (i > 0 && !hop.method().equals(hops.get(i - 1).method())) {
                body = new ByteString(new byte[0]);
            }
            ConvertedExchange.Request request = request(hop, i == 0 ? asked.target() : target(hop), asked, body);
            Optional<ConvertedExchange.Reply> reply =
                    i + 1 < hops.size() ? followed(hop, hops.get(i + 1)) : last(hop, asked, event.answer());
            reply.ifPresent(known -> told.add(new ConvertedExchange(request, known)));
        }
    }

    private ConvertedExchange.Request request(Exchange hop, String target, AskedRequest asked, ByteString body) {
        String clean = asSent(hop, asked, values.in(place() + ", request URL", target));
        boolean isTheSame = !values.wasTransformed() && !volatileValues.isIn(target);
        if (!isTheSame) {
            remarks.add(place() + ", request URL: it differs each time, so it is not compared.");
        }
        int question = clean.indexOf('?');
        String path = question < 0 ? clean : clean.substring(0, question);
        return new ConvertedExchange.Request(
                hop.request().scheme(),
                hop.method(),
                hop.host(),
                Optional.of(path).filter(known -> isTheSame),
                Optional.of(clean)
                        .filter(known -> isTheSame && question >= 0)
                        .map(known -> known.substring(question + 1)),
                key(asked),
                body(body));
    }

    /** Returns the target as the script sees it, with the made-up credential if its slot is in the URL. */
    private String asSent(Exchange hop, AskedRequest asked, String target) {
        Optional<NamedCredential> declared =
                asked.credential().filter(unused -> hop.binding().isPresent()).flatMap(credentials::find);
        return declared.isPresent()
                        && TargetUrl.parse(hop.request().scheme().word() + "://" + hop.host() + target)
                                instanceof ParsedUrl.Target url
                ? Injection.urlAsSent(url.url(), declared.get().credential(), PlaceholderCredential.of(declared.get()))
                        .pathAndQuery()
                : target;
    }

    /** Returns the expected header with the call's key, if the connector sent the key. */
    private Map<String, String> key(AskedRequest asked) {
        return asked.idempotencyKey()
                .filter(recording.asked().idempotencyKey()::equals)
                .map(key -> Map.of("Idempotency-Key", values.in("key", key)))
                .orElse(Map.of());
    }

    private Optional<String> body(ByteString octets) {
        BodyText body = BodyText.of(octets.bytes());
        String clean = values.in(place() + ", request body", body.text());
        if (!body.isUtf8()) {
            remarks.add(place() + ", request body: it is not text, so it is not compared.");
            return Optional.empty();
        }
        if (values.wasTransformed() || volatileValues.isIn(body.text())) {
            remarks.add(place() + ", request body: it differs each time, so it is not compared.");
            return Optional.empty();
        }
        return Optional.of(clean);
    }

    /** Returns the recorded parts of a hop's path and query. */
    private String target(Exchange hop) {
        String recorded = hop.request().target();
        int question = recorded.indexOf('?');
        String path = question < 0 ? recorded : recorded.substring(0, question);
        if (path.contains(LEFT_OUT)) {
            return "/redirected/" + hop.hop();
        }
        return recorded.contains(LEFT_OUT) ? path : recorded;
    }

    private Optional<ConvertedExchange.Reply> followed(Exchange hop, Exchange next) {
        if (!(hop.result() instanceof Exchange.Answered answered)) {
            return refuse("was followed by another request without an answer");
        }
        if (!target(next).equals(next.request().target())) {
            remarks.add(place() + ": the redirect's URL was recorded in part, so the rest is left out.");
        }
        String location = next.request().scheme().word() + "://" + next.host() + target(next);
        return Optional.of(
                ConvertedExchange.Reply.redirect(answered.status(), values.in(place() + ", location", location)));
    }

    private Optional<ConvertedExchange.Reply> last(Exchange hop, AskedRequest asked, HostAnswer answer) {
        if (answer instanceof HostAnswer.Ended ended) {
            return ended(hop, ended.termination());
        }
        if (hop.result() instanceof Exchange.Broken broken) {
            Optional<Fault> fault = NetworkFaults.like(broken, hop.delivery().sent());
            fault.ifPresent(this::remarkOnTime);
            return fault.isPresent()
                    ? fault.map(ConvertedExchange.Reply::of)
                    : refuse("failed in a way that a script cannot repeat ("
                            + broken.kind().wireName() + ")");
        }
        if (answer instanceof HostAnswer.Http http && http.response().isPresent()) {
            return responded(http.response().get(), asked);
        }
        return refuse("was not sent because its host had failed too often");
    }

    private void remarkOnTime(Fault fault) {
        if (fault == Fault.STALL || fault == Fault.STALL_AFTER_HEADERS) {
            remarks.add(place() + ": the test takes as long as Airlock waits for an answer, 10 or 15 seconds.");
        }
    }

    private Optional<ConvertedExchange.Reply> ended(Exchange hop, Termination.ByHost termination) {
        if (termination instanceof Termination.Denied denied && hop.result() instanceof Exchange.Answered answered) {
            String to = denied.denial().requested();
            if (to.contains(Redactor.MARK)) {
                return refuse("was redirected to a URL that holds a secret");
            }
            if (isSlot(to)) {
                return refuse("was redirected to a URL that does not fit the slot of its credential");
            }
            String url = to.contains("://") ? to : "https://" + to + "/";
            return Optional.of(
                    ConvertedExchange.Reply.redirect(answered.status(), values.in(place() + ", location", url)));
        }
        if (termination instanceof Termination.LimitReached reached
                && hop.delivery().sent()) {
            if (reached.limit() == LimitName.HTTP_RESPONSE) {
                return Optional.of(ConvertedExchange.Reply.of(Fault.OVERSIZE));
            }
            if (reached.limit() == LimitName.WALL_TIME) {
                return Optional.of(ConvertedExchange.Reply.of(Fault.STALL));
            }
        }
        return refuse("was stopped by Airlock before it had an answer");
    }

    /** Returns whether a denial names the slot, in which case it does not give the target of the redirect. */
    private boolean isSlot(String denied) {
        return credentials.all().stream()
                .anyMatch(declared -> declared.credential() instanceof Credential.OneSecret one
                        && (one.slot() instanceof Slot.Query query
                                ? query.name().equals(denied)
                                : one.slot().format().equals(denied)));
    }

    private Optional<ConvertedExchange.Reply> responded(HostAnswer.Response response, AskedRequest asked) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (HostAnswer.Header header : response.headers()) {
            String name = header.name().toLowerCase(Locale.ROOT);
            if (name.equals("location")
                    && asked.followsRedirects()
                    && header.value().contains(Redactor.MARK)) {
                return refuse("was redirected to a URL that holds a secret");
            }
            if (ScriptedResponse.isSetByTheUpstream(name)) {
                transportHeaders.addAll(readsHeaders ? Set.of(name) : Set.of());
            } else if (readsHeaders || TELLING_HEADERS.contains(name)) {
                headers.computeIfAbsent(header.name(), unseen -> new ArrayList<>())
                        .add(values.in(place() + ", response header " + header.name(), header.value()));
            }
        }
        BodyText body = BodyText.of(response.body().bytes());
        return Optional.of(new ConvertedExchange.Reply(
                Optional.empty(),
                response.status(),
                headers,
                body.saying(values.in(place() + ", response body", body.text())),
                Optional.empty()));
    }

    private Optional<ConvertedExchange.Reply> refuse(String why) {
        reasons.add(place() + " " + why);
        return Optional.empty();
    }
}
