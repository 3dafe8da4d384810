/* A connector for The train service. */
#include "airlock.h"
#include "operations.h"

static const char SERVICE[] = "The train service";

/* Finds stations. */
static json *get_stations_operation(const airlock_call *call) {
    get_stations_args args = get_stations_args_of(call);
    json *query = json_object();
    json_set(query, "limit", json_integer(args.limit));
    if (args.has_country) json_set(query, "country", json_text(args.country));
    for (size_t i = 0; i < args.line.count; i++) json_set(query, "line[]", json_integer(args.line.items[i]));
    text tags_values = text_of("");
    for (size_t i = 0; i < args.tags.count; i++) {
        text value = args.tags.items[i];
        tags_values = text_format("%.*s%s%.*s", TEXT_ARGS(tags_values), i ? "," : "", TEXT_ARGS(value));
    }
    json_set(query, "tags", json_text(tags_values));
    json_set(query, "within", airlock_write_number(args.within));
    text near_values = text_of("");
    for (size_t i = 0; i < args.near.count; i++) {
        text value = json_write(airlock_write_number(args.near.items[i]));
        near_values = text_format("%.*s%s%.*s", TEXT_ARGS(near_values), i ? "," : "", TEXT_ARGS(value));
    }
    json_set(query, "near", json_text(near_values));
    json *headers = json_object();
    if (args.has_x_request_note) json_set(headers, "X-Request-Note", json_text(args.x_request_note));
    airlock_response response = airlock_send((airlock_request){
        .method = "GET",
        .url = airlock_url(text_of("https://eu.trains.example.com/v2/stations"), query),
        .headers = headers,
        .credential = "api_key",
    });
    return json_set(json_object(), "items", airlock_expect_json(response, SERVICE));
}

static json *get_station_operation(const airlock_call *call) {
    get_station_args args = get_station_args_of(call);
    airlock_response response = airlock_send((airlock_request){
        .method = "GET",
        .url = text_format("https://eu.trains.example.com/v2/stations/%lld", args.station_id),
        .credential = "api_key",
    });
    return (json *)airlock_expect_json(response, SERVICE);
}

static json *put_station_operation(const airlock_call *call) {
    put_station_args args = put_station_args_of(call);
    airlock_response response = airlock_send((airlock_request){
        .method = "PUT",
        .url = text_format("https://eu.trains.example.com/v2/stations/%lld", args.station_id),
        .body = json_get(call->args, "body"),
        .credential = "api_key",
    });
    airlock_expect(response, SERVICE);
    return json_object();
}

static json *delete_station_operation(const airlock_call *call) {
    delete_station_args args = delete_station_args_of(call);
    airlock_response response = airlock_send((airlock_request){
        .method = "DELETE",
        .url = text_format("https://eu.trains.example.com/v2/stations/%lld", args.station_id),
        .credential = "api_key",
    });
    airlock_expect(response, SERVICE);
    return json_object();
}

/* Adds a note. * / "Quoted" \ text */
static json *post_bookings_ref_note_txt_operation(const airlock_call *call) {
    text ref_segment = airlock_path_segment(call, "ref");
    json *headers = json_object();
    json_set(headers, "Idempotency-Key", json_text(call->idempotency_key));
    airlock_response response = airlock_send((airlock_request){
        .method = "POST",
        .url = text_format("https://eu.trains.example.com/v2/bookings/%.*s/note.txt", TEXT_ARGS(ref_segment)),
        .headers = headers,
        .body = json_get(call->args, "body"),
        .credential = "api_key",
    });
    return json_set(json_object(), "value", airlock_expect_json(response, SERVICE));
}

static json *get_loop_operation(const airlock_call *call) {
    (void)call;
    airlock_response response = airlock_send((airlock_request){
        .method = "GET",
        .url = text_of("https://eu.trains.example.com/v2/loop"),
        .credential = "api_key",
    });
    return (json *)airlock_expect_json(response, SERVICE);
}

AIRLOCK_CONNECTOR(
    {"get_stations", get_stations_operation},
    {"get_station", get_station_operation},
    {"put_station", put_station_operation},
    {"delete_station", delete_station_operation},
    {"post_bookings_ref_note_txt", post_bookings_ref_note_txt_operation},
    {"get_loop", get_loop_operation})
