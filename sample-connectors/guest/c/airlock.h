/*
 * The guest side of Airlock for connectors written in C.
 *
 * One call arrives, the connector talks to its service through the host, and
 * one answer leaves. This library reads the call, picks the operation and
 * writes the answer, so that a connector is a set of functions:
 *
 *     static json *greet(const airlock_call *call) {
 *         text name = airlock_text(call, "name");
 *         airlock_info(text_of("greeting somebody"));
 *         text greeting = text_format("Hello, %.*s", TEXT_ARGS(name));
 *         return json_set(json_object(), "greeting", json_text(greeting));
 *     }
 *
 *     AIRLOCK_CONNECTOR({"greet", greet})
 *
 * A function that finds a failure reports it and returns something harmless: an
 * empty text, an empty list, an object without members. The first failure is
 * the answer, and after it the library sends no request and logs nothing, so a
 * connector may go on as if all were well.
 *
 * Compile all .c files of this folder along with the connector: that makes a
 * command, which reads standard input and writes standard output. With
 * -mexec-model=reactor -DAIRLOCK_REACTOR the same source becomes a reactor,
 * whose functions the host calls. Host functions that a connector does not use
 * are not imported, so its manifest declares exactly what it needs.
 */
#ifndef AIRLOCK_H
#define AIRLOCK_H

#include "json.h"

/* ---- the call ---- */

typedef struct {
    text op;              /* the operation's name */
    const json *args;     /* its arguments, an object */
    const json *settings; /* the values of the manifest's settings, an object */
    text idempotency_key; /* the same for every attempt at one call */
    int attempt;          /* counts the attempts at this call, from 1 */
    /*
     * 256 fresh random bits in hexadecimal, in a reactor only. Random numbers of
     * a reactor whose state was captured when it was loaded are the same in each
     * call, unless they are made of it.
     */
    text seed;
} airlock_call;

/* Answers one kind of call with an object. */
typedef struct {
    const char *name;
    json *(*run)(const airlock_call *call);
} airlock_operation;

/* Says which operations the connector has; once, outside any function. */
#define AIRLOCK_CONNECTOR(...) \
    const airlock_operation airlock_operations[] = {__VA_ARGS__}; \
    const size_t airlock_operation_count = sizeof airlock_operations / sizeof *airlock_operations;

extern const airlock_operation airlock_operations[];
extern const size_t airlock_operation_count;

/*
 * ---- arguments: a null counts as absent; failures have the class bad_input ----
 *
 * The members of an object are read as arguments are:
 *
 *     airlock_call filter = {.args = airlock_object(call, "filter")};
 *     text state = airlock_text(&filter, "state");
 */

/* A required string that is not empty. */
text airlock_text(const airlock_call *call, const char *name);

/* A string, or an empty one if the argument is absent. */
text airlock_optional_text(const airlock_call *call, const char *name);

/* A required integer as it was written, whatever its size. */
const json *airlock_integer(const airlock_call *call, const char *name);

/* An integer as it was written, or NULL if the argument is absent. */
const json *airlock_optional_integer(const airlock_call *call, const char *name);

/* An integer to calculate with: required, or another one if the argument is absent. */
long long airlock_int(const airlock_call *call, const char *name);
long long airlock_optional_int(const airlock_call *call, const char *name, long long otherwise);

/* A number: required, or another one if the argument is absent. */
double airlock_float(const airlock_call *call, const char *name);
double airlock_optional_float(const airlock_call *call, const char *name, double otherwise);

/* A truth value: required, or another one if the argument is absent. */
bool airlock_bool(const airlock_call *call, const char *name);
bool airlock_optional_bool(const airlock_call *call, const char *name, bool otherwise);

/* The bytes of a required string in base64. */
text airlock_bytes(const airlock_call *call, const char *name);

/* A required list that is not empty; any list, or NULL if the argument is absent. */
const json *airlock_list(const airlock_call *call, const char *name);
const json *airlock_optional_list(const airlock_call *call, const char *name);

/* A required object; an object, or NULL if the argument is absent. */
const json *airlock_object(const airlock_call *call, const char *name);
const json *airlock_optional_object(const airlock_call *call, const char *name);

/* A required string, escaped as one segment of a URL path. */
text airlock_path_segment(const airlock_call *call, const char *name);

/*
 * ---- settings ----
 *
 * The host calls no connector whose settings have no value, or one of another
 * type than the manifest declares.
 */
text airlock_setting_text(const airlock_call *call, const char *name);
long long airlock_setting_int(const airlock_call *call, const char *name);
double airlock_setting_float(const airlock_call *call, const char *name);
bool airlock_setting_bool(const airlock_call *call, const char *name);

/* ---- failures ---- */

/*
 * Reports a failure, unless there is one already. The class is a claim: the host
 * compares it with the exchanges that it has seen. The message is for a person.
 * details is an object, or NULL.
 */
void airlock_fail(const char *failure_class, text message, const json *details);

/* Reports that an argument is not what it must be, for instance "positive". */
void airlock_fail_argument(const char *name, const char *must_be);

/*
 * ---- partial results ----
 *
 * An operation that did some of its work answers with an object, and with the
 * errors that it added. A failure that does not keep the rest back is taken, and
 * added as an error:
 *
 *     json *error = airlock_take_failure();
 *     if (error) airlock_add_error(airlock_with(error, "index", json_integer(i)));
 */

/* A new error. details is an object, or NULL. */
json *airlock_error(const char *error_class, text message, const json *details);

/* Adds one detail to an error, and returns it. */
json *airlock_with(json *error, const char *name, const json *value);

/* The failure, if there is one, which is then forgotten; else NULL. */
json *airlock_take_failure(void);

/* Adds an error to those of the result. */
void airlock_add_error(const json *error);

/* ---- HTTP ---- */

/*
 * One HTTP request. The host sends it if the manifest grants the URL's host; if
 * not, the call ends there. Members that are NULL or empty are left out.
 */
typedef struct {
    const char *method;     /* GET by default */
    text url;
    const json *headers;    /* an object of strings */
    const json *body;       /* sent as JSON, with its Content-Type */
    const json *form;       /* an object of values, sent as a form, with its Content-Type */
    text bytes;             /* sent as they are */
    const char *credential; /* the kind that the host adds; its value stays there */
    bool follow_redirects;  /* whether the host follows redirects, each checked like a request of its own */
} airlock_request;

/* The answer to a request, whatever its status. */
typedef struct {
    int status;
    text body;
    bool kept;  /* whether the body is what airlock_send_kept kept of an earlier answer */
    text url;   /* of the request */
    int number; /* of the request, from 1 */
    text links; /* what was kept of the header Link */
} airlock_response;

/*
 * A URL with these parameters at the end of its query: an object of texts,
 * numbers and truth values, of which those that are NULL, null or "" are left out.
 */
text airlock_url(text base, const json *parameters);

/* Sends a request. Without an answer, the failure has the class network_error. */
airlock_response airlock_send(airlock_request request);

/*
 * The body of a response with a status from 200 to 299. For any other status the
 * failure has the class external_api_error and says what the service answered.
 */
text airlock_expect(airlock_response response, const char *service);

/*
 * The JSON body of a response with a status from 200 to 299. For any other
 * status and any other body, the failure has the class external_api_error and
 * says what the service answered.
 */
const json *airlock_expect_json(airlock_response response, const char *service);

/* Reports that the body is not what the service promises. */
void airlock_fail_unexpected(airlock_response response, const char *service);

/* How an exchange failed. kind is, for instance, dns, reset or timeout. */
typedef struct {
    text kind, message;
} airlock_network_error;

/* What the host says about the last exchange of this call that failed; kind is empty if none did. */
airlock_network_error airlock_last_error(void);

/*
 * The value of a response's header, or an empty text. Its name is compared
 * without case; values of a header that was sent several times are joined with
 * commas. The host has the headers of the latest answer only: to read them after
 * a later request was sent is a failure.
 */
text airlock_header(airlock_response response, const char *name);

/*
 * The target of a link that the header Link has for a relation, such as "next"
 * (RFC 8288), or an empty text. A relative target is resolved against the
 * request's URL.
 */
text airlock_link(airlock_response response, const char *relation);

/* What a response says about how often the service may be asked. */
typedef struct {
    bool limited;        /* the request was not done: 429, or 403 with a time to wait */
    long long remaining; /* requests that are left, or -1 if nothing says so */
    long long wait;      /* seconds until the service may be asked again, or 0 */
} airlock_rate_limit;

/*
 * Reads Retry-After, RateLimit, and RateLimit-Remaining and -Reset with the
 * prefixes "", "X-" and the like, as the host does.
 */
airlock_rate_limit airlock_rate_limit_of(airlock_response response);

/* ---- pages ---- */

/*
 * The way through the pages of a list, whatever leads from one to the next: a
 * link, a cursor or a number. It ends after a number of pages, and when the
 * service leads back to a page that was there already.
 *
 *     airlock_pages pages = airlock_first_page(text_of(""), 10);
 *     while (airlock_next_page(&pages)) {
 *         ... ask for the page at pages.position ...
 *         airlock_then(&pages, next_cursor);
 *     }
 *     airlock_add_page_errors(&pages);
 */
typedef struct {
    text position; /* where the page is */
    int most, count;
    bool pending, repeated;
    json *seen;
} airlock_pages;

/* The way from a first page: its URL, its cursor (often "") or its number. At most so many are given, at least one. */
airlock_pages airlock_first_page(text first, int most);

/* Goes to the next page, if there is one, it may still be read and nothing failed. */
bool airlock_next_page(airlock_pages *pages);

/* Says where the following page is; an empty text says that there is none. */
void airlock_then(airlock_pages *pages, text position);

/* Says whether a page follows whose number is one more. */
void airlock_then_number(airlock_pages *pages, bool more);

/* Adds an error to the result if pages are missing. */
void airlock_add_page_errors(const airlock_pages *pages);

/* ---- state: what the connector keeps between calls, under keys of 1 to 512 bytes ---- */

/* Whether there is a value. */
bool airlock_state_get(text key, text *value);

/* Keeps a value for so many milliseconds; 0 is for ever. One beyond the limit "state" ends the call. */
void airlock_state_put(text key, text value, long long keep_millis);

/* Removes a value, if it is there. */
void airlock_state_delete(text key);

/* Whether something that must not happen twice happened before. */
typedef enum {
    AIRLOCK_NEW,     /* this call claims it now, and it is done when the call succeeds */
    AIRLOCK_DONE,    /* an earlier call did it */
    AIRLOCK_IN_DOUBT /* an earlier call may have done it: ask the service */
} airlock_claim;

/* Claims something that must not happen twice, such as one payment, for so many milliseconds; 0 is for ever. */
airlock_claim airlock_once(text key, long long keep_millis);

/* The size of the largest body that airlock_send_kept keeps, in bytes. */
#define AIRLOCK_KEPT_MOST (256 * 1024)

/*
 * Sends a request that reads something, and keeps the answer in the connector's
 * state with the ETag that the service gave it. The next time it asks with
 * If-None-Match; if nothing changed (304), the answer is the kept one with status
 * 200, and its header Link. The key names what is asked for, its parameters
 * included; nothing is kept under one of more than 512 bytes.
 */
airlock_response airlock_send_kept(airlock_request request, text key, long long keep_millis);

/* ---- base64 ---- */

text airlock_base64(text bytes);

/* The bytes of a text in base64; their pointer is NULL if it is none. */
text airlock_base64_decode(text encoded);

/* ---- the host's log ---- */

void airlock_trace(text message);
void airlock_debug(text message);
void airlock_info(text message);
void airlock_warn(text message);
void airlock_log_error(text message);

#endif
