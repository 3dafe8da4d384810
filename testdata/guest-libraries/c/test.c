/*
 * Tests the guest library on the machine that it is built on, with a host that
 * gives one answer. Ends with 1 if something is not as expected.
 */
#include <stdio.h>
#include <string.h>

#include "connector.c"
#include "host.h"

/* ---- the host ---- */

static struct {
    int32_t code; /* of http_request */
    int32_t status;
    const char *body, *headers, *last_error;
    text state;
    char request[4096], logged[256];
} host;

static int32_t give(const char *bytes, size_t size, char *destination, size_t room) {
    if (!room) return (int32_t)size;
    size_t count = size < room ? size : room;
    memcpy(destination, bytes, count);
    return (int32_t)count;
}

void host_log(const char *level, size_t level_length, const char *message, size_t message_length) {
    size_t end = strlen(host.logged);
    snprintf(
        host.logged + end, sizeof host.logged - end, "%.*s %.*s,", (int)level_length, level, (int)message_length,
        message);
}

int32_t host_http_request(const char *request, size_t length) {
    snprintf(host.request, sizeof host.request, "%.*s", (int)length, request);
    return host.code;
}

int32_t host_http_response_status(void) {
    return host.status;
}

int32_t host_http_response_size(void) {
    return (int32_t)strlen(host.body);
}

int32_t host_http_response_read(char *destination, size_t length) {
    memcpy(destination, host.body, length);
    return (int32_t)length;
}

int32_t host_http_response_headers(char *destination, size_t length) {
    return give(host.headers, strlen(host.headers), destination, length);
}

int32_t host_last_error(char *destination, size_t length) {
    return host.last_error ? give(host.last_error, strlen(host.last_error), destination, length) : -1;
}

int32_t host_state_get(const char *key, size_t key_length, char *destination, size_t length) {
    (void)key, (void)key_length;
    if (!host.state.bytes) return -1;
    give(host.state.bytes, host.state.length, destination, length);
    return (int32_t)host.state.length;
}

int32_t host_state_put(const char *key, size_t key_length, const char *value, size_t length, int64_t keep_millis) {
    (void)key, (void)key_length, (void)keep_millis;
    host.state = text_format("%.*s", (int)length, value);
    return 0;
}

int32_t host_state_delete(const char *key, size_t key_length) {
    (void)key, (void)key_length;
    host.state.bytes = NULL;
    return 0;
}

int32_t host_once(const char *key, size_t key_length, int64_t keep_millis) {
    (void)key, (void)key_length, (void)keep_millis;
    return AIRLOCK_IN_DOUBT;
}

/* ---- tests ---- */

static int problems;

static void expect(const char *what, text actual, const char *expected) {
    if (text_equals(actual, text_of(expected))) return;
    printf("%s\n  - %s\n  + %.*s\n", what, expected, TEXT_ARGS(actual));
    problems++;
}

/* What an operation gives for these arguments, or the message of its failure. */
static text result_of(json *(*operation)(const airlock_call *), const char *arguments, const char *settings) {
    airlock_call call = {
        .args = json_parse(text_of(arguments)),
        .settings = json_parse(text_of(settings)),
        .idempotency_key = text_of("test"),
    };
    json *output = operation(&call), *failure = airlock_take_failure();
    return failure ? airlock_member(failure, "message") : json_write(output);
}

static void answer(int32_t status, const char *headers, const char *body) {
    host.code = 0;
    host.status = status;
    host.headers = headers;
    host.body = body;
}

static void reads_settings(void) {
    const char *values = "{\"site\":\"x\",\"pages\":2,\"share\":0.25,\"strict\":false}";
    expect("settings", result_of(settings, "{}", values), values);
    expect(
        "a setting that is not there", result_of(settings, "{}", "{}"),
        "The setting \"site\" is not there, or has another type; declare it in the manifest.");
}

static void writes_and_reads_base64(void) {
    static const char *const pairs[][2] = {{"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        expect("encoded", airlock_base64(text_of(pairs[i][0])), pairs[i][1]);
        expect("decoded", airlock_base64_decode(text_of(pairs[i][1])), pairs[i][0]);
    }
    static const char *const wrong[] = {"Z", "Zg", "Zg=", "Z===", "====", "Zm9v=", "Zm-v", "Zm 9", "Zg==Zg==", "Zm9\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (airlock_base64_decode(text_of(wrong[i])).bytes) expect("no base64", text_of(wrong[i]), "");
}

static void expect_link(const char *header, const char *target) {
    json *values = json_add(json_list(), json_text(text_of(header)));
    text headers = json_write(json_set(json_object(), "link", values));
    answer(200, text_format("%.*s", TEXT_ARGS(headers)).bytes, "");
    airlock_response response = airlock_send((airlock_request){.url = text_of("https://x.example/a/b?p=1#f")});
    expect(header, airlock_link(response, "next"), target);
}

static void finds_links(void) {
    expect_link("<https://y.example/2>; rel=\"next\"", "https://y.example/2");
    expect_link("<a,b>; rel=prev, </c;d>;REL=Next ", "https://x.example/c;d");
    expect_link("<c>; title=\"x, <y>; rel=next\"; rel=\"prev next\"", "https://x.example/a/c");
    expect_link("<//y.example/z>; rel=next", "https://y.example/z");
    expect_link("<?p=2>; rel=next", "https://x.example/a/b?p=2");
    expect_link("<>; rel=next", "");
    expect_link("<a>; rel=prev; rel=next", "");
    expect_link("<a>; rel=next; anchor=\"#b\"", "");
    expect_link("a; rel=next", "");
    expect_link("", "");
}

static void keeps_an_answer(void) {
    host.state.bytes = NULL;
    answer(200, "{\"etag\":[\"\\\"v1\\\"\"],\"link\":[\"<x>; rel=next\"]}", "text");
    const char *output = "{\"text\":\"text\",\"kept\":%s,\"next\":\"https://api.example.com/x\",\"tag\":%s}";
    expect("first", result_of(kept, "{}", "{}"), text_format(output, "false", "\"\\\"v1\\\"\"").bytes);
    answer(304, "{}", "");
    expect("again", result_of(kept, "{}", "{}"), text_format(output, "true", "\"\"").bytes);
    if (!strstr(host.request, "\"If-None-Match\":\"\\\"v1\\\"\"")) expect("request", text_of(host.request), "");
}

static void says_how_an_exchange_failed(void) {
    host.code = -1;
    expect("nothing yet", json_write(json_bool(airlock_last_error().kind.length)), "false");
    host.last_error = "{\"kind\":\"dns\",\"message\":\"no such name\"}";
    expect("kind", airlock_last_error().kind, "dns");
    expect("failure", result_of(search, "{\"words\":\"a\"}", "{}"), "The exchange with api.example.com failed on the network.");
}

static void claims_keeps_and_logs(void) {
    host.state.bytes = NULL;
    text output = result_of(notes, "{}", "{}");
    expect("notes", output, "{\"claim\":\"in_doubt\",\"there\":false,\"before\":\"\",\"gone\":true}");
    expect("log", text_of(host.logged), "trace at trace,debug at debug,info at info,warn at warn,error at error,");
}

static void refuses_headers_of_an_earlier_answer(void) {
    answer(200, "{}", "");
    airlock_response first = airlock_send((airlock_request){.url = at("a")});
    airlock_send((airlock_request){.url = at("b")});
    airlock_header(first, "ETag");
    text message = airlock_member(airlock_take_failure(), "message");
    expect("stale", message, "The headers of a response are read before the next request is sent.");
}

int main(void) {
    reads_settings();
    writes_and_reads_base64();
    finds_links();
    keeps_an_answer();
    says_how_an_exchange_failed();
    claims_keeps_and_logs();
    refuses_headers_of_an_earlier_answer();
    printf("%d problems\n", problems);
    return problems != 0;
}
