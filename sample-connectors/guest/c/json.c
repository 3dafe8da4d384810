#include "json.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How deeply lists and objects may be nested in a text that is read. */
#define MAX_DEPTH 512

static const char REPLACEMENT[] = "\xef\xbf\xbd";

static void *allocate(size_t size) {
    void *memory = calloc(1, size);
    if (!memory) abort();
    return memory;
}

/* ---- text ---- */

text text_of(const char *string) {
    return (text){string, strlen(string)};
}

bool text_equals(text a, text b) {
    return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

text text_format(const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length < 0) abort();
    char *bytes = allocate((size_t)length + 1);
    vsnprintf(bytes, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    return (text){bytes, (size_t)length};
}

typedef struct {
    char *bytes;
    size_t length, capacity;
} buffer;

static void append(buffer *out, const char *bytes, size_t length) {
    if (length > out->capacity - out->length) {
        size_t capacity = (out->length + length) * 2;
        char *grown = realloc(out->bytes, capacity);
        if (!grown) abort();
        out->bytes = grown;
        out->capacity = capacity;
    }
    if (length) memcpy(out->bytes + out->length, bytes, length);
    out->length += length;
}

static void append_text(buffer *out, text t) {
    append(out, t.bytes, t.length);
}

/* ---- values ---- */

static json *value_of_kind(json_kind kind) {
    json *value = allocate(sizeof *value);
    value->kind = kind;
    return value;
}

json *json_text(text t) {
    json *value = value_of_kind(JSON_TEXT);
    value->text = t;
    return value;
}

json *json_integer(long long number) {
    json *value = value_of_kind(JSON_NUMBER);
    value->text = text_format("%lld", number);
    return value;
}

/* With as few digits as give the same number when they are read. */
json *json_float(double number) {
    if (number - number != 0) return value_of_kind(JSON_NULL);
    json *value = value_of_kind(JSON_NUMBER);
    for (int digits = 15; digits <= 17; digits++) {
        value->text = text_format("%.*g", digits, number);
        if (strtod(value->text.bytes, NULL) == number) break;
    }
    return value;
}

json *json_bool(bool boolean) {
    json *value = value_of_kind(JSON_BOOL);
    value->boolean = boolean;
    return value;
}

json *json_list(void) {
    return value_of_kind(JSON_LIST);
}

json *json_object(void) {
    return value_of_kind(JSON_OBJECT);
}

static void attach(json *container, json *item) {
    if (container->last) container->last->next = item;
    else container->first = item;
    container->last = item;
}

static json *attach_copy(json *container, text name, const json *value) {
    json *copy = allocate(sizeof *copy);
    if (value) *copy = *value;
    copy->name = name;
    copy->next = NULL;
    attach(container, copy);
    return container;
}

json *json_set(json *object, const char *name, const json *value) {
    return attach_copy(object, text_of(name), value);
}

json *json_set_all(json *object, const json *members) {
    for (const json *member = members ? members->first : NULL; member; member = member->next)
        attach_copy(object, member->name, member);
    return object;
}

json *json_add(json *list, const json *value) {
    return attach_copy(list, (text){0}, value);
}

const json *json_get(const json *object, const char *name) {
    const json *found = NULL;
    if (!object || object->kind != JSON_OBJECT) return NULL;
    for (const json *member = object->first; member; member = member->next)
        if (text_equals(member->name, text_of(name))) found = member;
    return found;
}

bool json_is_integer(const json *value) {
    if (!value || value->kind != JSON_NUMBER) return false;
    for (size_t i = 0; i < value->text.length; i++)
        if (strchr(".eE", value->text.bytes[i])) return false;
    return true;
}

/* ---- writing ---- */

static void write_text(buffer *out, text t) {
    append(out, "\"", 1);
    size_t plain = 0;
    for (size_t i = 0; i < t.length; i++) {
        unsigned char byte = (unsigned char)t.bytes[i];
        if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
        append(out, t.bytes + plain, i - plain);
        plain = i + 1;
        char escape[7] = {'\\', (char)byte};
        if (byte < 0x20) snprintf(escape, sizeof escape, "\\u%04x", byte);
        append(out, escape, strlen(escape));
    }
    append(out, t.bytes + plain, t.length - plain);
    append(out, "\"", 1);
}

static void write_value(buffer *out, const json *value);

static void write_items(buffer *out, const json *container, const char *open, const char *close) {
    append(out, open, 1);
    for (const json *item = container->first; item; item = item->next) {
        if (item != container->first) append(out, ",", 1);
        if (container->kind == JSON_OBJECT) {
            write_text(out, item->name);
            append(out, ":", 1);
        }
        write_value(out, item);
    }
    append(out, close, 1);
}

static void write_value(buffer *out, const json *value) {
    switch (value ? value->kind : JSON_NULL) {
        case JSON_NULL: append(out, "null", 4); break;
        case JSON_BOOL: append_text(out, text_of(value->boolean ? "true" : "false")); break;
        case JSON_NUMBER: append_text(out, value->text); break;
        case JSON_TEXT: write_text(out, value->text); break;
        case JSON_LIST: write_items(out, value, "[", "]"); break;
        case JSON_OBJECT: write_items(out, value, "{", "}"); break;
    }
}

text json_write(const json *value) {
    buffer out = {0};
    write_value(&out, value);
    return (text){out.bytes, out.length};
}

/* ---- reading ---- */

typedef struct {
    const char *at, *end;
    int depth;
} reader;

static json *read_value(reader *in);

static int peek(const reader *in) {
    return in->at < in->end ? (unsigned char)*in->at : -1;
}

static bool accept(reader *in, char expected) {
    if (peek(in) != (unsigned char)expected) return false;
    in->at++;
    return true;
}

static void skip_space(reader *in) {
    while (accept(in, ' ') || accept(in, '\t') || accept(in, '\r') || accept(in, '\n')) continue;
}

static json *read_word(reader *in, const char *word, json_kind kind) {
    size_t length = strlen(word);
    if ((size_t)(in->end - in->at) < length || memcmp(in->at, word, length) != 0) return NULL;
    in->at += length;
    json *value = value_of_kind(kind);
    value->boolean = *word == 't';
    return value;
}

static bool read_digits(reader *in) {
    const char *start = in->at;
    while (peek(in) >= '0' && peek(in) <= '9') in->at++;
    return in->at > start;
}

static json *read_number(reader *in) {
    const char *start = in->at;
    accept(in, '-');
    if (!accept(in, '0') && !read_digits(in)) return NULL;
    if (accept(in, '.') && !read_digits(in)) return NULL;
    if (accept(in, 'e') || accept(in, 'E')) {
        if (!accept(in, '+')) accept(in, '-');
        if (!read_digits(in)) return NULL;
    }
    json *value = value_of_kind(JSON_NUMBER);
    value->text = (text){start, (size_t)(in->at - start)};
    return value;
}

static void append_code_point(buffer *out, unsigned code) {
    char bytes[4];
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char marks[] = {0, 0x00, 0xc0, 0xe0, 0xf0};
    for (size_t i = length - 1; i > 0; i--, code >>= 6) bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(marks[length] | code);
    append(out, bytes, length);
}

/* The value of four hexadecimal digits, or -1. */
static int read_hex(reader *in) {
    int code = 0;
    for (int i = 0; i < 4; i++) {
        int digit = peek(in);
        if (digit >= '0' && digit <= '9') code = code * 16 + digit - '0';
        else if (digit >= 'a' && digit <= 'f') code = code * 16 + digit - 'a' + 10;
        else if (digit >= 'A' && digit <= 'F') code = code * 16 + digit - 'A' + 10;
        else return -1;
        in->at++;
    }
    return code;
}

/* Reads what follows \u: four digits, or a pair of surrogates. */
static bool read_unicode(reader *in, buffer *out) {
    int high = read_hex(in);
    if (high < 0) return false;
    if (high < 0xd800 || high > 0xdfff) {
        append_code_point(out, (unsigned)high);
        return true;
    }
    reader ahead = *in;
    if (high < 0xdc00 && accept(&ahead, '\\') && accept(&ahead, 'u')) {
        int low = read_hex(&ahead);
        if (low >= 0xdc00 && low <= 0xdfff) {
            append_code_point(out, 0x10000u + ((unsigned)(high - 0xd800) << 10) + (unsigned)(low - 0xdc00));
            *in = ahead;
            return true;
        }
    }
    append(out, REPLACEMENT, 3);
    return true;
}

static bool read_escape(reader *in, buffer *out) {
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (accept(in, 'u')) return read_unicode(in, out);
    const char *name = peek(in) > 0 ? strchr(names, peek(in)) : NULL;
    if (!name) return false;
    in->at++;
    append(out, meanings + (name - names), 1);
    return true;
}

/* How many bytes the UTF-8 sequence at this place has, or 0 if it is not valid. */
static size_t sequence_length(const reader *in) {
    const unsigned char *s = (const unsigned char *)in->at;
    size_t left = (size_t)(in->end - in->at);
    size_t length = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;
    if (length > left) return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool surrogate = s[0] == 0xed && s[1] > 0x9f;
    bool too_large = s[0] == 0xf4 && s[1] > 0x8f;
    return overlong || surrogate || too_large ? 0 : length;
}

static bool read_text(reader *in, text *result) {
    buffer out = {0};
    if (!accept(in, '"')) return false;
    while (!accept(in, '"')) {
        if (peek(in) < 0x20) return false;
        if (accept(in, '\\')) {
            if (!read_escape(in, &out)) return false;
            continue;
        }
        size_t length = sequence_length(in);
        if (length) append(&out, in->at, length);
        else append(&out, REPLACEMENT, 3);
        in->at += length ? length : 1;
    }
    *result = (text){out.bytes ? out.bytes : "", out.length};
    return true;
}

static json *read_string(reader *in) {
    json *value = value_of_kind(JSON_TEXT);
    return read_text(in, &value->text) ? value : NULL;
}

/* Passes the comma before the next item, if there is a next item. */
static bool more(reader *in, const json *container, char end, bool *valid) {
    skip_space(in);
    if (accept(in, end)) return false;
    *valid = !container->first || accept(in, ',');
    return *valid;
}

static bool read_name(reader *in, text *name) {
    skip_space(in);
    if (!read_text(in, name)) return false;
    skip_space(in);
    return accept(in, ':');
}

static json *read_items(reader *in, json *container, char end) {
    bool valid = true;
    in->at++;
    while (more(in, container, end, &valid)) {
        text name = {0};
        if (container->kind == JSON_OBJECT && !read_name(in, &name)) return NULL;
        json *item = read_value(in);
        if (!item) return NULL;
        item->name = name;
        attach(container, item);
    }
    return valid ? container : NULL;
}

static json *read_nested(reader *in, json_kind kind, char end) {
    if (in->depth == MAX_DEPTH) return NULL;
    in->depth++;
    json *value = read_items(in, value_of_kind(kind), end);
    in->depth--;
    return value;
}

static json *read_value(reader *in) {
    skip_space(in);
    switch (peek(in)) {
        case '{': return read_nested(in, JSON_OBJECT, '}');
        case '[': return read_nested(in, JSON_LIST, ']');
        case '"': return read_string(in);
        case 't': return read_word(in, "true", JSON_BOOL);
        case 'f': return read_word(in, "false", JSON_BOOL);
        case 'n': return read_word(in, "null", JSON_NULL);
        default: return read_number(in);
    }
}

json *json_parse(text document) {
    reader in = {document.bytes, document.bytes + document.length, 0};
    json *value = read_value(&in);
    skip_space(&in);
    return in.at == in.end ? value : NULL;
}
