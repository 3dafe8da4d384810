#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "airlock.h"
#include "host.h"

/* ---- requests ---- */

/* Names and values as a query or a form holds them; what is NULL, null or "" is left out. */
static text parameters_of(const json *values) {
    text written = text_of("");
    for (const json *one = values ? values->first : NULL; one; one = one->next) {
        text value = one->kind == JSON_TEXT ? one->text : json_write(one);
        if (one->kind == JSON_NULL || !value.length) continue;
        text name = airlock_escape(one->name), escaped = airlock_escape(value);
        written = text_format(
            "%.*s%s%.*s=%.*s", TEXT_ARGS(written), written.length ? "&" : "", TEXT_ARGS(name), TEXT_ARGS(escaped));
    }
    return written;
}

text airlock_url(text base, const json *parameters) {
    text query = parameters_of(parameters);
    if (!query.length) return base;
    const char *separator = memchr(base.bytes, '?', base.length) ? "&" : "?";
    return text_format("%.*s%s%.*s", TEXT_ARGS(base), separator, TEXT_ARGS(query));
}

static const char *content_type(airlock_request request) {
    if (request.body) return "application/json";
    return request.form ? "application/x-www-form-urlencoded" : NULL;
}

static json *describe(airlock_request request) {
    json *fields = json_object();
    json_set(fields, "method", json_text(text_of(request.method ? request.method : "GET")));
    json_set(fields, "url", json_text(request.url));
    json *headers = json_object();
    if (content_type(request) && !json_get(request.headers, "Content-Type"))
        json_set(headers, "Content-Type", json_text(text_of(content_type(request))));
    json_set_all(headers, request.headers);
    if (headers->first) json_set(fields, "headers", headers);
    if (request.body) json_set(fields, "body", json_text(json_write(request.body)));
    else if (request.form) json_set(fields, "body", json_text(parameters_of(request.form)));
    else if (request.bytes.bytes) json_set(fields, "body_base64", json_text(airlock_base64(request.bytes)));
    if (request.credential) json_set(fields, "credential", json_text(text_of(request.credential)));
    if (request.follow_redirects) json_set(fields, "follow_redirects", json_bool(true));
    return fields;
}

/* The host in a URL, for messages. */
static text host_of(text url) {
    const char *end = url.bytes + url.length, *start = url.bytes;
    for (int slashes = 0; slashes < 2 && start < end; start++) slashes += *start == '/';
    const char *stop = start;
    while (stop < end && *stop != '/') stop++;
    return (text){start, (size_t)(stop - start)};
}

/* ---- responses ---- */

static const airlock_response NO_RESPONSE = {.body = {"", 0}, .url = {"", 0}, .links = {"", 0}};

/* How many requests were sent. The host has the headers of the latest answer only. */
static int sent;

static airlock_response read_response(text url) {
    int32_t size = host_http_response_size();
    char *body = malloc(size > 0 ? (size_t)size : 1);
    if (!body) abort();
    if (size < 0 || host_http_response_read(body, (size_t)size) != size) {
        airlock_fail("connector_runtime_error", text_of("The response could not be read whole."), NULL);
        return NO_RESPONSE;
    }
    airlock_response response = NO_RESPONSE;
    response.status = host_http_response_status();
    response.body = (text){body, (size_t)size};
    response.url = url;
    response.number = sent;
    return response;
}

airlock_response airlock_send(airlock_request request) {
    if (airlock_failed()) return NO_RESPONSE;
    text document = json_write(describe(request));
    text host = host_of(request.url);
    sent++;
    int32_t code = host_http_request(document.bytes, document.length);
    if (code == 0) return read_response(request.url);
    if (code == -1)
        airlock_fail(
            "network_error", text_format("The exchange with %.*s failed on the network.", TEXT_ARGS(host)), NULL);
    airlock_fail(
        "connector_runtime_error",
        text_format("The host did not accept the request to %.*s (code %d).", TEXT_ARGS(host), (int)code), NULL);
    return NO_RESPONSE;
}

/* A JSON text of the host, which says its size when it is given no room. */
static const json *read_whole(int32_t (*read)(char *, size_t)) {
    int32_t size = read(NULL, 0);
    char *bytes = malloc(size > 0 ? (size_t)size : 1);
    if (!bytes) abort();
    return size > 0 && read(bytes, (size_t)size) == size ? json_parse((text){bytes, (size_t)size}) : NULL;
}

airlock_network_error airlock_last_error(void) {
    const json *error = read_whole(host_last_error);
    return (airlock_network_error){airlock_member(error, "kind"), airlock_member(error, "message")};
}

/* The headers of the latest answer, by their names in lower case. */
static const json *latest_headers(void) {
    static int number;
    static const json *headers;
    if (number != sent) headers = read_whole(host_http_response_headers);
    number = sent;
    return headers;
}

text airlock_header(airlock_response response, const char *name) {
    if (airlock_failed()) return text_of("");
    if (response.number != sent) {
        text message = text_of("The headers of a response are read before the next request is sent.");
        airlock_fail("connector_runtime_error", message, NULL);
        return text_of("");
    }
    char *lower = (char *)text_format("%s", name).bytes;
    for (char *c = lower; *c; c++) *c = (char)tolower((unsigned char)*c);
    const json *values = json_get(latest_headers(), lower), *first = values ? values->first : NULL;
    text joined = first ? first->text : text_of("");
    for (const json *value = first ? first->next : NULL; value; value = value->next)
        joined = text_format("%.*s, %.*s", TEXT_ARGS(joined), TEXT_ARGS(value->text));
    return joined;
}

/* The text of an error body in one of its usual places, or an empty one. */
static text reason_in(const json *body) {
    const json *error = json_get(body, "error");
    text reason = airlock_member(body, "message");
    if (!reason.length) reason = airlock_member(error, "message");
    if (!reason.length) reason = airlock_member(body, "error");
    return reason;
}

static void fail_external(airlock_response response, text message) {
    json *details = json_set(json_object(), "status", json_integer(response.status));
    airlock_fail("external_api_error", message, details);
}

/* Reports a status that is not from 200 to 299. Returns the body if it is JSON. */
static const json *check(airlock_response response, const char *service) {
    const json *body = json_parse(response.body);
    if (response.status < 200 || response.status > 299) {
        text reason = reason_in(body);
        fail_external(response, text_format(
            "%s answered with status %d%s%.*s",
            service, response.status, reason.length ? ": " : "", TEXT_ARGS(reason)));
    }
    return body;
}

text airlock_expect(airlock_response response, const char *service) {
    if (!airlock_failed() && (response.status < 200 || response.status > 299)) check(response, service);
    return airlock_failed() ? text_of("") : response.body;
}

const json *airlock_expect_json(airlock_response response, const char *service) {
    if (airlock_failed()) return json_object();
    const json *body = check(response, service);
    if (!body) airlock_fail_unexpected(response, service);
    return body ? body : json_object();
}

void airlock_fail_unexpected(airlock_response response, const char *service) {
    fail_external(response, text_format("%s sent a body that this connector does not understand.", service));
}
