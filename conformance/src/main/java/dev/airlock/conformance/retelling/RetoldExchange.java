package dev.airlock.conformance.retelling;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.conformance.scenarios.Expectation.ExpectedRequest;
import dev.airlock.failures.json.MalformedJsonException;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.upstreams.script.Fault;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One exchange of a call, without secrets: a rule of the script, and the request that is expected.
 *
 * @param request what is asked
 * @param answer what the script does
 */
record RetoldExchange(Request request, Reply answer) {
    /**
     * What is asked.
     *
     * @param scheme how it goes
     * @param method upper case
     * @param host canonical, with its port
     * @param path raw, without the query; empty if it is another each time
     * @param query raw; empty if there is none, or it is not known, or another each time
     * @param headers those that are expected
     * @param body the body; empty if it is another each time, or no text
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
     * What the script does.
     *
     * @param fault what goes wrong, if something does
     * @param status the status
     * @param headers values by name
     * @param body the body
     * @param location where a redirect leads that is followed
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

    /** Whether it fails before there is a request. */
    boolean isBeforeRequest() {
        return answer.fault().filter(fault -> fault.stage().isBeforeRequest()).isPresent();
    }

    /** The request as a scenario expects it. */
    ExpectedRequest expected() {
        Optional<JsonNode> json = request.body().flatMap(RetoldExchange::json);
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

    /** The host as it is sent: without the port if that is the scheme's own. */
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
