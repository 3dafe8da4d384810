package dev.airlock.manifests;

import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.ConnectorManifest.Capabilities;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The functions that the host offers to connectors, by their import names. */
public enum HostFunction {
    LOG("log", Module.BOTH, Capability.NONE),
    HTTP_REQUEST("http_request", Module.BOTH, Capability.NETWORK),
    HTTP_RESPONSE_STATUS("http_response_status", Module.BOTH, Capability.NETWORK),
    HTTP_RESPONSE_SIZE("http_response_size", Module.BOTH, Capability.NETWORK),
    HTTP_RESPONSE_READ("http_response_read", Module.BOTH, Capability.NETWORK),
    HTTP_RESPONSE_READ_AT("http_response_read_at", Module.AIRLOCK, Capability.NETWORK),
    HTTP_RESPONSE_HEADERS("http_response_headers", Module.AIRLOCK, Capability.NETWORK),
    LAST_ERROR("last_error", Module.AIRLOCK, Capability.NETWORK),
    STATE_GET("state_get", Module.AIRLOCK, Capability.STATE),
    STATE_PUT("state_put", Module.AIRLOCK, Capability.STATE),
    STATE_DELETE("state_delete", Module.AIRLOCK, Capability.STATE),
    ONCE("once", Module.AIRLOCK, Capability.STATE);

    /** The modules that offer a function. */
    public enum Module {
        /** Only {@code airlock}. */
        AIRLOCK,
        /** {@code airlock} and {@code aileron_host}, the module of the public contract. */
        BOTH
    }

    /** The table under {@code [capabilities]} that a function needs to do anything. */
    public enum Capability {
        NONE,
        NETWORK,
        STATE
    }

    private static final Set<String> NOT_SUPPLIED =
            Set.of("spawn", "spawn_op", "spawn_status", "spawn_output_size", "spawn_output_read");

    private final String wireName;
    private final Module module;
    private final Capability capability;

    HostFunction(String wireName, Module module, Capability capability) {
        this.wireName = wireName;
        this.module = module;
        this.capability = capability;
    }

    /** Returns its name in a module's imports and in {@code [capabilities.runtime] imports}. */
    public String wireName() {
        return wireName;
    }

    /** Returns the modules that offer it. */
    public Module module() {
        return module;
    }

    /** Returns the table that it needs to do anything. */
    public Capability capability() {
        return capability;
    }

    /** Returns the function of that name, if there is one; names match exactly. */
    public static Optional<HostFunction> ofWireName(String wireName) {
        return Arrays.stream(values())
                .filter(function -> function.wireName.equals(wireName))
                .findFirst();
    }

    /**
     * Returns the functions that a module that imports only from {@code aileron_host} has without {@code [capabilities.runtime]}: {@code
     * log}, and with {@code [capabilities.network]} the public contract's {@code http_*}. Empty when {@code [capabilities.runtime]} is
     * present.
     */
    public static Set<HostFunction> impliedBy(Capabilities capabilities) {
        Set<HostFunction> implied = EnumSet.noneOf(HostFunction.class);
        for (HostFunction function : values()) {
            boolean granted = function.capability == Capability.NONE
                    || capabilities.network().isPresent();
            if (capabilities.imports().isEmpty() && function.module == Module.BOTH && granted) {
                implied.add(function);
            }
        }
        return implied;
    }

    /** Returns the names of all functions, in the order of the contract. */
    public static List<String> wireNames() {
        return Arrays.stream(values()).map(HostFunction::wireName).toList();
    }

    static Parsed<HostFunction> parse(String name) {
        Optional<HostFunction> function = ofWireName(name);
        if (function.isPresent()) {
            return Parsed.ok(function.get());
        }
        if (NOT_SUPPLIED.contains(name)) {
            return Parsed.wrong(
                    "import " + Printable.quoted(name) + " is not supplied: a connector starts no programs here",
                    "leave it out");
        }
        return Parsed.wrong(
                "import " + Printable.quoted(name) + " is not a host function",
                Nearest.to(name, wireNames())
                        .map(near -> "did you mean \"" + near + "\"?")
                        .orElse("known are " + String.join(", ", wireNames())));
    }
}
