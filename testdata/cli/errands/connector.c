/*
 * Runs errands, one after the other: each is a request, to api.example.com unless it says otherwise, with or without the
 * call's idempotency key. The first that fails ends the call. What it declares about repetitions is up to the manifest that a test gives it.
 */
#include "airlock.h"

static bool same(text value, const char *word) {
    return text_equals(value, text_of(word));
}

static text member(const json *errand, const char *name) {
    const json *value = json_get(errand, name);
    return value ? value->text : text_of("");
}

static void run_errand(const json *errand, text key) {
    text where = member(errand, "key");
    text method = member(errand, "method");
    text path = member(errand, "path");
    json *headers = json_object();
    json *body = NULL;
    text host = member(errand, "host");
    if (!host.length) host = text_of("api.example.com");
    text url = text_format("https://%.*s%.*s", TEXT_ARGS(host), TEXT_ARGS(path));
    if (same(where, "url")) url = text_format("%.*s?key=%.*s", TEXT_ARGS(url), TEXT_ARGS(key));
    if (same(where, "header")) json_set(headers, "Idempotency-Key", json_text(key));
    if (!same(method, "GET")) {
        body = json_set(json_object(), "errand", json_text(path));
        if (same(where, "body")) json_set(body, "client_id", json_text(key));
    }
    text terminated = text_format("%.*s", TEXT_ARGS(method));
    airlock_expect_json(
        airlock_send((airlock_request){
            .method = terminated.bytes, .url = url, .headers = headers, .body = body}),
        "The service");
}

static json *run(const airlock_call *call) {
    const json *errands = airlock_list(call, "errands");
    for (const json *errand = errands->first; errand; errand = errand->next) run_errand(errand, call->idempotency_key);
    return json_set(json_object(), "key", json_text(call->idempotency_key));
}

static json *undo(const airlock_call *call) {
    const json *errand = json_set(
        json_set(json_set(json_object(), "method", json_text(text_of("POST"))), "path", json_text(text_of("/undo"))),
        "key", json_text(text_of("header")));
    run_errand(errand, call->idempotency_key);
    return json_set(json_object(), "undone", call->args);
}

AIRLOCK_CONNECTOR(
    {"run", run},
    {"undo", undo})
