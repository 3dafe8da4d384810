package dev.airlock.sandbox.imports;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Boundary;
import dev.airlock.failures.Denial;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.text.Details;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestFix;
import dev.airlock.sandbox.imports.Import.Supply;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Decides whether a module's imports can be satisfied: all of them, or a failure that names every one that cannot. */
public final class Linker {
    /** How many unknown imports the message names. */
    private static final int NAMED = 20;

    /** How many unknown imports the details name. */
    private static final int LISTED = 1_000;

    private Linker() {}

    /**
     * Returns why the imports cannot be satisfied: those that nothing supplies, then those that the manifest does not
     * declare.
     */
    public static List<Failure> refusals(AuditId auditId, ConnectorManifest manifest, List<Import> imports) {
        List<Failure> refusals = new ArrayList<>();
        List<Import> unknown = imports.stream()
                .filter(i -> i.supply() instanceof Supply.Nobody)
                .toList();
        if (!unknown.isEmpty()) {
            refusals.add(unknown(auditId, manifest, unknown));
        }
        List<Import> undeclared = imports.stream()
                .filter(i -> i.supply() instanceof Supply.Undeclared)
                .toList();
        if (!undeclared.isEmpty()) {
            refusals.add(undeclared(auditId, manifest, imports, undeclared));
        }
        return refusals;
    }

    private static Failure unknown(AuditId auditId, ConnectorManifest manifest, List<Import> unknown) {
        String list = unknown.stream().limit(NAMED).map(Import::describe).collect(Collectors.joining("; "))
                + (unknown.size() > NAMED ? "; and " + (unknown.size() - NAMED) + " more" : "");
        return Failure.connectorRuntimeError(
                auditId,
                Reason.UNKNOWN_IMPORT,
                manifest.connector().name() + " imports functions that nothing supplies: " + list
                        + ". Build it for WASI preview 1 and Airlock's host functions only.",
                Details.none()
                        .put(
                                "imports",
                                unknown.stream()
                                        .limit(LISTED)
                                        .map(Import::describe)
                                        .toList()));
    }

    private static Failure undeclared(
            AuditId auditId, ConnectorManifest manifest, List<Import> imports, List<Import> undeclared) {
        List<String> needed = imports.stream()
                .filter(Import::isHostFunction)
                .map(Import::name)
                .distinct()
                .sorted()
                .toList();
        String names = undeclared.stream().map(Import::qualifiedName).distinct().collect(Collectors.joining(", "));
        ManifestFix fix = ManifestFix.imports(manifest, needed);
        return Failure.capabilityDenied(
                auditId,
                Boundary.CONNECTOR_MANIFEST,
                new Denial(
                        manifest.connector().name() + " imports " + names + ", which its manifest does not declare",
                        names,
                        manifest.capabilities().imports().orElse(List.of()),
                        fix.how(),
                        fix.pasted()));
    }
}
