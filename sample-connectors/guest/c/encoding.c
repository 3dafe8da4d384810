#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "airlock.h"
#include "host.h"

static char *room_for(size_t length) {
    char *bytes = malloc(length + 1);
    if (!bytes) abort();
    return bytes;
}

/* ---- URLs and forms ---- */

static bool is_unreserved(char c) {
    return c && strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~", c);
}

text airlock_escape(text value) {
    char *escaped = room_for(value.length * 3), *end = escaped;
    for (size_t i = 0; i < value.length; i++) {
        if (is_unreserved(value.bytes[i])) *end++ = value.bytes[i];
        else end += sprintf(end, "%%%02X", (unsigned char)value.bytes[i]);
    }
    return (text){escaped, (size_t)(end - escaped)};
}

/* ---- base64: the alphabet of RFC 4648, section 4, with its padding ---- */

static const char ALPHABET[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

text airlock_base64(text bytes) {
    size_t length = (bytes.length + 2) / 3 * 4;
    char *encoded = room_for(length), *end = encoded;
    for (size_t i = 0; i < bytes.length; i += 3) {
        size_t left = bytes.length - i;
        unsigned group = 0;
        for (size_t at = 0; at < 3; at++) group = group << 8 | (at < left ? (unsigned char)bytes.bytes[i + at] : 0);
        for (size_t at = 0; at < 4; at++) *end++ = at > left ? '=' : ALPHABET[group >> (18 - 6 * at) & 63];
    }
    return (text){encoded, length};
}

/* The value of a digit, or -1. */
static int digit_value(char digit) {
    const char *at = digit ? strchr(ALPHABET, digit) : NULL;
    return at ? (int)(at - ALPHABET) : -1;
}

text airlock_base64_decode(text encoded) {
    static const text NONE = {NULL, 0};
    size_t digits = encoded.length;
    while (digits && encoded.length - digits < 3 && encoded.bytes[digits - 1] == '=') digits--;
    if (encoded.length % 4 != 0 || encoded.length - digits > 2) return NONE;
    char *bytes = room_for(encoded.length / 4 * 3), *end = bytes;
    for (size_t i = 0; i < digits; i += 4) {
        size_t left = digits - i < 4 ? digits - i : 4;
        unsigned group = 0;
        for (size_t at = 0; at < 4; at++) {
            int value = at < left ? digit_value(encoded.bytes[i + at]) : 0;
            if (value < 0) return NONE;
            group = group << 6 | (unsigned)value;
        }
        for (size_t at = 0; at + 1 < left; at++) *end++ = (char)(group >> (16 - 8 * at));
    }
    return (text){bytes, (size_t)(end - bytes)};
}
