#include "airlock.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the functions of the host's module "airlock" ---- */

#define HOST(function) __attribute__((import_module("airlock"), import_name(#function)))

HOST(log) void host_log(const char *level, size_t level_length, const char *message, size_t message_length);
HOST(http_request) int32_t host_http_request(const char *request, size_t length);
HOST(http_response_status) int32_t host_http_response_status(void);
HOST(http_response_size) int32_t host_http_response_size(void);
HOST(http_response_read) int32_t host_http_response_read(char *destination, size_t length);

/* ---- the call and its answer ---- */

/* The first failure; after it nothing more is done. */
static json *failure;

static text text_in(const json *object, const char *name) {
    const json *value = json_get(object, name);
    return value && value->kind == JSON_TEXT ? value->text : text_of("");
}

static airlock_call read_call(text input) {
    const json *document = json_parse(input);
    if (!document || document->kind != JSON_OBJECT)
        airlock_fail("bad_input", text_of("The call is not a JSON object."), NULL);
    const json *call = json_get(document, "call"), *attempt = json_get(call, "attempt");
    return (airlock_call){
        .op = text_in(document, "op"),
        .args = json_get(document, "args"),
        .idempotency_key = text_in(call, "idempotency_key"),
        .attempt = json_is_integer(attempt) ? atoi(attempt->text.bytes) : 1,
        .seed = text_in(call, "seed"),
    };
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const airlock_operation *)a)->name, ((const airlock_operation *)b)->name);
}

static void fail_unknown(text op, const airlock_operation *operations, size_t count) {
    airlock_operation *sorted = malloc(count * sizeof *sorted);
    if (!sorted) abort();
    memcpy(sorted, operations, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_name);
    json *names = json_list();
    text known = text_of("");
    for (size_t i = 0; i < count; i++) {
        json_add(names, json_text(text_of(sorted[i].name)));
        known = text_format("%.*s%s%s", TEXT_ARGS(known), i ? ", " : "", sorted[i].name);
    }
    text message = text_format(
        "There is no operation \"%.*s\". Known operations: %.*s.", TEXT_ARGS(op), TEXT_ARGS(known));
    airlock_fail("unknown_op", message, json_set(json_object(), "known_ops", names));
}

static json *run(airlock_call call) {
    for (size_t i = 0; i < airlock_operation_count; i++)
        if (text_equals(call.op, text_of(airlock_operations[i].name))) return airlock_operations[i].run(&call);
    fail_unknown(call.op, airlock_operations, airlock_operation_count);
    return NULL;
}

static text answer(text input) {
    airlock_call call = read_call(input);
    const json *output = failure ? NULL : run(call);
    return json_write(failure ? json_set(json_object(), "error", failure) : json_set(json_object(), "output", output));
}

#ifdef AIRLOCK_REACTOR

#define EXPORT(function) __attribute__((export_name(#function)))

EXPORT(airlock_alloc) char *airlock_alloc(size_t size) {
    char *bytes = malloc(size ? size : 1);
    if (!bytes) abort();
    return bytes;
}

/* The answer's address in the high half, its length in the low one. */
EXPORT(airlock_call) uint64_t airlock_call_at(const char *document, size_t length) {
    text reply = answer((text){document, length});
    return (uint64_t)(uintptr_t)reply.bytes << 32 | reply.length;
}

#else

static text read_all(FILE *stream) {
    size_t length = 0, capacity = 4096;
    char *bytes = malloc(capacity);
    while (bytes) {
        length += fread(bytes + length, 1, capacity - length, stream);
        if (length < capacity) return (text){bytes, length};
        capacity *= 2;
        bytes = realloc(bytes, capacity);
    }
    abort();
}

int main(void) {
    text reply = answer(read_all(stdin));
    bool written = fwrite(reply.bytes, 1, reply.length, stdout) == reply.length;
    return written && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif

/* ---- failures ---- */

void airlock_fail(const char *failure_class, text message, const json *details) {
    if (failure) return;
    json *error = json_object();
    json_set(error, "class", json_text(text_of(failure_class)));
    json_set(error, "message", json_text(message));
    if (details) json_set(error, "details", details);
    failure = error;
}

static void fail_bad_input(const char *name, text problem) {
    text message = text_format("The argument \"%s\" %.*s.", name, TEXT_ARGS(problem));
    airlock_fail("bad_input", message, json_set(json_object(), "argument", json_text(text_of(name))));
}

void airlock_fail_argument(const char *name, const char *must_be) {
    fail_bad_input(name, text_format("must be %s", must_be));
}

/* ---- arguments ---- */

/* An argument of this kind, or NULL if it is absent. */
static const json *argument(const airlock_call *call, const char *name, json_kind kind, const char *expected) {
    const json *value = json_get(call->args, name);
    if (!value || value->kind == JSON_NULL) return NULL;
    if (value->kind == kind) return value;
    airlock_fail_argument(name, expected);
    return NULL;
}

text airlock_optional_text(const airlock_call *call, const char *name) {
    const json *value = argument(call, name, JSON_TEXT, "a string");
    return value ? value->text : text_of("");
}

text airlock_text(const airlock_call *call, const char *name) {
    text value = airlock_optional_text(call, name);
    if (!value.length) fail_bad_input(name, text_of("is missing"));
    return value;
}

const json *airlock_optional_integer(const airlock_call *call, const char *name) {
    const json *value = argument(call, name, JSON_NUMBER, "an integer");
    if (!value || json_is_integer(value)) return value;
    airlock_fail_argument(name, "an integer");
    return NULL;
}

const json *airlock_integer(const airlock_call *call, const char *name) {
    const json *value = airlock_optional_integer(call, name);
    if (value) return value;
    fail_bad_input(name, text_of("is missing"));
    return json_integer(0);
}

const json *airlock_list(const airlock_call *call, const char *name) {
    const json *value = argument(call, name, JSON_LIST, "an array that is not empty");
    if (!value) fail_bad_input(name, text_of("is missing"));
    else if (!value->first) airlock_fail_argument(name, "an array that is not empty");
    return value ? value : json_list();
}

static bool is_unreserved(char c) {
    return c && strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~", c);
}

text airlock_path_segment(const airlock_call *call, const char *name) {
    text value = airlock_text(call, name);
    if (text_equals(value, text_of(".")) || text_equals(value, text_of("..")))
        airlock_fail_argument(name, "a name");
    char *escaped = malloc(value.length * 3 + 1), *end = escaped;
    if (!escaped) abort();
    for (size_t i = 0; i < value.length; i++) {
        if (is_unreserved(value.bytes[i])) *end++ = value.bytes[i];
        else end += sprintf(end, "%%%02X", (unsigned char)value.bytes[i]);
    }
    return (text){escaped, (size_t)(end - escaped)};
}

/* ---- HTTP ---- */

static json *describe(airlock_request request) {
    json *fields = json_object();
    json_set(fields, "method", json_text(text_of(request.method ? request.method : "GET")));
    json_set(fields, "url", json_text(request.url));
    json *headers = json_object();
    if (request.body && !json_get(request.headers, "Content-Type"))
        json_set(headers, "Content-Type", json_text(text_of("application/json")));
    for (const json *header = request.headers ? request.headers->first : NULL; header; header = header->next)
        json_set(headers, text_format("%.*s", TEXT_ARGS(header->name)).bytes, header);
    if (headers->first) json_set(fields, "headers", headers);
    if (request.body) json_set(fields, "body", json_text(json_write(request.body)));
    if (request.credential) json_set(fields, "credential", json_text(text_of(request.credential)));
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

static const airlock_response NO_RESPONSE = {0, {"", 0}};

static airlock_response read_response(void) {
    int32_t size = host_http_response_size();
    char *body = malloc(size > 0 ? (size_t)size : 1);
    if (!body) abort();
    if (size < 0 || host_http_response_read(body, (size_t)size) != size) {
        airlock_fail("connector_runtime_error", text_of("The response could not be read whole."), NULL);
        return NO_RESPONSE;
    }
    return (airlock_response){host_http_response_status(), {body, (size_t)size}};
}

airlock_response airlock_send(airlock_request request) {
    if (failure) return NO_RESPONSE;
    text document = json_write(describe(request));
    text host = host_of(request.url);
    int32_t code = host_http_request(document.bytes, document.length);
    if (code == 0) return read_response();
    if (code == -1)
        airlock_fail(
            "network_error", text_format("The exchange with %.*s failed on the network.", TEXT_ARGS(host)), NULL);
    airlock_fail(
        "connector_runtime_error",
        text_format("The host did not accept the request to %.*s (code %d).", TEXT_ARGS(host), (int)code), NULL);
    return NO_RESPONSE;
}

/* The text of an error body in one of its usual places, or an empty one. */
static text reason_in(const json *body) {
    const json *error = json_get(body, "error");
    text reason = text_in(body, "message");
    if (!reason.length) reason = text_in(error, "message");
    if (!reason.length) reason = text_in(body, "error");
    return reason;
}

static void fail_external(airlock_response response, text message) {
    json *details = json_set(json_object(), "status", json_integer(response.status));
    airlock_fail("external_api_error", message, details);
}

const json *airlock_expect_json(airlock_response response, const char *service) {
    if (failure) return json_object();
    const json *body = json_parse(response.body);
    if (response.status < 200 || response.status > 299) {
        text reason = reason_in(body);
        fail_external(response, text_format(
            "%s answered with status %d%s%.*s",
            service, response.status, reason.length ? ": " : "", TEXT_ARGS(reason)));
    }
    else if (!body) airlock_fail_unexpected(response, service);
    return body ? body : json_object();
}

void airlock_fail_unexpected(airlock_response response, const char *service) {
    fail_external(response, text_format("%s sent a body that this connector does not understand.", service));
}

/* ---- the host's log ---- */

static void log_at(const char *level, text message) {
    if (!failure) host_log(level, strlen(level), message.bytes, message.length);
}

void airlock_debug(text message) {
    log_at("debug", message);
}

void airlock_info(text message) {
    log_at("info", message);
}

void airlock_warn(text message) {
    log_at("warn", message);
}
