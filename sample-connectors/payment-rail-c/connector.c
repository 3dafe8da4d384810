/*
 * A connector for a payment rail that has no idempotency keys: it charges a
 * card and looks up a charge. A charge that is sent twice is made twice, and
 * the manifest says so.
 */
#include <ctype.h>

#include "airlock.h"

static const char SERVICE[] = "The payment rail";
static const char CHARGES[] = "https://payments.example.com/v1/charges";
static const char CREDENTIAL[] = "api_key";

static const json *positive_integer(const airlock_call *call, const char *name) {
    const json *value = airlock_integer(call, name);
    char first = value->text.bytes[0];
    if (first == '-' || first == '0') airlock_fail_argument(name, "positive");
    return value;
}

static text currency_of(const airlock_call *call) {
    text currency = airlock_text(call, "currency");
    bool valid = currency.length == 3;
    for (size_t i = 0; i < currency.length; i++)
        valid = valid && isupper((unsigned char)currency.bytes[i]);
    if (!valid) airlock_fail_argument("currency", "three capital letters, such as EUR");
    return currency;
}

/* Copies a member of the service's answer into the output. */
static void pass_on(json *output, const char *name, const json *charge, const char *member, airlock_response from) {
    const json *value = json_get(charge, member);
    if (!value) airlock_fail_unexpected(from, SERVICE);
    json_set(output, name, value);
}

static json *charge_in(airlock_response response) {
    const json *charge = airlock_expect_json(response, SERVICE);
    json *output = json_object();
    pass_on(output, "charge_id", charge, "id", response);
    pass_on(output, "status", charge, "status", response);
    pass_on(output, "amount_minor", charge, "amount", response);
    pass_on(output, "currency", charge, "currency", response);
    return output;
}

static json *charge_card(const airlock_call *call) {
    json *body = json_object();
    json_set(body, "card", json_text(airlock_text(call, "card_token")));
    json_set(body, "amount", positive_integer(call, "amount_minor"));
    json_set(body, "currency", json_text(currency_of(call)));
    text reference = airlock_optional_text(call, "reference");
    if (reference.length) json_set(body, "reference", json_text(reference));
    json *charge = charge_in(airlock_send((airlock_request){
        .method = "POST",
        .url = text_of(CHARGES),
        .body = body,
        .credential = CREDENTIAL,
    }));
    text id = json_write(json_get(charge, "charge_id"));
    airlock_info(text_format("charge made: %.*s", TEXT_ARGS(id)));
    return json_set(json_object(), "charge", charge);
}

static json *get_charge(const airlock_call *call) {
    text id = airlock_path_segment(call, "charge_id");
    json *charge = charge_in(airlock_send((airlock_request){
        .url = text_format("%s/%.*s", CHARGES, TEXT_ARGS(id)),
        .credential = CREDENTIAL,
    }));
    airlock_info(text_format("charge found: %.*s", TEXT_ARGS(id)));
    return json_set(json_object(), "charge", charge);
}

AIRLOCK_CONNECTOR(
    {"charge_card", charge_card},
    {"get_charge", get_charge})
