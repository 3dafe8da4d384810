package dev.airlock.conformance.conversion;

import dev.airlock.upstreams.script.Fault;
import java.util.List;
import java.util.Optional;

/**
 * The order in which connections to one host failed. A script breaks the first connections to a host, names before connections, and does
 * not know the requests in between.
 */
record DialOrder(List<ConvertedExchange> exchanges) {
    /** Returns the reason why a script cannot break connections in this order; empty if it can. */
    Optional<String> broken() {
        for (int i = 0; i < exchanges.size(); i++) {
            ConvertedExchange failed = exchanges.get(i);
            if (failed.isBeforeRequest()
                    && exchanges.subList(0, i).stream().anyMatch(earlier -> isTooEarly(earlier, failed))) {
                return Optional.of(
                        "exchange " + (i + 1)
                                + " could not be made, although earlier ones with the same host could, or failed at a later stage");
            }
        }
        return Optional.empty();
    }

    private static boolean isTooEarly(ConvertedExchange earlier, ConvertedExchange failed) {
        return earlier.request().host().equals(failed.request().host())
                && (!earlier.isBeforeRequest() || (isOfTheName(failed) && !isOfTheName(earlier)));
    }

    private static boolean isOfTheName(ConvertedExchange exchange) {
        return exchange.answer().fault().filter(Fault.DNS::equals).isPresent();
    }
}
