/*
 * What the files of this library share: the functions of the host's module
 * "airlock", and a few of the library's own. No connector needs them. Where a
 * connector is not built for WASI, its test defines the host's functions.
 */
#ifndef AIRLOCK_HOST_H
#define AIRLOCK_HOST_H

#include <stdint.h>

#include "json.h"

#ifdef __wasm__
#define HOST(function) __attribute__((import_module("airlock"), import_name(#function)))
#else
#define HOST(function)
#endif

HOST(log) void host_log(const char *level, size_t level_length, const char *message, size_t message_length);
HOST(http_request) int32_t host_http_request(const char *request, size_t length);
HOST(http_response_status) int32_t host_http_response_status(void);
HOST(http_response_size) int32_t host_http_response_size(void);
HOST(http_response_read) int32_t host_http_response_read(char *destination, size_t length);
HOST(http_response_headers) int32_t host_http_response_headers(char *destination, size_t length);
HOST(last_error) int32_t host_last_error(char *destination, size_t length);
HOST(state_get) int32_t host_state_get(const char *key, size_t key_length, char *destination, size_t length);
HOST(state_put)
int32_t host_state_put(const char *key, size_t key_length, const char *value, size_t length, int64_t keep_millis);
HOST(state_delete) int32_t host_state_delete(const char *key, size_t key_length);
HOST(once) int32_t host_once(const char *key, size_t key_length, int64_t keep_millis);

/* Whether a failure was reported. */
bool airlock_failed(void);

/* The text of a member, or an empty one. */
text airlock_member(const json *object, const char *name);

/* A text, escaped as one segment of a URL path or one value of a query. */
text airlock_escape(text value);

#endif
