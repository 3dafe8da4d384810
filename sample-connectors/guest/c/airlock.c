#include "airlock.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

/* ---- the call and its answer ---- */

/* The first failure; after it nothing more is done. */
static json *failure;

/* The errors of a partial result, a list, or NULL. */
static json *errors;

bool airlock_failed(void) {
    return failure;
}

text airlock_member(const json *object, const char *name) {
    const json *value = json_get(object, name);
    return value && value->kind == JSON_TEXT ? value->text : text_of("");
}

static airlock_call read_call(text input) {
    const json *document = json_parse(input);
    if (!document || document->kind != JSON_OBJECT)
        airlock_fail("bad_input", text_of("The call is not a JSON object."), NULL);
    const json *call = json_get(document, "call"), *attempt = json_get(call, "attempt");
    return (airlock_call){
        .op = airlock_member(document, "op"),
        .args = json_get(document, "args"),
        .settings = json_get(document, "settings"),
        .idempotency_key = airlock_member(call, "idempotency_key"),
        .attempt = json_is_integer(attempt) ? atoi(attempt->text.bytes) : 1,
        .seed = airlock_member(call, "seed"),
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
    if (failure) return json_write(json_set(json_object(), "error", failure));
    json *result = json_set(json_object(), "output", output);
    return json_write(errors ? json_set(result, "errors", errors) : result);
}

#ifdef AIRLOCK_REACTOR

#ifdef __wasm__
#define EXPORT(function) __attribute__((export_name(#function)))
#else
#define EXPORT(function)
#endif

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
    if (!failure) failure = airlock_error(failure_class, message, details);
}

json *airlock_error(const char *error_class, text message, const json *details) {
    json *error = json_object();
    json_set(error, "class", json_text(text_of(error_class)));
    json_set(error, "message", json_text(message));
    return details ? json_set(error, "details", details) : error;
}

json *airlock_with(json *error, const char *name, const json *value) {
    json *details = (json *)json_get(error, "details");
    if (details) json_set(details, name, value);
    else json_set(error, "details", json_set(json_object(), name, value));
    return error;
}

json *airlock_take_failure(void) {
    json *taken = failure;
    failure = NULL;
    return taken;
}

void airlock_add_error(const json *error) {
    if (!errors) errors = json_list();
    json_add(errors, error);
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

/* Reports that an argument is missing, if it is. */
static void require(const airlock_call *call, const char *name) {
    const json *value = json_get(call->args, name);
    if (!value || value->kind == JSON_NULL) fail_bad_input(name, text_of("is missing"));
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

static bool read_int(const json *value, long long *number) {
    errno = 0;
    if (json_is_integer(value)) *number = strtoll(text_format("%.*s", TEXT_ARGS(value->text)).bytes, NULL, 10);
    return json_is_integer(value) && errno == 0;
}

long long airlock_optional_int(const airlock_call *call, const char *name, long long otherwise) {
    static const char expected[] = "an integer of at most 64 bits";
    const json *value = argument(call, name, JSON_NUMBER, expected);
    if (value && !read_int(value, &otherwise)) airlock_fail_argument(name, expected);
    return otherwise;
}

long long airlock_int(const airlock_call *call, const char *name) {
    require(call, name);
    return airlock_optional_int(call, name, 0);
}

static bool read_float(const json *value, double *number) {
    if (value && value->kind == JSON_NUMBER) *number = strtod(text_format("%.*s", TEXT_ARGS(value->text)).bytes, NULL);
    return value && value->kind == JSON_NUMBER && *number - *number == 0;
}

double airlock_optional_float(const airlock_call *call, const char *name, double otherwise) {
    const json *value = argument(call, name, JSON_NUMBER, "a number");
    if (value && !read_float(value, &otherwise)) airlock_fail_argument(name, "a number");
    return otherwise;
}

double airlock_float(const airlock_call *call, const char *name) {
    require(call, name);
    return airlock_optional_float(call, name, 0);
}

bool airlock_optional_bool(const airlock_call *call, const char *name, bool otherwise) {
    const json *value = argument(call, name, JSON_BOOL, "true or false");
    return value ? value->boolean : otherwise;
}

bool airlock_bool(const airlock_call *call, const char *name) {
    require(call, name);
    return airlock_optional_bool(call, name, false);
}

text airlock_bytes(const airlock_call *call, const char *name) {
    require(call, name);
    const json *value = argument(call, name, JSON_TEXT, "base64");
    text bytes = airlock_base64_decode(value ? value->text : text_of(""));
    if (bytes.bytes) return bytes;
    airlock_fail_argument(name, "base64");
    return text_of("");
}

const json *airlock_optional_list(const airlock_call *call, const char *name) {
    return argument(call, name, JSON_LIST, "an array");
}

const json *airlock_list(const airlock_call *call, const char *name) {
    static const char expected[] = "an array that is not empty";
    require(call, name);
    const json *value = argument(call, name, JSON_LIST, expected);
    if (value && !value->first) airlock_fail_argument(name, expected);
    return value ? value : json_list();
}

const json *airlock_optional_object(const airlock_call *call, const char *name) {
    return argument(call, name, JSON_OBJECT, "an object");
}

const json *airlock_object(const airlock_call *call, const char *name) {
    require(call, name);
    const json *value = airlock_optional_object(call, name);
    return value ? value : json_object();
}

text airlock_path_segment(const airlock_call *call, const char *name) {
    text value = airlock_text(call, name);
    if (text_equals(value, text_of(".")) || text_equals(value, text_of("..")))
        airlock_fail_argument(name, "a name");
    return airlock_escape(value);
}

/* ---- settings ---- */

static const json *setting(const airlock_call *call, const char *name, bool is_right) {
    const json *value = json_get(call->settings, name);
    if (!is_right) {
        text problem = text_of("is not there, or has another type; declare it in the manifest");
        airlock_fail(
            "connector_runtime_error", text_format("The setting \"%s\" %.*s.", name, TEXT_ARGS(problem)), NULL);
    }
    return is_right ? value : NULL;
}

static bool is_setting(const airlock_call *call, const char *name, json_kind kind) {
    const json *value = json_get(call->settings, name);
    return value && value->kind == kind;
}

text airlock_setting_text(const airlock_call *call, const char *name) {
    const json *value = setting(call, name, is_setting(call, name, JSON_TEXT));
    return value ? value->text : text_of("");
}

long long airlock_setting_int(const airlock_call *call, const char *name) {
    long long number = 0;
    setting(call, name, read_int(json_get(call->settings, name), &number));
    return number;
}

double airlock_setting_float(const airlock_call *call, const char *name) {
    double number = 0;
    setting(call, name, read_float(json_get(call->settings, name), &number));
    return number;
}

bool airlock_setting_bool(const airlock_call *call, const char *name) {
    const json *value = setting(call, name, is_setting(call, name, JSON_BOOL));
    return value && value->boolean;
}

/* ---- the host's log ---- */

static void log_at(const char *level, text message) {
    if (!failure) host_log(level, strlen(level), message.bytes, message.length);
}

void airlock_trace(text message) {
    log_at("trace", message);
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

void airlock_log_error(text message) {
    log_at("error", message);
}
