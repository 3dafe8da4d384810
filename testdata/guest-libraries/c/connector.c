/* A connector that uses all of the guest library. */
#include "airlock.h"

static const char SERVICE[] = "The service";
static const char ROOT[] = "https://api.example.com/";

static const long long FOR_EVER = 0, MINUTE = 60 * 1000, DAY = 24 * 60 * MINUTE;

static long long count_of(const json *list) {
    long long count = 0;
    for (const json *item = list ? list->first : NULL; item; item = item->next) count++;
    return count;
}

static text at(const char *path) {
    return text_format("%s%s", ROOT, path);
}

/* Sends a request and returns the JSON of a response that went well. */
static const json *fetch(airlock_request request) {
    return airlock_expect_json(airlock_send(request), SERVICE);
}

static json *optional_arguments(const airlock_call *call) {
    json *others = json_list();
    json_add(others, json_bool(airlock_optional_bool(call, "other_flag", true)));
    json_add(others, json_float(airlock_optional_float(call, "other_number", 1.5)));
    json_add(others, json_integer(airlock_optional_int(call, "other_count", 7)));
    json_add(others, json_integer(count_of(airlock_optional_list(call, "other_list"))));
    json_add(others, json_bool(airlock_optional_object(call, "other_object")));
    return json_add(others, airlock_optional_integer(call, "digits"));
}

static json *arguments(const airlock_call *call) {
    json *output = json_object();
    json_set(output, "flag", json_bool(airlock_bool(call, "flag")));
    json_set(output, "half", json_float(airlock_float(call, "number") / 2));
    json_set(output, "next", json_integer(airlock_int(call, "count") + 1));
    json_set(output, "items", json_integer(count_of(airlock_list(call, "list"))));
    airlock_call within = {.args = airlock_object(call, "object")};
    json_set(output, "inner", json_text(airlock_text(&within, "inner")));
    json_set(output, "size", json_integer((long long)airlock_bytes(call, "bytes").length));
    return json_set(output, "others", optional_arguments(call));
}

static json *settings(const airlock_call *call) {
    json *output = json_object();
    json_set(output, "site", json_text(airlock_setting_text(call, "site")));
    json_set(output, "pages", json_integer(airlock_setting_int(call, "pages")));
    json_set(output, "share", json_float(airlock_setting_float(call, "share")));
    return json_set(output, "strict", json_bool(airlock_setting_bool(call, "strict")));
}

static json *search(const airlock_call *call) {
    json *query = json_object();
    json_set(query, "q", json_text(airlock_text(call, "words")));
    json_set(query, "sort", json_text(airlock_optional_text(call, "sort")));
    json_set(query, "tag", json_text(text_of("a&b")));
    json_set(query, "tag", json_text(text_of("c")));
    return json_set_all(json_object(), fetch((airlock_request){.url = airlock_url(at("search?v=1"), query)}));
}

static json *bodies(const airlock_call *call) {
    text bytes = airlock_bytes(call, "bytes");
    json *body = json_set(json_object(), "name", json_text(text_of("Größe")));
    fetch((airlock_request){.method = "POST", .url = at("things"), .body = body, .credential = "bearer"});
    json *form = json_set(json_object(), "name", json_text(text_of("A lamp & more")));
    json_set(form, "n", json_integer(1));
    json *headers = json_set(json_object(), "X-Kind", json_text(text_of("form")));
    fetch((airlock_request){.method = "POST", .url = at("things"), .form = form, .headers = headers});
    headers = json_set(json_object(), "Content-Type", json_text(text_of("application/octet-stream")));
    fetch((airlock_request){.method = "PUT", .url = at("things"), .bytes = bytes, .headers = headers});
    airlock_response response = airlock_send((airlock_request){.url = at("old"), .follow_redirects = true});
    return json_set(json_object(), "bytes", json_text(airlock_base64(airlock_expect(response, SERVICE))));
}

static json *pages(const airlock_call *call) {
    text by = airlock_text(call, "by");
    bool link = text_equals(by, text_of("link")), cursor = text_equals(by, text_of("cursor"));
    json *items = json_list();
    airlock_pages pages = airlock_first_page(link ? at("link") : text_of(cursor ? "" : "1"), 3);
    while (airlock_next_page(&pages)) {
        json *query = json_set(json_object(), "at", json_text(pages.position));
        text url = link ? pages.position : airlock_url(text_format("%s%.*s", ROOT, TEXT_ARGS(by)), query);
        airlock_response response = airlock_send((airlock_request){.url = url});
        const json *body = airlock_expect_json(response, SERVICE), *found = json_get(body, "items");
        if (!found) airlock_fail_unexpected(response, SERVICE);
        for (const json *item = found ? found->first : NULL; item; item = item->next) json_add(items, item);
        const json *next = json_get(body, "next"), *more = json_get(body, "more");
        if (link) airlock_then(&pages, airlock_link(response, "next"));
        else if (cursor) airlock_then(&pages, next ? next->text : text_of(""));
        else airlock_then_number(&pages, more && more->boolean);
    }
    airlock_add_page_errors(&pages);
    return json_set(json_object(), "items", items);
}

static json *kept(const airlock_call *call) {
    (void)call;
    airlock_response response = airlock_send_kept((airlock_request){.url = at("report")}, text_of("report"), DAY);
    json *output = json_object();
    json_set(output, "text", json_text(airlock_expect(response, SERVICE)));
    json_set(output, "kept", json_bool(response.kept));
    json_set(output, "next", json_text(airlock_link(response, "next")));
    return json_set(output, "tag", json_text(airlock_header(response, "ETag")));
}

static json *rate_limit(const airlock_call *call) {
    text name = airlock_path_segment(call, "case");
    text url = text_format("%slimits/%.*s", ROOT, TEXT_ARGS(name));
    airlock_rate_limit limit = airlock_rate_limit_of(airlock_send((airlock_request){.url = url}));
    json *output = json_object();
    json_set(output, "limited", json_bool(limit.limited));
    json_set(output, "remaining", json_integer(limit.remaining));
    return json_set(output, "wait", json_integer(limit.wait));
}

static json *parts(const airlock_call *call) {
    json *items = json_list();
    long long count = count_of(airlock_list(call, "names"));
    for (long long index = 0; index < count; index++) {
        const json *item = fetch((airlock_request){.url = text_format("%sitems/%lld", ROOT, index)});
        json *error = airlock_take_failure();
        if (error) airlock_add_error(airlock_with(error, "index", json_integer(index)));
        else json_add(items, item);
    }
    json *end = airlock_error("external_api_error", text_of("The service has no more."), NULL);
    airlock_add_error(airlock_with(end, "code", json_text(text_of("end"))));
    return json_set(json_object(), "items", items);
}

static json *last_error(const airlock_call *call) {
    (void)call;
    json *output = json_object();
    json_set(output, "before", json_bool(airlock_last_error().kind.length));
    airlock_send((airlock_request){.url = at("broken")});
    airlock_take_failure();
    airlock_network_error last = airlock_last_error();
    json_set(output, "kind", json_text(last.kind));
    return json_set(output, "told", json_bool(last.message.length));
}

static json *notes(const airlock_call *call) {
    static const char *const claims[] = {"new", "done", "in_doubt"};
    json *output = json_object();
    airlock_claim claim = airlock_once(text_of("note"), MINUTE);
    json_set(output, "claim", json_text(text_of(claims[claim])));
    text before, gone;
    json_set(output, "there", json_bool(airlock_state_get(text_of("note"), &before)));
    json_set(output, "before", json_text(before));
    airlock_state_put(text_of("note"), text_format("Größe %.*s", TEXT_ARGS(call->idempotency_key)), FOR_EVER);
    airlock_state_put(text_of("gone"), text_of("x"), MINUTE);
    airlock_state_delete(text_of("gone"));
    json_set(output, "gone", json_bool(!airlock_state_get(text_of("gone"), &gone)));
    airlock_trace(text_of("at trace"));
    airlock_debug(text_of("at debug"));
    airlock_info(text_of("at info"));
    airlock_warn(text_of("at warn"));
    airlock_log_error(text_of("at error"));
    return output;
}

AIRLOCK_CONNECTOR(
    {"arguments", arguments},
    {"settings", settings},
    {"search", search},
    {"bodies", bodies},
    {"pages", pages},
    {"kept", kept},
    {"rate_limit", rate_limit},
    {"parts", parts},
    {"last_error", last_error},
    {"notes", notes})
