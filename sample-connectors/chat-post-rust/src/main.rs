//! A connector that posts messages to a chat channel. Each message carries a
//! client message id made from the call's idempotency key, so the service drops
//! a message that it already has.

use airlock::{object, Call, Error, Json, Output, Request};

const SERVICE: &str = "The chat service";
const MESSAGES: &str = "https://chat.example.com/api/messages";
const CREDENTIAL: &str = "bearer";

airlock::connector! {
    "post_message" => post_message,
    "post_many" => post_many,
}

fn post_message(call: &Call) -> Result<Output, Error> {
    let channel = call.args.integer("channel_id")?;
    let text = call.args.text("text")?;
    let posted = post(&channel, text, &call.idempotency_key)?;
    airlock::info("messages posted: 1 of 1");
    Ok(posted.into())
}

/// Posts several messages in their order. A message that the service refuses
/// does not keep the others back; any other failure does.
fn post_many(call: &Call) -> Result<Output, Error> {
    let channel = call.args.integer("channel_id")?;
    let texts = texts(call.args.list("texts")?)?;
    let mut posted = Vec::new();
    let mut errors = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        match post(&channel, text, &format!("{}-{index}", call.idempotency_key)) {
            Ok(message) => posted.push(message),
            Err(error) => {
                let go_on = is_refusal(&error);
                errors.push(error.with("index", index.into()));
                if !go_on {
                    break;
                }
            }
        }
    }
    if posted.is_empty() {
        return Err(errors.pop().expect("a message that was not posted has an error"));
    }
    airlock::info(&format!("messages posted: {} of {}", posted.len(), texts.len()));
    errors.extend((posted.len() + errors.len()..texts.len()).map(not_attempted));
    Ok(Output { output: object([("posted", posted.into_iter().collect())]), errors })
}

fn is_refusal(error: &Error) -> bool {
    matches!(error.status(), Some(400..=428))
}

fn not_attempted(index: usize) -> Error {
    Error::new("not_attempted", "An earlier message failed in a way that would stop this one, too.")
        .with("index", index.into())
}

fn texts(items: &[Json]) -> Result<Vec<&str>, Error> {
    let texts: Option<Vec<&str>> = items.iter().map(|item| item.as_text().filter(|text| !text.is_empty())).collect();
    texts.ok_or_else(|| {
        Error::new("bad_input", "The argument \"texts\" must hold strings that are not empty.")
            .with("argument", "texts".into())
    })
}

fn post(channel: &Json, text: &str, client_message_id: &str) -> Result<Json, Error> {
    let message = object([
        ("channel_id", channel.clone()),
        ("text", text.into()),
        ("client_message_id", client_message_id.into()),
    ]);
    let response = Request::post_json(MESSAGES, &message).credential(CREDENTIAL).send()?.check(SERVICE)?;
    let body = response.json().ok_or_else(|| response.unexpected(SERVICE))?;
    let id = body.get("id").filter(|id| id.is_integer()).ok_or_else(|| response.unexpected(SERVICE))?;
    Ok(object([("message_id", id.clone()), ("channel_id", channel.clone())]))
}
