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
 * Compile airlock.c and json.c along with the connector: that makes a command,
 * which reads standard input and writes standard output. With
 * -mexec-model=reactor -DAIRLOCK_REACTOR the same source becomes a reactor,
 * whose functions the host calls. Host functions that a connector does not use are not imported, so
 * its manifest declares exactly what it needs.
 */
#ifndef AIRLOCK_H
#define AIRLOCK_H

#include "json.h"

/* ---- the call ---- */

typedef struct {
    text op;              /* the operation's name */
    const json *args;     /* its arguments, an object */
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

/* ---- arguments: a null counts as absent; failures have the class bad_input ---- */

/* A required string that is not empty. */
text airlock_text(const airlock_call *call, const char *name);

/* A string, or an empty one if the argument is absent. */
text airlock_optional_text(const airlock_call *call, const char *name);

/* A required integer as it was written, whatever its size. */
const json *airlock_integer(const airlock_call *call, const char *name);

/* An integer as it was written, or NULL if the argument is absent. */
const json *airlock_optional_integer(const airlock_call *call, const char *name);

/* A required list that is not empty. */
const json *airlock_list(const airlock_call *call, const char *name);

/* A required string, escaped as one segment of a URL path. */
text airlock_path_segment(const airlock_call *call, const char *name);

/* ---- failures ---- */

/*
 * Reports a failure, unless there is one already. The class is a claim: the host
 * compares it with the exchanges that it has seen. The message is for a person.
 * details is an object, or NULL.
 */
void airlock_fail(const char *failure_class, text message, const json *details);

/* Reports that an argument is not what it must be, for instance "positive". */
void airlock_fail_argument(const char *name, const char *must_be);

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
    const char *credential; /* the kind that the host adds; its value stays there */
} airlock_request;

/* The answer to a request, whatever its status. */
typedef struct {
    int status;
    text body;
} airlock_response;

/* Sends a request. Without an answer, the failure has the class network_error. */
airlock_response airlock_send(airlock_request request);

/*
 * The JSON body of a response with a status from 200 to 299. For any other
 * status and any other body, the failure has the class external_api_error and
 * says what the service answered.
 */
const json *airlock_expect_json(airlock_response response, const char *service);

/* Reports that the body is not what the service promises. */
void airlock_fail_unexpected(airlock_response response, const char *service);

/* ---- the host's log ---- */

void airlock_debug(text message);
void airlock_info(text message);
void airlock_warn(text message);

#endif
