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

/// Run them with `cargo test`. A fake host answers the connector's requests.
#[cfg(test)]
mod tests {
    use super::*;
    use airlock::fake::{Answer, FakeHost};

    #[test]
    fn finds_an_item() {
        let mut host = FakeHost::answering(|request| {
            assert_eq!(request.url, "https://api.example.com/v1/items/17");
            Ok(Answer::new(200, r#"{"id":"17","title":"A lamp"}"#))
        });

        let output = host.invoke(get_item, object([("id", "17".into())])).unwrap();

        assert_eq!(output.at(&["item", "title"]).and_then(Json::as_text), Some("A lamp"));
    }

    #[test]
    fn says_that_there_is_no_such_item() {
        let mut host = FakeHost::answering(|_| Ok(Answer::new(404, r#"{"message":"There is no such item."}"#)));

        let error = host.invoke(get_item, object([("id", "18".into())])).unwrap_err();

        assert_eq!((error.class.as_str(), error.status()), ("external_api_error", Some(404)));
    }
}
