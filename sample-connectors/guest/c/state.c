#include <stdlib.h>
#include <string.h>

#include "airlock.h"
#include "host.h"

#define LONGEST_KEY 512

bool airlock_state_get(text key, text *value) {
    for (size_t room = 1024;;) {
        char *bytes = malloc(room);
        if (!bytes) abort();
        int32_t size = airlock_failed() ? -1 : host_state_get(key.bytes, key.length, bytes, room);
        *value = (text){bytes, size > 0 ? (size_t)size : 0};
        if (value->length <= room) return size >= 0;
        free(bytes);
        room = value->length;
    }
}

void airlock_state_put(text key, text value, long long keep_millis) {
    if (!airlock_failed()) host_state_put(key.bytes, key.length, value.bytes, value.length, keep_millis);
}

void airlock_state_delete(text key) {
    if (!airlock_failed()) host_state_delete(key.bytes, key.length);
}

airlock_claim airlock_once(text key, long long keep_millis) {
    return airlock_failed() ? AIRLOCK_IN_DOUBT : (airlock_claim)host_once(key.bytes, key.length, keep_millis);
}

/* Takes the first line off a text. Returns false if there is none. */
static bool next_line(text *rest, text *line) {
    const char *end = rest->length ? memchr(rest->bytes, '\n', rest->length) : NULL;
    if (!end) return false;
    *line = (text){rest->bytes, (size_t)(end - rest->bytes)};
    *rest = (text){end + 1, rest->length - line->length - 1};
    return true;
}

/* Its parts stand as they are, one after another; a body may hold NUL. */
static text joined(text tag, text links, text body) {
    text head = text_format("%.*s\n%.*s\n", TEXT_ARGS(tag), TEXT_ARGS(links));
    char *bytes = malloc(head.length + body.length);
    if (!bytes) abort();
    memcpy(bytes, head.bytes, head.length);
    if (body.length) memcpy(bytes + head.length, body.bytes, body.length);
    return (text){bytes, head.length + body.length};
}

static airlock_request asking_for_changes(airlock_request request, text tag) {
    request.headers = json_set(json_set_all(json_object(), request.headers), "If-None-Match", json_text(tag));
    return request;
}

airlock_response airlock_send_kept(airlock_request request, text key, long long keep_millis) {
    text body, tag, links;
    if (key.length > LONGEST_KEY) return airlock_send(request);
    bool kept = airlock_state_get(key, &body) && next_line(&body, &tag) && next_line(&body, &links);
    airlock_response response = airlock_send(kept ? asking_for_changes(request, tag) : request);
    if (kept && response.status == 304) {
        response.status = 200;
        response.body = body;
        response.links = links;
        response.kept = true;
    } else if (response.status == 200 && response.body.length <= AIRLOCK_KEPT_MOST) {
        text given = airlock_header(response, "ETag");
        if (given.length)
            airlock_state_put(key, joined(given, airlock_header(response, "Link"), response.body), keep_millis);
    }
    return response;
}
