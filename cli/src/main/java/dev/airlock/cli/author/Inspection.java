package dev.airlock.cli.author;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.hash.Sha256;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.HostFunction.Capability;
import dev.airlock.manifests.credentials.Credential;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.manifests.credentials.Slot;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.sandbox.host.CatalogueEntry;
import dev.airlock.sandbox.imports.ConnectorStyle;
import dev.airlock.sandbox.imports.Import;
import dev.airlock.sandbox.imports.Import.Supply;
import dev.airlock.sandbox.load.CapturedInputs;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.StrippedModule;
import dev.airlock.sandbox.wasm.format.Extern;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The facts about a module, as lines for a person and as a document. */
final class Inspection {
    private static final long PAGE_KIB = 64;
    private static final int WIDEST_COLUMN = 80;
    private static final String IMPORT = "import ";

    private final byte[] bytes;
    private final ModuleInfo module;
    private final Optional<ConnectorManifest> manifest;
    private final Optional<byte[]> written;
    private final List<Import> imports;
    private final Optional<Set<CapturedInputs>> capturedInputs;

    /**
     * @param written the manifest's bytes, if it has no problems
     * @param capturedInputs the values that the captured state contains, if a state was captured
     */
    Inspection(
            byte[] bytes,
            ModuleInfo module,
            Optional<ConnectorManifest> manifest,
            Optional<byte[]> written,
            Optional<Set<CapturedInputs>> capturedInputs) {
        this.bytes = bytes;
        this.module = module;
        this.manifest = manifest;
        this.written = written;
        this.capturedInputs = capturedInputs;
        this.imports = manifest.map(m -> Import.of(module, m)).orElseGet(() -> Import.of(module));
    }

    ObjectNode document() {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        manifest.ifPresent(
                m -> document.put("connector", m.connector().reference().toString()));
        document.put("size", bytes.length);
        document.put("sha256", Sha256.hex(bytes));
        written.ifPresent(
                text -> document.put("hash", ContentHash.of(bytes, text).text()));
        packedHash().ifPresent(hash -> document.put("packed_hash", hash.text()));
        style().ifPresent(style -> document.put("style", style.word()));
        manifest.ifPresent(m -> document.put("snapshot", m.reactorSnapshot()));
        capturedInputs.ifPresent(what -> addAll(document.putArray("frozen"), words(what)));
        addImports(document.putArray("imports"));
        addAll(document.putArray("unsupplied"), unsupplied());
        addExports(document.putArray("exports"));
        addMemories(document.putArray("memories"));
        addTables(document.putArray("tables"));
        document.put("functions", module.definedFunctions());
        document.put("globals", module.definedGlobals());
        document.put("data_segments", module.dataSegments());
        document.put("element_segments", module.elementSegments());
        addAll(document.putArray("features"), features());
        addAll(document.putArray("custom_sections"), cleaned(module.customSections()));
        addCapabilities(document.putObject("capabilities"));
        return document;
    }

    private static String count(int number, String thing) {
        return String.format(Locale.ROOT, number == 1 ? "%,d %s" : "%,d %ss", number, thing);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        manifest.ifPresent(m -> lines.add("connector    " + m.connector().reference()));
        lines.add(String.format(Locale.ROOT, "size         %,d bytes", bytes.length));
        lines.add("sha256       " + Sha256.hex(bytes));
        written.ifPresent(text -> lines.add("hash         " + ContentHash.of(bytes, text)));
        packedHash()
                .ifPresent(hash -> lines.add("packed hash  " + hash + ", once airlock pack has taken out its names"));
        lines.add("style        " + style().map(ConnectorStyle::word).orElse("neither command nor reactor"));
        capturedInputs.ifPresent(what -> lines.add("snapshot     taken at load; captured in it: "
                + (what.isEmpty() ? "nothing" : String.join(", ", words(what)))));
        lines.add("code         " + count(module.definedFunctions(), "function") + ", "
                + count(module.dataSegments(), "data segment") + ", "
                + count(module.elementSegments(), "element segment"));
        lines.add("features     " + String.join(", ", features()));
        module.memories().forEach(memory -> lines.add("memory       " + demand(memory)));
        module.tables().forEach(table -> lines.add("table        " + demand(table)));
        lines.add("imports      " + (imports.isEmpty() ? "none" : Integer.toString(imports.size())));
        int width = imports.stream()
                .mapToInt(i -> signature(i).length())
                .filter(length -> length <= WIDEST_COLUMN)
                .max()
                .orElse(0);
        imports.forEach(i -> {
            String gap = " ".repeat(Math.max(0, width - signature(i).length()));
            lines.add("  " + signature(i) + gap + "  <- " + suppliedBy(i.supply()));
        });
        lines.add("exports      " + module.exports().size());
        module.exports()
                .forEach(export -> lines.add("  " + ForeignText.clean(export.name()) + "  "
                        + export.kind().text() + (export.type().isEmpty() ? "" : " " + export.type())));
        unsupplied().forEach(text -> lines.add("nothing supplies " + text));
        lines.add("needs        " + inWords(needed()));
        manifest.ifPresent(m -> {
            lines.add("declares     " + inWords(declared(m)));
            lines.add("undeclared   " + inWords(undeclared()));
            lines.add("unneeded     " + inWords(unneeded(m)));
        });
        return lines;
    }

    /** Returns the content hash of the connector in an archive, if that is another one. */
    private Optional<ContentHash> packedHash() {
        byte[] packed = StrippedModule.of(bytes);
        return written.filter(text -> packed.length != bytes.length).map(text -> ContentHash.of(packed, text));
    }

    private Optional<ConnectorStyle> style() {
        return ConnectorStyle.problem(module).isPresent() ? Optional.empty() : Optional.of(ConnectorStyle.of(module));
    }

    private static List<String> words(Set<CapturedInputs> capturedInputs) {
        return capturedInputs.stream().map(CapturedInputs::word).sorted().toList();
    }

    private void addImports(ArrayNode array) {
        for (Import i : imports) {
            ObjectNode node = array.addObject()
                    .put("module", i.module())
                    .put("name", i.name())
                    .put("type", i.type())
                    .put("supplied", !(i.supply() instanceof Supply.Nobody));
            if (i.supply() instanceof Supply.Nobody nobody) {
                node.put("problem", nobody.why().isEmpty() ? "nothing supplies it" : nobody.why());
            } else {
                node.put("capability", capability(i.supply()));
                node.put("declared", !(i.supply() instanceof Supply.Undeclared));
            }
        }
    }

    private void addExports(ArrayNode array) {
        module.exports()
                .forEach(export -> array.addObject()
                        .put("name", export.name())
                        .put("kind", export.kind().text())
                        .put("type", export.type()));
    }

    private void addMemories(ArrayNode array) {
        for (Extern.MemoryDemand memory : module.memories()) {
            ObjectNode node = array.addObject().put("min_pages", memory.minPages());
            memory.maxPages().ifPresent(max -> node.put("max_pages", max));
        }
    }

    private void addTables(ArrayNode array) {
        for (Extern.TableDemand table : module.tables()) {
            ObjectNode node =
                    array.addObject().put("element_type", table.elementType()).put("min_elements", table.minElements());
            table.maxElements().ifPresent(max -> node.put("max_elements", max));
        }
    }

    private void addCapabilities(ObjectNode node) {
        addAll(node.putArray("needed"), needed());
        manifest.ifPresent(m -> {
            addAll(node.putArray("declared"), declared(m));
            addAll(node.putArray("undeclared"), undeclared());
            addAll(node.putArray("unneeded"), unneeded(m));
        });
    }

    private static void addAll(ArrayNode array, Collection<String> texts) {
        texts.forEach(array::add);
    }

    private List<String> unsupplied() {
        return imports.stream()
                .filter(i -> i.supply() instanceof Supply.Nobody)
                .map(Import::describe)
                .toList();
    }

    private List<String> needed() {
        List<String> needed = new ArrayList<>();
        if (uses(Capability.NETWORK)) {
            needed.add("network");
        }
        if (uses(Capability.STATE)) {
            needed.add("state");
        }
        imports.stream()
                .filter(Import::isHostFunction)
                .map(i -> IMPORT + i.name())
                .distinct()
                .forEach(needed::add);
        return needed;
    }

    private boolean uses(Capability capability) {
        return entries().stream().anyMatch(entry -> entry.capability() == capability);
    }

    private List<CatalogueEntry> entries() {
        List<CatalogueEntry> entries = new ArrayList<>();
        for (Import i : imports) {
            if (i.supply() instanceof Supply.Declared declared) {
                entries.add(declared.entry());
            } else if (i.supply() instanceof Supply.Undeclared undeclared) {
                entries.add(undeclared.entry());
            }
        }
        return entries;
    }

    private static List<String> declared(ConnectorManifest manifest) {
        List<String> declared = new ArrayList<>();
        manifest.capabilities().grants().stream()
                .map(NetworkGrant::toString)
                .map(host -> "network " + host)
                .forEach(declared::add);
        manifest.settings().hosts().forEach(host -> declared.add("network " + host));
        manifest.settings().declared().forEach(setting -> declared.add("setting " + setting.name()));
        manifest.capabilities().credentials().all().forEach(one -> declared.add("credential " + words(one)));
        manifest.capabilities().imports().ifPresent(names -> names.forEach(name -> declared.add(IMPORT + name)));
        if (manifest.capabilities().state()) {
            declared.add("state");
        }
        return declared;
    }

    private static String words(NamedCredential declared) {
        String kind = declared.name().map(name -> name + ", ").orElse("")
                + declared.kind().word();
        return declared.credential() instanceof Credential.OneSecret one
                        && !one.slot().equals(Slot.Header.STANDARD)
                ? kind + ", " + one.slot().text()
                : kind;
    }

    private List<String> undeclared() {
        List<String> undeclared = new ArrayList<>();
        boolean needsNetwork = needed().contains("network");
        if (needsNetwork && manifest.map(ConnectorManifest::namesNoHost).orElse(false)) {
            undeclared.add("network");
        }
        if (uses(Capability.STATE)
                && manifest.filter(declared -> !declared.capabilities().state()).isPresent()) {
            undeclared.add("state");
        }
        imports.stream()
                .filter(i -> i.supply() instanceof Supply.Undeclared)
                .map(i -> IMPORT + i.name())
                .distinct()
                .forEach(undeclared::add);
        return undeclared;
    }

    private List<String> unneeded(ConnectorManifest manifest) {
        List<String> needed = needed();
        return declared(manifest).stream()
                .filter(declared -> declared.startsWith(IMPORT)
                        ? !needed.contains(declared)
                        : !needed.contains(declared.equals("state") ? "state" : "network"))
                .toList();
    }

    private List<String> features() {
        return module.features().stream().map(feature -> feature.proposal()).toList();
    }

    private static List<String> cleaned(List<String> texts) {
        return texts.stream().map(ForeignText::clean).toList();
    }

    private String suppliedBy(Supply supply) {
        if (supply instanceof Supply.Nobody) {
            return "NOTHING";
        }
        String declaration = supply instanceof Supply.Undeclared ? ", NOT DECLARED" : "";
        return (supply instanceof Supply.WasiFunction ? "WASI" : "Airlock, " + capability(supply)) + declaration;
    }

    /** Returns the table of the manifest that it needs; {@code wasi} for a WASI function. */
    private static String capability(Supply supply) {
        if (supply instanceof Supply.Declared declared) {
            return capability(declared.entry());
        }
        return supply instanceof Supply.Undeclared undeclared ? capability(undeclared.entry()) : "wasi";
    }

    private static String capability(CatalogueEntry entry) {
        return switch (entry.capability()) {
            case NONE -> "runtime";
            case NETWORK -> "network";
            case STATE -> "state";
        };
    }

    private static String signature(Import i) {
        return i.qualifiedName() + " " + ForeignText.clean(i.type());
    }

    private static String demand(Extern.MemoryDemand memory) {
        return String.format(Locale.ROOT, "%,d KiB at the start", memory.minPages() * PAGE_KIB)
                + most(memory.maxPages(), PAGE_KIB, "KiB");
    }

    private static String demand(Extern.TableDemand table) {
        return String.format(Locale.ROOT, "%,d of %s at the start", table.minElements(), table.elementType())
                + most(table.maxElements(), 1, "elements");
    }

    private static String most(OptionalLong maximum, long unit, String name) {
        return maximum.isPresent()
                ? String.format(Locale.ROOT, ", %,d %s at most", maximum.getAsLong() * unit, name)
                : ", no maximum of its own";
    }

    /** Returns the texts in one line, with all imports after one word so that a long list stays readable. */
    private static String inWords(List<String> texts) {
        List<String> words = new ArrayList<>(
                texts.stream().filter(text -> !text.startsWith(IMPORT)).toList());
        List<String> names = texts.stream()
                .filter(text -> text.startsWith(IMPORT))
                .map(text -> text.substring(IMPORT.length()))
                .toList();
        if (!names.isEmpty()) {
            words.add("imports " + String.join(" ", names));
        }
        return words.isEmpty() ? "nothing" : String.join(", ", words);
    }
}
