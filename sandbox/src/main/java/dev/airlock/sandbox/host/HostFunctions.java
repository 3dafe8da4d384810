package dev.airlock.sandbox.host;

import dev.airlock.failures.redaction.Redactor;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.link.HostImport;
import dev.airlock.sandbox.link.HostImport.ValueKind;
import dev.airlock.sandbox.recording.HostInterceptor;
import dev.airlock.sandbox.state.CallState;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The host functions of one call. Every function exists; linking decides by {@link #catalogue} which of them a guest
 * may import.
 *
 * <pre>{@code
 * HostFunctions functions = HostFunctions.forCall(environment, scope, state, line -> {});
 * link(functions.all());
 * }</pre>
 */
public final class HostFunctions {
    private static final Set<String> SPAWNING =
            Set.of("spawn", "spawn_op", "spawn_status", "spawn_output_size", "spawn_output_read");

    private static final List<CatalogueEntry> CATALOGUE = Arrays.stream(dev.airlock.manifests.HostFunction.values())
            .map(HostFunctions::entry)
            .toList();

    private static final Map<String, CatalogueEntry> BY_IMPORT = CATALOGUE.stream()
            .flatMap(entry -> entry.modules().stream().map(module -> Map.entry(module + "." + entry.name(), entry)))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    private final GuestLog log;
    private final HttpFunctions http;
    private final StateFunctions state;

    private HostFunctions(GuestLog log, HttpFunctions http, StateFunctions state) {
        this.log = log;
        this.http = http;
        this.state = state;
    }

    /**
     * Returns every function that guests can import, in the order of the contract: one table for linking and for
     * inspection.
     */
    public static List<CatalogueEntry> catalogue() {
        return CATALOGUE;
    }

    /** Returns the entry of an import, if a module of that name offers such a function. */
    public static Optional<CatalogueEntry> find(String module, String name) {
        return Optional.ofNullable(BY_IMPORT.get(module + "." + name));
    }

    /** Explains to an author why no version supplies a function of the public contract that their module imports. */
    public static Optional<String> explainUnknown(String module, String name) {
        boolean knownModule = module.equals(CatalogueEntry.AIRLOCK) || module.equals(CatalogueEntry.ALIAS);
        return knownModule && SPAWNING.contains(name)
                ? Optional.of("Airlock does not supply " + name + ": a connector starts no programs here.")
                : Optional.empty();
    }

    /**
     * Returns the functions of a call that starts.
     *
     * @param state the connector's state, as this call uses it
     * @param listener receives each line of the log as it is written, on the call's own thread
     */
    public static HostFunctions forCall(
            HostEnvironment environment, CallScope scope, CallState state, Consumer<GuestLogLine> listener) {
        return forCall(environment, scope, state, listener, HostInterceptor.NONE);
    }

    /** Returns the functions of a call that starts, with a recorder or replayer between them and the world. */
    public static HostFunctions forCall(
            HostEnvironment environment,
            CallScope scope,
            CallState state,
            Consumer<GuestLogLine> listener,
            HostInterceptor interceptor) {
        return new HostFunctions(
                new GuestLog(scope, environment.limits(), listener, interceptor),
                new HttpFunctions(environment, scope, interceptor),
                new StateFunctions(environment.manifest(), scope, new TapedState(scope, state, interceptor)));
    }

    /** Returns every function, once for each module that offers it. */
    public List<HostImport> all() {
        return CATALOGUE.stream()
                .flatMap(entry -> entry.modules().stream().map(module -> linked(module, entry)))
                .toList();
    }

    /** Returns one function, for an import from one of the modules that offer it. */
    public HostImport function(String module, CatalogueEntry entry) {
        return linked(module, entry);
    }

    /** The lines that the guest has logged so far; read once the call is over, or on its own thread. */
    public List<GuestLogLine> logLines() {
        return log.lines();
    }

    /** Finds the secrets of this call in the guest's output; asked for once the call is over. */
    public Redactor redactor() {
        return http.redactor();
    }

    private HostImport linked(String module, CatalogueEntry entry) {
        return new HostImport(module, entry.name(), entry.parameters(), entry.results(), code(entry.function()));
    }

    private HostImport.Code code(dev.airlock.manifests.HostFunction which) {
        return switch (which) {
            case LOG -> log::log;
            case HTTP_REQUEST -> http::request;
            case HTTP_RESPONSE_STATUS -> (memory, arguments) -> http.status();
            case HTTP_RESPONSE_SIZE -> (memory, arguments) -> http.size();
            case HTTP_RESPONSE_READ -> http::read;
            case HTTP_RESPONSE_READ_AT -> http::readAt;
            case HTTP_RESPONSE_HEADERS -> http::headers;
            case LAST_ERROR -> http::lastError;
            case STATE_GET -> state::get;
            case STATE_PUT -> state::put;
            case STATE_DELETE -> state::delete;
            case ONCE -> state::once;
        };
    }

    private static CatalogueEntry entry(dev.airlock.manifests.HostFunction function) {
        List<ValueKind> result = List.of(ValueKind.I32);
        return switch (function) {
            case LOG -> entry(function, i32s(4), List.of());
            case HTTP_REQUEST, HTTP_RESPONSE_READ, HTTP_RESPONSE_HEADERS, LAST_ERROR ->
                entry(function, i32s(2), result);
            case HTTP_RESPONSE_STATUS, HTTP_RESPONSE_SIZE -> entry(function, List.of(), result);
            case HTTP_RESPONSE_READ_AT -> entry(function, i32s(3), result);
            case STATE_GET -> entry(function, i32s(4), result);
            case STATE_PUT ->
                entry(
                        function,
                        List.of(ValueKind.I32, ValueKind.I32, ValueKind.I32, ValueKind.I32, ValueKind.I64),
                        result);
            case STATE_DELETE -> entry(function, i32s(2), result);
            case ONCE -> entry(function, List.of(ValueKind.I32, ValueKind.I32, ValueKind.I64), result);
        };
    }

    private static CatalogueEntry entry(
            dev.airlock.manifests.HostFunction function, List<ValueKind> parameters, List<ValueKind> results) {
        return new CatalogueEntry(function, parameters, results);
    }

    private static List<ValueKind> i32s(int count) {
        return Collections.nCopies(count, ValueKind.I32);
    }
}
