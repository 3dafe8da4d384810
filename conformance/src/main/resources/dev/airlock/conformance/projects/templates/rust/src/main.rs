//! A connector that looks up items.

use airlock::{object, Call, Error, Json, Output, Request};

const SERVICE: &str = "The item service";
const ITEMS: &str = "https://api.example.com/v1/items/";

airlock::connector! {
    "get_item" => get_item,
}

fn get_item(call: &Call) -> Result<Output, Error> {
    let id = call.args.path_segment("id")?;
    let response = Request::get(&format!("{ITEMS}{id}")).credential("bearer").send()?.check(SERVICE)?;
    let body = response.json().ok_or_else(|| response.unexpected(SERVICE))?;
    let member = |name| body.get(name).cloned().ok_or_else(|| response.unexpected(SERVICE));
    let item: Json = object([("id", member("id")?), ("title", member("title")?)]);
    airlock::info(&format!("item found: {id}"));
    Ok(object([("item", item)]).into())
}
