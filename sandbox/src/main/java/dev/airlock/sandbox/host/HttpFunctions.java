package dev.airlock.sandbox.host;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Denial;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.sandbox.admission.CallDemand;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.call.CallMemory;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.host.credentials.CallCredentials;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.host.request.GuestRequest;
import dev.airlock.sandbox.host.request.Redirect;
import dev.airlock.sandbox.host.request.RequestRules;
import dev.airlock.sandbox.host.request.SlotRules;
import dev.airlock.sandbox.link.Arguments;
import dev.airlock.sandbox.link.GuestMemory;
import dev.airlock.sandbox.recording.ByteString;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostInterceptor;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.url.ParsedUrl;
import dev.airlock.sandbox.url.TargetUrl;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The HTTP functions of one call: its latest response and its latest failure. Only a response to the latest request can
 * be read. Belongs to the call's own thread.
 */
final class HttpFunctions {
    private static final long DONE = 0;
    private static final long NETWORK_FAILED = -1;
    private static final long BAD_REQUEST = -2;
    private static final long NONE = -1;

    private final HostEnvironment environment;
    private final CallScope scope;
    private final RequestRules rules;
    private final SlotRules slots;
    private final CallCredentials credentials;
    private final CircuitGuard guard;
    private final HostInterceptor interceptor;
    private Optional<HostAnswer.Response> response = Optional.empty();
    private Optional<byte[]> responseHeaders = Optional.empty();
    private Optional<byte[]> lastError = Optional.empty();
    private int requests;

    HttpFunctions(HostEnvironment environment, CallScope scope, HostInterceptor interceptor) {
        this.interceptor = interceptor;
        this.environment = environment;
        this.scope = scope;
        this.guard = new CircuitGuard(environment, scope);
        this.rules = new RequestRules(environment.manifest(), environment.addresses());
        this.slots = new SlotRules(environment.manifest().capabilities().credentials());
        this.credentials =
                new CallCredentials(environment.manifest(), environment.credentials(), scope, environment.clock());
    }

    /** {@code http_request(ptr, len)}. */
    long request(GuestMemory memory, Arguments arguments) {
        response = Optional.empty();
        responseHeaders = Optional.empty();
        scope.memory().hold(CallMemory.Use.HEADERS, 0);
        scope.memory().hold(CallMemory.Use.RESPONSE, 0);
        Span text = Span.in(memory, arguments.i32(0), arguments.i32(1));
        scope.memory().hold(CallMemory.Use.REQUEST, Math.min(text.length(), GuestRequest.MAX_BYTES));
        HostAnswer.Http answer = interceptor.answer(
                scope,
                () -> new HostQuery.Http(new ByteString(text.readAtMost(GuestRequest.MAX_BYTES + 1))),
                HostAnswer.Http.class,
                () -> carriedOut(text));
        response = answer.response();
        scope.memory().hold(CallMemory.Use.REQUEST, 0);
        scope.memory()
                .hold(
                        CallMemory.Use.RESPONSE,
                        response.map(whole -> (long) whole.body().size()).orElse(0L));
        answer.lastError().ifPresent(error -> lastError = Optional.of(error.bytes()));
        return answer.code();
    }

    private HostAnswer.Http carriedOut(Span text) {
        Parsed<GuestRequest> parsed = parsed(text);
        if (parsed instanceof Parsed.Wrong<GuestRequest> wrong) {
            return failed(BAD_REQUEST, error("bad_request", wrong.what()));
        }
        GuestRequest request = parsed.orThrow();
        return sent(checked(request), request.followRedirects() ? Redirect.MOST : 0);
    }

    private static HostAnswer.Http failed(long code, byte[] error) {
        return new HostAnswer.Http(code, Optional.empty(), Optional.of(new ByteString(error)));
    }

    @SuppressWarnings("try") // the permit is held and never read
    private Parsed<GuestRequest> parsed(Span text) {
        try (Permit slot = scope.documents().takeForDocument(text.length(), scope)) {
            return GuestRequest.parse(text.readAtMost(GuestRequest.MAX_BYTES + 1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw scope.end(new Termination.Cancelled());
        }
    }

    /** {@code http_response_status()}. */
    long status() {
        return response.map(whole -> (long) whole.status()).orElse(NONE);
    }

    /** {@code http_response_size()}. */
    long size() {
        return response.map(whole -> (long) whole.body().size()).orElse(NONE);
    }

    /** {@code http_response_read(dst, len)}. */
    long read(GuestMemory memory, Arguments arguments) {
        Span destination = Span.in(memory, arguments.i32(0), arguments.i32(1));
        return response.map(whole -> (long) destination.fill(whole.body().bytes(), 0))
                .orElse(NONE);
    }

    /** {@code http_response_read_at(off, dst, len)}. */
    long readAt(GuestMemory memory, Arguments arguments) {
        long offset = Integer.toUnsignedLong(arguments.i32(0));
        Span destination = Span.in(memory, arguments.i32(1), arguments.i32(2));
        return response.map(whole -> (long) destination.fill(whole.body().bytes(), offset))
                .orElse(NONE);
    }

    /** {@code http_response_headers(dst, len)}. */
    long headers(GuestMemory memory, Arguments arguments) {
        if (responseHeaders.isEmpty()) {
            responseHeaders = response.map(whole -> json(whole.headers()));
        }
        return give(responseHeaders, memory, arguments);
    }

    /** {@code last_error(dst, len)}. */
    long lastError(GuestMemory memory, Arguments arguments) {
        return give(lastError, memory, arguments);
    }

    /** Finds every secret that this call has met. */
    Redactor redactor() {
        return credentials.redactor();
    }

    private HttpRequest checked(GuestRequest request) {
        ParsedUrl parsed = TargetUrl.parse(request.url());
        if (parsed instanceof ParsedUrl.Refused refused) {
            throw denied(rules.badUrl(request.url(), refused.why()));
        }
        TargetUrl url = ((ParsedUrl.Target) parsed).url();
        String method = request.method().toUpperCase(Locale.ROOT);
        byte[] body = request.body().orElse(new byte[0]);
        deny(rules.address(url));
        deny(rules.method(method));
        deny(rules.body(method, body));
        deny(rules.headers(request.headers()));
        deny(slots.set(url, request.headers()));
        request.credential().ifPresent(kind -> {
            deny(rules.credential(kind, url));
            deny(slots.place(kind, url));
            deny(slots.quotation(kind, request.headers()));
        });
        return new HttpRequest(
                method,
                url,
                request.headers(),
                bodyToSend(method, request.body()),
                environment.limits().get(LimitName.HTTP_RESPONSE),
                credentials.look() || request.credential().isPresent(),
                new HttpRequest.Label(++requests, 0, credential(request), environment.urls()));
    }

    /** The credential's name in the evidence, however the guest asked for it. */
    private Optional<String> credential(GuestRequest request) {
        return request.credential()
                .flatMap(environment.manifest().capabilities().credentials()::find)
                .map(NamedCredential::word);
    }

    /** These methods always have a body, if only an empty one; the others have one only if it is not empty. */
    private static Optional<byte[]> bodyToSend(String method, Optional<byte[]> body) {
        return switch (method) {
            case "POST", "PUT", "PATCH" -> Optional.of(body.orElse(new byte[0]));
            default -> body.filter(bytes -> bytes.length > 0);
        };
    }

    /** Carries out a request, and up to that many redirects after it; one more is returned as it is. */
    private HostAnswer.Http sent(HttpRequest first, int redirects) {
        HttpRequest request = first;
        while (true) {
            HttpResult result = exchanged(request);
            if (result instanceof HttpResult.Failed failed) {
                Exchange.Broken broken = failed.broken();
                return failed(NETWORK_FAILED, error(broken.kind().wireName(), broken.message()));
            }
            HttpResult.Response whole = (HttpResult.Response) result;
            Optional<Redirect> redirect = request.label().hop() < redirects
                    ? Redirect.of(request, whole, redactor()::redact)
                    : Optional.empty();
            if (redirect.isEmpty()) {
                return new HostAnswer.Http(DONE, Optional.of(scrubbed(whole)), Optional.empty());
            }
            request = redirect.get().request(authorised(request, redirect.get()));
        }
    }

    private TargetUrl authorised(HttpRequest answered, Redirect redirect) {
        TargetUrl from = answered.url();
        if (redirect.carriesSecretAway()) {
            throw denied(rules.secretAway(from, redactor().redact(redirect.location())));
        }
        if (redirect.to() instanceof ParsedUrl.Refused refused) {
            throw denied(rules.badRedirect(from, redactor().redact(redirect.location()), refused.why()));
        }
        TargetUrl url = ((ParsedUrl.Target) redirect.to()).url();
        deny(rules.redirect(from, url));
        return redirect.keepsCredential(url) ? asAskedFor(answered, url) : url;
    }

    /** Removes what a service wrote into the slot, so that the slot is filled once, and the secret never recorded. */
    private TargetUrl asAskedFor(HttpRequest answered, TargetUrl written) {
        TargetUrl url = credentials.withoutCredential(answered, written);
        deny(slots.redirect(answered, url));
        return url;
    }

    private HttpResult exchanged(HttpRequest request) {
        credentials.look(); // another process may have renewed a secret since the last hop
        HttpRequest whole = request.label().binding().isPresent() ? credentials.inject(request) : request;
        long most = environment.limits().get(LimitName.EXCHANGES);
        long count = scope.traffic().countExchange();
        if (count > most) {
            throw scope.end(new Termination.LimitReached(LimitName.EXCHANGES, most, count));
        }
        scope.evidence().scrubWith(redactor()::redact);
        scope.memory()
                .add(
                        CallMemory.Use.EVIDENCE,
                        CallDemand.noted(request.url().pathAndQuery().length()));
        return guard.exchange(whole);
    }

    private HostAnswer.Response scrubbed(HttpResult.Response whole) {
        Redactor redactor = redactor();
        List<HostAnswer.Header> headers = whole.headers().stream()
                .map(header -> new HostAnswer.Header(redactor.redact(header.name()), redactor.redact(header.value())))
                .toList();
        return new HostAnswer.Response(
                whole.status(), headers, new ByteString(redactor.redact(whole.body(), scope::check)));
    }

    private long give(Optional<byte[]> text, GuestMemory memory, Arguments arguments) {
        Span destination = Span.in(memory, arguments.i32(0), arguments.i32(1));
        if (text.isEmpty()) {
            return NONE;
        }
        return destination.length() == 0 ? text.get().length : destination.fill(text.get(), 0);
    }

    private void deny(Optional<Denial> denial) {
        denial.ifPresent(what -> {
            throw denied(what);
        });
    }

    private RuntimeException denied(Denial denial) {
        return scope.end(new Termination.Denied(denial));
    }

    private static byte[] error(String kind, String message) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("kind", kind).put("message", message);
        return utf8(json);
    }

    private static byte[] json(List<HostAnswer.Header> headers) {
        Map<String, ArrayNode> lists = new LinkedHashMap<>();
        for (HostAnswer.Header header : headers) {
            String name = header.name().toLowerCase(Locale.ROOT);
            lists.computeIfAbsent(name, unseen -> JsonNodeFactory.instance.arrayNode())
                    .add(header.value());
        }
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.setAll(lists);
        return utf8(json);
    }

    private static byte[] utf8(ObjectNode json) {
        return StrictJson.write(json).getBytes(StandardCharsets.UTF_8);
    }
}
