package dev.airlock.sandbox.call;

/** The traps of the core specification and the other ways in which a guest ends from within: {@code details.trap}. */
public enum Trap {
    UNREACHABLE("unreachable", "it reached an `unreachable` instruction, which is how most languages abort"),
    DIVIDE_BY_ZERO("integer_divide_by_zero", "it divided an integer by zero"),
    INTEGER_OVERFLOW("integer_overflow", "an integer result does not fit its type"),
    INVALID_CONVERSION("invalid_conversion_to_integer", "it converted a NaN to an integer"),
    MEMORY_OUT_OF_BOUNDS("out_of_bounds_memory_access", "it accessed memory beyond its end"),
    TABLE_OUT_OF_BOUNDS("out_of_bounds_table_access", "it accessed a table beyond its end"),
    UNDEFINED_ELEMENT("undefined_element", "it called through a table index that does not exist"),
    UNINITIALIZED_ELEMENT("uninitialized_element", "it called through a table entry that is empty"),
    INDIRECT_CALL_TYPE_MISMATCH(
            "indirect_call_type_mismatch", "it called a function through a table with the wrong signature"),
    NULL_REFERENCE("null_reference", "it used a null reference"),
    UNCAUGHT_EXCEPTION("uncaught_exception", "it threw an exception that nothing caught"),
    OTHER("other", "it broke a rule of WebAssembly");

    private final String wireName;
    private final String sentence;

    Trap(String wireName, String sentence) {
        this.wireName = wireName;
        this.sentence = sentence;
    }

    /** The name in {@code details.trap}. */
    public String wireName() {
        return wireName;
    }

    /** What the guest did, to follow "The connector trapped: ". */
    public String sentence() {
        return sentence;
    }
}
