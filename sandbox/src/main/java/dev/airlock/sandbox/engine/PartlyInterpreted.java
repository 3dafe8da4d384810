package dev.airlock.sandbox.engine;

import dev.airlock.failures.text.ForeignText;
import dev.airlock.sandbox.wasm.format.FunctionNames;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Names the functions of a compiled module that are interpreted. Never thrown. */
public final class PartlyInterpreted extends Exception {
    private static final int MOST_NAMED = 5;
    private static final long serialVersionUID = 1;

    private PartlyInterpreted(String message) {
        super(message, null, false, false);
    }

    /**
     * Returns the report on these functions.
     *
     * @param functions by their index in the module's function space; at least one
     */
    static PartlyInterpreted of(Set<Integer> functions, FunctionNames names) {
        List<String> named = new TreeSet<>(functions)
                .stream()
                        .limit(MOST_NAMED)
                        .map(function ->
                                names.of(function).map(ForeignText::clean).orElse("func[" + function + "]"))
                        .toList();
        String more = functions.size() > MOST_NAMED ? " and " + (functions.size() - MOST_NAMED) + " more" : "";
        return new PartlyInterpreted((functions.size() == 1 ? "1 function is" : functions.size() + " functions are")
                + " interpreted, because the compiler does not accept " + (functions.size() == 1 ? "it: " : "them: ")
                + String.join(", ", named) + more);
    }
}
