package dev.airlock.sandbox.wasm.format;

import java.util.EnumSet;
import java.util.Set;

/** The features that a reader admits, and those it has met so far. */
public final class FeatureUse {
    private final EnumSet<Feature> admitted;
    private final EnumSet<Feature> met = EnumSet.noneOf(Feature.class);

    public FeatureUse(Set<Feature> admitted) {
        this.admitted = EnumSet.noneOf(Feature.class);
        this.admitted.addAll(admitted);
    }

    public Set<Feature> admitted() {
        return admitted;
    }

    public Set<Feature> met() {
        return met;
    }

    /** Records that the module uses a feature, or refuses it. */
    public void meet(Feature feature, long offset, String use) throws ModuleRefused {
        if (!admitted.contains(feature)) {
            throw ModuleRefused.feature(offset, feature, use);
        }
        met.add(feature);
    }
}
