/* A connector that looks up items. */
#include "airlock.h"

static const char SERVICE[] = "The item service";
static const char ITEMS[] = "https://api.example.com/v1/items/";

/* Copies a member of the service's answer into the output. */
static void pass_on(json *output, const char *name, const json *from, airlock_response response) {
    const json *value = json_get(from, name);
    if (!value) airlock_fail_unexpected(response, SERVICE);
    json_set(output, name, value);
}

static json *get_item(const airlock_call *call) {
    text id = airlock_path_segment(call, "id");
    airlock_response response = airlock_send((airlock_request){
        .url = text_format("%s%.*s", ITEMS, TEXT_ARGS(id)),
        .credential = "bearer",
    });
    const json *found = airlock_expect_json(response, SERVICE);
    json *item = json_object();
    pass_on(item, "id", found, response);
    pass_on(item, "title", found, response);
    airlock_info(text_format("item found: %.*s", TEXT_ARGS(id)));
    return json_set(json_object(), "item", item);
}

AIRLOCK_CONNECTOR({"get_item", get_item})
