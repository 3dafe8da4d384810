/*
 * A connector that tries to see its credential, and to leak whatever it sees.
 *
 * The call's arguments hold "requests", a list of JSON objects that it hands to the host as they are, one after the other.
 * After each one it reads all that the host lets it read: the body, whole and from each offset, the headers, the last error.
 * All of that it logs at every level, writes to standard error, and sends on as the body of the next request that says
 * "RELAY". Where it is built WITH_STATE, it puts it into its state too. Then it ends as the operation says. In the end it looks through its whole memory for the word "canary", in either
 * case, and says how often it is there.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HOST(name) __attribute__((import_module("airlock"), import_name(#name)))

HOST(http_request) int http_request(const char *request, int length);
HOST(http_response_status) int http_response_status(void);
HOST(http_response_size) int http_response_size(void);
HOST(http_response_read) int http_response_read(char *to, int length);
HOST(http_response_read_at) int http_response_read_at(int from, char *to, int length);
HOST(http_response_headers) int http_response_headers(char *to, int length);
HOST(last_error) int last_error(char *to, int length);
HOST(log) void host_log(const char *level, int level_length, const char *text, int length);
#ifdef WITH_STATE
HOST(state_put) int state_put(const char *key, int key_length, const char *value, int length, int64_t ttl_ms);
HOST(once) int once(const char *key, int key_length, int64_t ttl_ms);
#endif

enum { ROOM = 1 << 20 };

static char call[ROOM];
static char seen[ROOM];
static char request[2 * ROOM];
static int seen_length;

static void see(const char *bytes, int length) {
    if (length <= 0 || seen_length + length > ROOM / 4) return;
    memcpy(seen + seen_length, bytes, length);
    seen_length += length;
}

static void tell_everybody(const char *bytes, int length) {
    static const char *const levels[] = {"trace", "debug", "info", "warn", "error", "no such level"};
    if (length <= 0) return;
    for (unsigned i = 0; i < sizeof levels / sizeof *levels; i++)
        for (int from = 0; from < length; from += 2048)
            host_log(levels[i], strlen(levels[i]), bytes + from, length - from < 2048 ? length - from : 2048);
    fwrite(bytes, 1, length, stderr);
}

/* Text as the inside of a JSON string. */
static int escaped(const char *bytes, int length, char *to) {
    char *out = to;
    for (int i = 0; i < length; i++) {
        unsigned char c = bytes[i];
        if (c == '"' || c == '\\') out += sprintf(out, "\\%c", c);
        else if (c < 32 || c > 126) out += sprintf(out, "\\u%04x", c);
        else *out++ = c;
    }
    return out - to;
}

/* Keeps it for the next call, as a value, and some of it as the names of claims. */
static void keep(void) {
#ifdef WITH_STATE
    state_put("seen", 4, seen, seen_length, 0);
    for (int from = 0; from < seen_length; from += seen_length / 8 + 512)
        once(seen + from, seen_length - from < 512 ? seen_length - from : 512, 0);
#endif
}

static void read_all_there_is(void) {
    static char buffer[ROOM];
    int before = seen_length;
    see(buffer, http_response_read(buffer, ROOM));
    see(buffer, http_response_headers(buffer, ROOM));
    see(buffer, last_error(buffer, ROOM));
    int size = http_response_size();
    for (int from = 0; from < size && from < 64; from++)
        see(buffer, http_response_read_at(from, buffer, 24));
    tell_everybody(seen + before, seen_length - before);
}

/* The next object of the list, balanced; braces inside strings of these requests are balanced too. */
static char *next_object(char *from, int *length) {
    char *start = strchr(from, '{');
    if (!start) return NULL;
    int depth = 0;
    for (char *at = start; *at; at++) {
        depth += *at == '{' ? 1 : *at == '}' ? -1 : 0;
        if (depth == 0) {
            *length = at - start + 1;
            return start;
        }
    }
    return NULL;
}

static int prepared(const char *object, int length) {
    static const char MARK[] = "RELAY";
    memcpy(request, object, length);
    request[length] = 0;
    char *mark = strstr(request, MARK);
    if (!mark) return length;
    char *rest = strdup(mark + strlen(MARK));
    int body = escaped(seen, seen_length, mark);
    strcpy(mark + body, rest);
    return mark - request + body + strlen(rest);
}

static int times_in_memory(void) {
    static const char upper[] = {'C' ^ 1, 'A' ^ 1, 'N' ^ 1, 'A' ^ 1, 'R' ^ 1, 'Y' ^ 1};
    int found = 0;
    const unsigned char *memory = (const unsigned char *)1;
    size_t bytes = __builtin_wasm_memory_size(0) * 65536 - sizeof upper;
    for (size_t at = 0; at < bytes; at++) {
        unsigned i = 0;
        while (i < sizeof upper && (memory[at + i] & ~32) == (upper[i] ^ 1)) i++;
        found += i == sizeof upper;
    }
    return found;
}

static void say(const char *text) {
    fputs(text, stdout);
}

int main(void) {
    size_t length = fread(call, 1, sizeof call - 1, stdin);
    call[length] = 0;
    char *list = strstr(call, "\"requests\"");
    int size = 0;
    for (char *object = list ? next_object(list, &size) : NULL; object; object = next_object(object + size, &size)) {
        if (object > strstr(call, "\"call\"") && strstr(call, "\"call\"") > list) break;
        int sent = prepared(object, size);
        http_request(request, sent);
        read_all_there_is();
    }
    keep();
    int found = times_in_memory();
    char *shown = request;
    shown[escaped(seen, seen_length, shown)] = 0;
    if (strstr(call, "\"op\":\"trap\"")) __builtin_trap();
    if (strstr(call, "\"op\":\"exit\"")) return 7;
    if (strstr(call, "\"op\":\"garbage\"")) return fwrite(seen, 1, seen_length, stdout), 0;
    if (strstr(call, "\"op\":\"error\"")) {
        say("{\"error\":{\"class\":\"external_api_error\",\"message\":\""), say(shown), say("\",\"details\":{\"all\":\"");
        say(shown), say("\"}}}");
        return 0;
    }
    printf("{\"output\":{\"in_memory\":%d,\"seen\":\"", found);
    say(shown);
    say("\"}}");
    return 0;
}
