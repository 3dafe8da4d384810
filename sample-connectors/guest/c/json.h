/*
 * JSON as a value, read and written.
 *
 * Numbers stay as they were written, so that none loses a digit. Strings carry
 * their length and may hold NUL. What is not valid Unicode is read with the
 * replacement character U+FFFD in its place.
 *
 * Values live until the connector ends: a connector answers one call.
 */
#ifndef AIRLOCK_JSON_H
#define AIRLOCK_JSON_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes in UTF-8, not ended by NUL. */
typedef struct {
    const char *bytes;
    size_t length;
} text;

/* A string literal or another string ended by NUL, as text. */
text text_of(const char *string);

bool text_equals(text a, text b);

/* Text put together as printf does, where %.*s ends at a NUL. */
text text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The arguments of "%.*s" for a text. */
#define TEXT_ARGS(t) (int)(t).length, (t).bytes

typedef enum { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT } json_kind;

typedef struct json json;

struct json {
    json_kind kind;
    bool boolean;  /* JSON_BOOL */
    text text;     /* JSON_TEXT: the characters; JSON_NUMBER: as it is written */
    text name;     /* the name of a member of an object */
    json *first;   /* JSON_LIST, JSON_OBJECT: the items in their order */
    json *last;
    json *next;    /* the next item of the list or object that holds this one */
};

/* The one value that a text holds, or NULL if the text is not JSON. */
json *json_parse(text document);

/* A member of an object, or NULL. Of several with one name, the last counts. */
const json *json_get(const json *object, const char *name);

/* Whether a value is a number without fraction and exponent. NULL is none. */
bool json_is_integer(const json *value);

/* New values. */
json *json_text(text value);
json *json_integer(long long value);
json *json_float(double value); /* null if it is infinite or no number */
json *json_bool(bool value);
json *json_list(void);
json *json_object(void);

/* Adds a copy of a value (NULL is null) to an object or a list. Both return it. */
json *json_set(json *object, const char *name, const json *value);
json *json_add(json *list, const json *value);

/* Adds copies of all members of an object, which may be NULL, to another, and returns that one. */
json *json_set_all(json *object, const json *members);

/* A value, written as JSON. */
text json_write(const json *value);

#endif
