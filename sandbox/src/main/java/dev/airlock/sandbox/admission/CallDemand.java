package dev.airlock.sandbox.admission;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.format.Extern;

/**
 * The heap that one call of a connector takes: at its start, at most, and for each of its parts. A call is admitted
 * with the first, and asks for more as its parts grow.
 */
public final class CallDemand {
    /**
     * The bytes that the interpreter keeps in frames for each byte that the limit {@code stack} counts, while its
     * operands move to a larger array.
     */
    public static final long HEAP_BYTES_PER_STACK_BYTE = 4;

    /** The stack at the start of a call, in bytes by the published rule. */
    public static final long FIRST_STACK = 64 << 10;

    /**
     * The other memory at the start of a call, beside its memory, its tables and its stack: enough for small documents,
     * a few lines, a short answer.
     */
    private static final long FIRST_BUFFERS = 256 << 10;

    private static final long PAGE_BYTES = 65_536;

    /** An element of a table is an index and a reference. */
    private static final long TABLE_ELEMENT_BYTES = 16;

    /** A memory is divided into chunks, each an array with a header that two lists refer to. */
    private static final long CHUNKS_PER_OVERHEAD = 64;

    /** A line is an object with a text. */
    private static final long LOG_LINE_BYTES = 100;

    /** A header is a name and a value, each stored twice, and an entry in two lists and a map. */
    private static final long HEADER_BYTES = 400;

    /** More headers than any real service sends. */
    private static final long COMMON_HEADERS = 2_000;

    /** The most characters that the client accepts in all headers of a response. */
    private static final long MOST_HEADER_CHARACTERS = 256 << 10;

    /** An exchange is a few objects with short texts. */
    private static final long EXCHANGE_BYTES = 1_000;

    /** The most that the host function for requests accepts. */
    private static final long LARGEST_REQUEST = 32 << 20;

    private CallDemand() {}

    /** The bytes that one call of that module holds before its first instruction. */
    public static long first(ModuleInfo module) {
        long pages = module.memories().stream()
                .mapToLong(Extern.MemoryDemand::minPages)
                .reduce(0, CallDemand::addSaturated);
        long elements = module.tables().stream()
                .mapToLong(Extern.TableDemand::minElements)
                .reduce(0, CallDemand::addSaturated);
        return first(pages, elements);
    }

    /**
     * The bytes that a call with that many pages of memory and elements of tables holds before its first instruction.
     */
    public static long first(long pages, long elements) {
        return pages(pages) + elements(elements) + frames(FIRST_STACK) + FIRST_BUFFERS;
    }

    /**
     * The most bytes that one call may hold: its linear memory (the limit, or the module's own maximum if that is
     * lower), its tables likewise, the frames of interpreted functions, and every buffer of the host. Copies after the
     * guest has ended take the place of its memory. Large documents are parsed one at a time in the whole JVM
     * ({@link JvmShare#documents}), so that memory is not counted for any call.
     */
    public static long most(ModuleInfo module, Limits limits) {
        return guest(module, limits)
                + frames(FIRST_STACK + limits.get(LimitName.STACK))
                + FIRST_BUFFERS
                + streams(limits)
                + (imports(module, "http_request") ? exchange(module, limits) : 0)
                + (imports(module, "state_get") || imports(module, "state_put")
                        ? growing(limits.get(LimitName.STATE))
                        : 0);
    }

    /** The bytes of that many pages of linear memory. */
    public static long pages(long pages) {
        long bytes = pages * PAGE_BYTES;
        return bytes + bytes / CHUNKS_PER_OVERHEAD;
    }

    /** The bytes of that many elements of tables. */
    public static long elements(long elements) {
        return elements * TABLE_ELEMENT_BYTES;
    }

    /** The bytes of frames of interpreted functions, for that many bytes of stack by the published rule. */
    public static long frames(long stackBytes) {
        return HEAP_BYTES_PER_STACK_BYTE * stackBytes;
    }

    /** The bytes of a buffer while that many bytes move to a larger one, or are copied out of it. */
    public static long growing(long bytes) {
        return 2 * bytes;
    }

    /**
     * The bytes of that many log lines with that many bytes in them, each of which may become a character of two bytes.
     */
    public static long log(long lines, long bytes) {
        return LOG_LINE_BYTES * lines + growing(bytes);
    }

    /**
     * The bytes of that many response headers with that many characters in them, as they came and as the guest reads
     * them.
     */
    public static long headers(long headers, long characters) {
        return HEADER_BYTES * headers + 3 * characters;
    }

    /** The bytes of the evidence of one exchange, with a path and query of that many characters. */
    public static long noted(long characters) {
        return EXCHANGE_BYTES + growing(characters);
    }

    private static long guest(ModuleInfo module, Limits limits) {
        long elements = Math.min(
                limits.get(LimitName.TABLE),
                module.tables().stream()
                        .mapToLong(table -> table.maxElements().orElse(Integer.MAX_VALUE))
                        .reduce(0, CallDemand::addSaturated));
        return pages(memory(module, limits) / PAGE_BYTES) + elements(elements);
    }

    private static long streams(Limits limits) {
        return limits.get(LimitName.STDIN)
                + growing(limits.get(LimitName.STDOUT))
                + growing(Limits.STDERR_KEPT)
                + log(limits.get(LimitName.LOG), limits.get(LimitName.LOG_BYTES));
    }

    /** A request lies in the guest's memory before it is sent; a response may be compressed, and is decoded then. */
    private static long exchange(ModuleInfo module, Limits limits) {
        return Math.min(LARGEST_REQUEST, memory(module, limits))
                + headers(COMMON_HEADERS, MOST_HEADER_CHARACTERS)
                + growing(limits.get(LimitName.HTTP_RESPONSE))
                + limits.get(LimitName.EXCHANGES) * noted(0);
    }

    private static boolean imports(ModuleInfo module, String name) {
        return module.imports().stream().anyMatch(wanted -> wanted.name().equals(name));
    }

    private static long memory(ModuleInfo module, Limits limits) {
        return Math.min(
                limits.get(LimitName.MEMORY),
                module.memories().stream().mapToLong(CallDemand::mostPages).reduce(0, CallDemand::addSaturated)
                        * PAGE_BYTES);
    }

    private static long mostPages(Extern.MemoryDemand memory) {
        return memory.maxPages().orElse(PAGE_BYTES);
    }

    private static long addSaturated(long a, long b) {
        return Math.min(Integer.MAX_VALUE, a + b);
    }
}
