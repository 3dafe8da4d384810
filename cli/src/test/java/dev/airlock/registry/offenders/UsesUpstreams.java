package dev.airlock.registry.offenders;

import dev.airlock.upstreams.script.UpstreamScript;

/** Breaks a rule of the house on purpose. */
public final class UsesUpstreams {
    private UsesUpstreams() {}

    static Object uses() {
        return UpstreamScript.parse("", "");
    }
}
