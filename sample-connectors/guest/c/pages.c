#include <stdlib.h>

#include "airlock.h"
#include "host.h"

airlock_pages airlock_first_page(text first, int most) {
    return (airlock_pages){
        .position = first,
        .most = most > 1 ? most : 1,
        .pending = true,
        .seen = json_add(json_list(), json_text(first)),
    };
}

bool airlock_next_page(airlock_pages *pages) {
    if (airlock_failed() || !pages->pending || pages->count == pages->most) return false;
    pages->pending = false;
    pages->count++;
    return true;
}

void airlock_then(airlock_pages *pages, text position) {
    if (!position.length) return;
    pages->repeated = false;
    for (const json *one = pages->seen->first; one; one = one->next)
        if (text_equals(one->text, position)) pages->repeated = true;
    pages->pending = !pages->repeated;
    pages->position = position;
    json_add(pages->seen, json_text(position));
}

void airlock_then_number(airlock_pages *pages, bool more) {
    long long number = atoll(text_format("%.*s", TEXT_ARGS(pages->position)).bytes);
    if (more) airlock_then(pages, text_format("%lld", number + 1));
}

void airlock_add_page_errors(const airlock_pages *pages) {
    json *details = json_set(json_object(), "next", json_text(pages->position));
    if (pages->repeated)
        airlock_add_error(airlock_error(
            "external_api_error",
            text_of("The service leads back to a page that was there already, so the list may have more."), details));
    else if (pages->pending)
        airlock_add_error(airlock_error(
            "not_attempted", text_format("There are more pages than one call reads (%d).", pages->most), details));
}
