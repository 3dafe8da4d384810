package dev.airlock.conformance.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.conformance.scenarios.expectation.Expectation.ExpectedRequest;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.upstreams.script.Fault;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One exchange of a call, without secrets: a rule of the script, and the expected request.
 *
 * @param request the request
 * @param answer the script's answer
 */
record ConvertedExchange(Request request, Reply answer) {
    /**
     * The request.
     *
     * @param scheme its scheme
     * @param method upper case
     * @param host canonical, with its port
     * @param path raw, without the query; empty if it differs in each run
     * @param query raw; empty if there is none, or it is not known, or it differs in each run
     * @param headers the expected headers
     * @param body the body; empty if it differs in each run, or is not text
     */
    record Request(
            UrlScheme scheme,
            String method,
            String host,
            Optional<String> path,
            Optional<String> query,
            Map<String, String> headers,
            Optional<String> body) {
        /** Copies the map. */
        Request {
            headers = Map.copyOf(headers);
        }

        boolean hasSameHead(Request other) {
            return method.equals(other.method) && host.equals(other.host) && path.equals(other.path);
        }
    }

    /**
     * The script's answer.
     *
     * @param fault the fault, if there is one
     * @param status the status
     * @param headers values by name
     * @param body the body
     * @param location the target of a redirect that the host follows
     */
    record Reply(
            Optional<Fault> fault,
            int status,
            Map<String, List<String>> headers,
            BodyText body,
            Optional<String> location) {
        static Reply of(Fault fault) {
            return new Reply(Optional.of(fault), 0, Map.of(), BodyText.of(new byte[0]), Optional.empty());
        }

        static Reply redirect(int status, String location) {
            return new Reply(
                    Optional.of(Fault.REDIRECT), status, Map.of(), BodyText.of(new byte[0]), Optional.of(location));
        }
    }

    /** Returns whether it fails before the request. */
    boolean isBeforeRequest() {
        return answer.fault().filter(fault -> fault.stage().isBeforeRequest()).isPresent();
    }

    /** Returns the request as expected in a scenario. */
    ExpectedRequest expected() {
        Optional<JsonNode> json = request.body().flatMap(ConvertedExchange::json);
        return new ExpectedRequest(
                Optional.of(request.method()),
                Optional.of(hostHeader()),
                request.path()
                        .map(path ->
                                path + request.query().map(query -> "?" + query).orElse("")),
                request.headers(),
                json.isPresent() ? Optional.empty() : request.body().filter(body -> !body.isEmpty()),
                Optional.empty(),
                json);
    }

    /** Returns the host as sent, without the port if that is the scheme's default. */
    private String hostHeader() {
        String own = request.scheme() == UrlScheme.HTTPS ? ":443" : ":80";
        return request.host().endsWith(own)
                ? request.host().substring(0, request.host().length() - own.length())
                : request.host();
    }

    private static Optional<JsonNode> json(String body) {
        try {
            return Optional.of(StrictJson.read(body)).filter(JsonNode::isContainerNode);
        } catch (MalformedJsonException e) {
            return Optional.empty();
        }
    }
}
