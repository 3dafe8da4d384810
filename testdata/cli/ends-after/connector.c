/*
 * Sends the requests of its argument "errands", whatever comes of them, and then ends as its argument "then" says: each way in which a
 * call can end after something was sent. Attempts after the first one do what stands under "later", if anything does.
 */
#include <stdlib.h>
#include <unistd.h>
#include "airlock.h"

static bool same(text value, const char *word) {
    return text_equals(value, text_of(word));
}

static text member(const json *errand, const char *name) {
    const json *value = json_get(errand, name);
    return value ? value->text : text_of("");
}

static airlock_response send_errand(const json *errand, text key) {
    json *headers = json_object();
    if (same(member(errand, "key"), "header")) json_set(headers, "Idempotency-Key", json_text(key));
    text method = member(errand, "method");
    text host = member(errand, "host");
    if (!host.length) host = text_of("api.example.com");
    text path = member(errand, "path");
    text url = text_format("https://%.*s%.*s", TEXT_ARGS(host), TEXT_ARGS(path));
    text terminated = text_format("%.*s", TEXT_ARGS(method));
    return airlock_send((airlock_request){
        .method = terminated.bytes,
        .url = url,
        .headers = headers,
        .body = same(method, "GET") ? NULL : json_object()});
}

static void grow_until_refused(void) {
    while (__builtin_wasm_memory_grow(0, 16) != (size_t)-1) {
    }
    __builtin_trap();
}

static void end(text then) {
    volatile unsigned long spun = 0;
    if (same(then, "trap")) __builtin_trap();
    if (same(then, "exit")) exit(3);
    if (same(then, "silence")) exit(0);
    if (same(then, "memory")) grow_until_refused();
    if (same(then, "spin")) for (;;) spun++;
    if (same(then, "sleep")) sleep(600);
}

static json *run(const airlock_call *call) {
    const json *later = json_get(call->args, "later");
    const json *plan = later && call->attempt > 1 ? later : call->args;
    const json *errands = json_get(plan, "errands");
    text then = member(plan, "then");
    for (const json *errand = errands ? errands->first : NULL; errand; errand = errand->next) {
        airlock_response response = send_errand(errand, call->idempotency_key);
        if (same(then, "report")) airlock_expect_json(response, "The service");
    }
    end(then);
    return json_object();
}

AIRLOCK_CONNECTOR({"run", run})
