#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "airlock.h"
#include "host.h"

/* ---- parts of a value ---- */

static bool is_one_of(const char *characters, char c) {
    return c && strchr(characters, c);
}

static text part(text t, size_t from, size_t to) {
    return (text){t.bytes + from, to - from};
}

static text trimmed(text t, const char *any_of) {
    while (t.length && is_one_of(any_of, t.bytes[0])) t = part(t, 1, t.length);
    while (t.length && is_one_of(any_of, t.bytes[t.length - 1])) t.length--;
    return t;
}

static bool is_word(text t, const char *word) {
    return t.length == strlen(word) && strncasecmp(t.bytes, word, t.length) == 0;
}

/* The place of one of these characters at or behind a place, or the length. */
static size_t find(text t, size_t from, const char *any_of) {
    while (from < t.length && !is_one_of(any_of, t.bytes[from])) from++;
    return from;
}

/*
 * Takes the next part off a value, up to a separator that stands neither in
 * quotation marks nor in angle brackets. Returns false if nothing is left.
 */
static bool next_part(text *rest, char separator, text *found) {
    bool quoted = false, bracketed = false;
    size_t i = 0;
    if (!rest->bytes) return false;
    for (; i < rest->length; i++) {
        char c = rest->bytes[i];
        if (quoted && c == '\\') i++;
        else if (c == '"' && !bracketed) quoted = !quoted;
        else if (!quoted && (c == '<' || c == '>')) bracketed = c == '<';
        else if (!quoted && !bracketed && c == separator) break;
    }
    if (i >= rest->length) {
        *found = *rest;
        rest->bytes = NULL;
        return true;
    }
    *found = part(*rest, 0, i);
    *rest = part(*rest, i + 1, rest->length);
    return true;
}

/* Takes a parameter apart. */
static text value_of(text parameter, text *name) {
    size_t equals = find(parameter, 0, "=");
    *name = trimmed(part(parameter, 0, equals), " \t");
    return trimmed(part(parameter, equals < parameter.length ? equals + 1 : equals, parameter.length), " \t");
}

/* ---- links ---- */

static bool has_relation(text relations, const char *relation) {
    relations = trimmed(relations, "\" \t");
    for (size_t from = 0; from < relations.length;) {
        size_t to = find(relations, from, " \t");
        if (is_word(part(relations, from, to), relation)) return true;
        from = to + 1;
    }
    return false;
}

/* A link's target if it has the relation, else an empty text. A link with an anchor is about something else. */
static text target_of(text link, const char *relation) {
    text target, parameter, name, relations = {NULL, 0};
    next_part(&link, ';', &target);
    target = trimmed(target, " \t");
    if (target.length < 2 || target.bytes[0] != '<' || target.bytes[target.length - 1] != '>') return text_of("");
    while (next_part(&link, ';', &parameter)) {
        text value = value_of(parameter, &name);
        if (is_word(name, "anchor")) return text_of("");
        if (is_word(name, "rel") && !relations.bytes) relations = value;
    }
    return relations.bytes && has_relation(relations, relation) ? part(target, 1, target.length - 1) : text_of("");
}

static bool has_scheme(text target) {
    size_t end = find(target, 0, ":/?#");
    return end > 0 && end < target.length && target.bytes[end] == ':';
}

/* How much of a URL stands before a target that is relative to it. Dot segments stay. */
static size_t kept_of(text base, text target) {
    size_t scheme = find(base, 0, ":") + 1;
    size_t path = find(base, scheme + 2 < base.length ? scheme + 2 : base.length, "/?#");
    size_t query = find(base, path, "?#");
    char first = target.bytes[0];
    if (has_scheme(target)) return 0;
    if (first == '#') return find(base, query, "#");
    if (first == '?') return query;
    if (first == '/') return target.length > 1 && target.bytes[1] == '/' ? scheme : path;
    while (query > path && base.bytes[query - 1] != '/') query--;
    return query;
}

static text resolved(text base, text target) {
    text kept = part(base, 0, kept_of(base, target));
    size_t slashes = 0;
    for (size_t i = 0; i < kept.length; i++) slashes += kept.bytes[i] == '/';
    bool needs_slash = slashes == 2 && !has_scheme(target) && !is_one_of("/?#", target.bytes[0]);
    return text_format("%.*s%s%.*s", TEXT_ARGS(kept), needs_slash ? "/" : "", TEXT_ARGS(target));
}

text airlock_link(airlock_response response, const char *relation) {
    text links = response.kept ? response.links : airlock_header(response, "Link"), link;
    while (next_part(&links, ',', &link)) {
        text target = target_of(link, relation);
        if (target.length) return resolved(response.url, target);
    }
    return text_of("");
}

/* ---- rate limits ---- */

/*
 * A number from this one on is a moment and no time to wait, in seconds since
 * 1970; from the next one on, in milliseconds. A wait beyond the third one, 31
 * days in seconds, is not believed.
 */
#define FIRST_MOMENT 1000000000LL
#define FIRST_MOMENT_IN_MILLIS 1000000000000LL
#define LONGEST_WAIT (31LL * 24 * 60 * 60)

/* Reads a number's digits before the point. */
static bool leading_int(text value, long long *number) {
    value = trimmed(value, " \t");
    value = part(value, 0, find(value, 0, "."));
    size_t digits = value.length - (value.length && value.bytes[0] == '-');
    if (digits < 1 || value.length > 18) return false;
    for (size_t i = value.length - digits; i < value.length; i++)
        if (value.bytes[i] < '0' || value.bytes[i] > '9') return false;
    *number = strtoll(text_format("%.*s", TEXT_ARGS(value)).bytes, NULL, 10);
    return true;
}

/* The days from 1970 to a day of the Gregorian calendar, with years that begin in March. */
static long long days(long long year, long long month, long long day) {
    if (month <= 2) year--;
    return year * 365 + year / 4 - year / 100 + year / 400 + (153 * ((month + 9) % 12) + 2) / 5 + day - 719469;
}

/* Reads a date as HTTP writes it (RFC 9110, 5.6.7), as seconds since 1970: "Sun, 06 Nov 1994 08:49:37 GMT". */
static bool moment(text date, long long *seconds) {
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    static const size_t at[] = {5, 12, 17, 20, 23}, length[] = {2, 4, 2, 2, 2};
    long long number[5];
    date = trimmed(date, " \t");
    if (date.length != 29 || !is_word(part(date, 25, 29), " GMT")) return false;
    for (int i = 0; i < 5; i++)
        if (!leading_int(part(date, at[i], at[i] + length[i]), &number[i])) return false;
    const char *month = strstr(months, text_format("%.3s", date.bytes + 8).bytes);
    if (!month || (month - months) % 3 != 0) return false;
    long long day = days(number[1], (month - months) / 3 + 1, number[0]);
    *seconds = ((day * 24 + number[2]) * 60 + number[3]) * 60 + number[4];
    return true;
}

/* The time at the service if it says so, otherwise that of this clock, in seconds since 1970. */
static long long now_at(airlock_response response) {
    long long there;
    return moment(airlock_header(response, "Date"), &there) ? there : (long long)time(NULL);
}

/*
 * The seconds to a moment, rounded up, or 0. It may be written as seconds to go,
 * as seconds or milliseconds since 1970, or as a date.
 */
static long long until(airlock_response response, text value) {
    long long number;
    if (leading_int(value, &number)) {
        if (number >= FIRST_MOMENT_IN_MILLIS) number = (number + 999) / 1000 - now_at(response);
        else if (number >= FIRST_MOMENT) number -= now_at(response);
        else if (find(value, 0, ".") < value.length) number++;
    } else if (moment(value, &number)) number -= now_at(response);
    else return 0;
    return number > 0 ? number : 0;
}

/* Reads the list of policies in RateLimit: the least r, and the longest t of those of which nothing remains. */
static void read_policies(text policies, airlock_rate_limit *limit) {
    text policy, parameter, name;
    while (next_part(&policies, ',', &policy)) {
        long long left = -1, wait = 0, number;
        while (next_part(&policy, ';', &parameter)) {
            if (!leading_int(value_of(parameter, &name), &number)) continue;
            if (text_equals(name, text_of("r"))) left = number;
            if (text_equals(name, text_of("t"))) wait = number;
        }
        if (left >= 0 && (limit->remaining < 0 || left < limit->remaining)) limit->remaining = left;
        if (left == 0 && wait > limit->wait) limit->wait = wait;
    }
}

static text prefixed(airlock_response response, const char *prefix, const char *name) {
    return airlock_header(response, text_format("%s%s", prefix, name).bytes);
}

airlock_rate_limit airlock_rate_limit_of(airlock_response response) {
    static const char *const prefixes[] = {"RateLimit-", "X-RateLimit-", "X-Rate-Limit-"};
    airlock_rate_limit limit = {.remaining = -1};
    read_policies(airlock_header(response, "RateLimit"), &limit);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        long long left = 0;
        bool said = leading_int(prefixed(response, prefixes[i], "Remaining"), &left);
        if (said && limit.remaining < 0) limit.remaining = left > 0 ? left : 0;
        if (!limit.wait && (said ? left <= 0 : response.status == 429))
            limit.wait = until(response, prefixed(response, prefixes[i], "Reset"));
    }
    long long after = until(response, airlock_header(response, "Retry-After"));
    if (after) limit.wait = after;
    if (limit.wait > LONGEST_WAIT) limit.wait = 0;
    limit.limited = response.status == 429 || (response.status == 403 && limit.wait);
    return limit;
}
