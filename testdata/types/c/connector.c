/* A connector that returns its typed arguments as its typed result. */
#include "operations.h"

static echo_result_user user(echo_args_user from) {
    return (echo_result_user){
        .id = from.id,
        .name = from.name,
        .boss = from.boss,
        .has_address = from.has_address,
        .address = {.has_city = from.address.has_city, .city = from.address.city},
    };
}

static echo_result_user_list users(echo_args_user_list from) {
    echo_result_user_list to = {.items = calloc(from.count + 1, sizeof *to.items), .count = from.count};
    if (!to.items) abort();
    for (size_t i = 0; i < from.count; i++) to.items[i] = user(from.items[i]);
    return to;
}

static json *echo(const airlock_call *call) {
    echo_args args = echo_args_of(call);
    return echo_result_json((echo_result){
        .text = args.text,
        .count = args.count,
        .share = args.share,
        .sure = args.sure,
        .has_state = args.has_state,
        .state = args.state,
        .has_maybe_count = args.has_maybe_count,
        .maybe_count = args.maybe_count,
        .has_maybe_share = args.has_maybe_share,
        .maybe_share = args.maybe_share,
        .has_maybe_sure = args.has_maybe_sure,
        .maybe_sure = args.maybe_sure,
        .tags = args.tags,
        .has_rows = args.has_rows,
        .rows = args.rows,
        .labels = args.labels,
        .owner = user(args.owner),
        .has_reviewer = args.has_reviewer,
        .reviewer = user(args.reviewer),
        .has_people = args.has_people,
        .people = users(args.people),
        .anything = args.anything,
        .either = args.either,
        .has_gone = args.has_gone,
        .gone = args.gone,
        .has_type = args.has_type,
        .type = args.type,
        .has_type_2 = args.has_type_2,
        .type_2 = args.type_2,
    });
}

AIRLOCK_CONNECTOR({"echo", echo})
