//! A connector that uses all of the guest library.

use airlock::state::{self, Claim};
use airlock::{object, Args, Call, Error, Json, Output, Pages, Params, Request};
use std::time::Duration;

const SERVICE: &str = "The service";
const ROOT: &str = "https://api.example.com/";
const FOR_EVER: Duration = Duration::ZERO;
const MINUTE: Duration = Duration::from_secs(60);

airlock::connector! {
    "arguments" => arguments,
    "settings" => settings,
    "search" => search,
    "bodies" => bodies,
    "pages" => pages,
    "kept" => kept,
    "rate_limit" => rate_limit,
    "parts" => parts,
    "last_error" => last_error,
    "notes" => notes,
}

fn arguments(call: &Call) -> Result<Output, Error> {
    let flag = call.args.boolean("flag")?;
    let number = call.args.float("number")?;
    let count = call.args.int("count")?;
    let list = call.args.list("list")?;
    let within = call.args.object("object")?;
    let inner = within.text("inner")?;
    let bytes = call.args.bytes("bytes")?;
    Ok(object([
        ("flag", flag.into()),
        ("half", (number / 2.0).into()),
        ("next", (count + 1).into()),
        ("items", list.len().into()),
        ("inner", inner.into()),
        ("size", bytes.len().into()),
        ("others", optional_arguments(&call.args)?),
    ])
    .into())
}

fn optional_arguments(args: &Args) -> Result<Json, Error> {
    let flag = args.optional_boolean("other_flag")?.unwrap_or(true);
    let number = args.optional_float("other_number")?.unwrap_or(1.5);
    let count = args.optional_int("other_count")?.unwrap_or(7);
    let list = args.optional_list("other_list")?.unwrap_or_default();
    let within = args.optional_object("other_object")?;
    let digits = args.optional_integer("digits")?.unwrap_or(Json::Null);
    let others = vec![flag.into(), number.into(), count.into(), list.len().into(), within.is_some().into(), digits];
    Ok(Json::List(others))
}

fn settings(call: &Call) -> Result<Output, Error> {
    let site = call.settings.text("site")?;
    let pages = call.settings.int("pages")?;
    let share = call.settings.float("share")?;
    let strict = call.settings.boolean("strict")?;
    let members = [("site", site.into()), ("pages", pages.into()), ("share", share.into()), ("strict", strict.into())];
    Ok(object(members).into())
}

fn search(call: &Call) -> Result<Output, Error> {
    let words = call.args.text("words")?;
    let sort = call.args.optional_text("sort")?;
    let query = Params::new().add("q", words).add_optional("sort", sort).add("tag", "a&b").add("tag", "c");
    Ok(fetch(Request::get(&query.on(&format!("{ROOT}search?v=1"))))?.into())
}

fn bodies(call: &Call) -> Result<Output, Error> {
    let bytes = call.args.bytes("bytes")?;
    let things = format!("{ROOT}things");
    let name = object([("name", "Größe".into())]);
    fetch(Request::new("POST", &things).json(&name).credential("bearer"))?;
    let form = Params::new().add("name", "A lamp & more").add("n", "1");
    fetch(Request::new("POST", &things).form(&form).header("X-Kind", "form"))?;
    fetch(Request::new("PUT", &things).binary("application/octet-stream", bytes))?;
    let response = Request::get(&format!("{ROOT}old")).follow_redirects().send()?.check(SERVICE)?;
    Ok(object([("bytes", airlock::base64::encode(&response.body).into())]).into())
}

fn pages(call: &Call) -> Result<Output, Error> {
    let by = call.args.text("by")?;
    let link = format!("{ROOT}link");
    let mut pages = Pages::new(
        if by == "link" {
            &link
        } else if by == "cursor" {
            ""
        } else {
            "1"
        },
        3,
    );
    let mut items = Vec::new();
    while let Some(position) = pages.next_page() {
        let url = match by {
            "link" => position,
            _ => Params::new().add_optional("at", Some(&position)).on(&format!("{ROOT}{by}")),
        };
        let response = Request::get(&url).send()?.check(SERVICE)?;
        let body = response.json().ok_or_else(|| response.unexpected(SERVICE))?;
        items.extend_from_slice(body.get("items").and_then(Json::as_list).unwrap_or_default());
        match by {
            "link" => pages.then(response.link("next").as_deref()),
            "cursor" => pages.then(body.get("next").and_then(Json::as_text)),
            _ => pages.then_number(body.get("more").and_then(Json::as_bool).unwrap_or(false)),
        }
    }
    Ok(Output { output: object([("items", Json::List(items))]), errors: pages.errors() })
}

fn kept(_: &Call) -> Result<Output, Error> {
    let day = Duration::from_secs(24 * 60 * 60);
    let response = Request::get(&format!("{ROOT}report")).send_kept("report", day)?.check(SERVICE)?;
    let next = response.link("next").unwrap_or_default();
    let tag = response.header("ETag").unwrap_or_default();
    let text = String::from_utf8_lossy(&response.body).into_owned();
    let members = [("text", text.into()), ("kept", response.kept.into()), ("next", next.into()), ("tag", tag.into())];
    Ok(object(members).into())
}

fn rate_limit(call: &Call) -> Result<Output, Error> {
    let name = call.args.path_segment("case")?;
    let limit = Request::get(&format!("{ROOT}limits/{name}")).send()?.rate_limit();
    let wait = limit.wait.map_or(0, |wait| wait.as_secs() as i64);
    let remaining = limit.remaining.unwrap_or(-1);
    Ok(object([("limited", limit.limited.into()), ("remaining", remaining.into()), ("wait", wait.into())]).into())
}

fn parts(call: &Call) -> Result<Output, Error> {
    let mut items = Vec::new();
    let mut errors = Vec::new();
    for index in 0..call.args.list("names")?.len() {
        match fetch(Request::get(&format!("{ROOT}items/{index}"))) {
            Ok(item) => items.push(item),
            Err(error) => errors.push(error.with("index", index.into())),
        }
    }
    errors.push(Error::new("external_api_error", "The service has no more.").with("code", "end".into()));
    Ok(Output { output: object([("items", Json::List(items))]), errors })
}

fn last_error(_: &Call) -> Result<Output, Error> {
    let before = airlock::last_error().is_some();
    if Request::get(&format!("{ROOT}broken")).send().is_ok() {
        return Ok(object([]).into());
    }
    let last = airlock::last_error().ok_or_else(|| Error::new("connector_runtime_error", "Nothing failed."))?;
    let told = !last.message.is_empty();
    Ok(object([("before", before.into()), ("kind", last.kind.into()), ("told", told.into())]).into())
}

fn notes(call: &Call) -> Result<Output, Error> {
    let claim = match state::once("note", MINUTE) {
        Claim::New => "new",
        Claim::Done => "done",
        Claim::InDoubt => "in_doubt",
    };
    let before = state::get("note");
    state::put("note", format!("Größe {}", call.idempotency_key).as_bytes(), FOR_EVER);
    state::put("gone", b"x", MINUTE);
    state::delete("gone");
    airlock::trace("at trace");
    airlock::debug("at debug");
    airlock::info("at info");
    airlock::warn("at warn");
    airlock::log_error("at error");
    Ok(object([
        ("claim", claim.into()),
        ("there", before.is_some().into()),
        ("before", String::from_utf8(before.unwrap_or_default()).unwrap_or_default().into()),
        ("gone", state::get("gone").is_none().into()),
    ])
    .into())
}

/// Sends a request and returns the JSON of a response that went well.
fn fetch(request: Request) -> Result<Json, Error> {
    let response = request.send()?.check(SERVICE)?;
    response.json().ok_or_else(|| response.unexpected(SERVICE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use airlock::fake::{Answer, FakeHost};
    use airlock::NetworkError;

    fn invoke(host: &mut FakeHost, operation: airlock::Operation, args: &str) -> Result<String, Error> {
        let args = Json::parse(args.as_bytes()).expect("the test wrote it");
        host.invoke(operation, args).map(|output| output.to_string())
    }

    #[test]
    fn reads_settings() {
        let mut host = FakeHost::answering(|_| Ok(Answer::new(200, "")));
        assert!(invoke(&mut host, settings, "{}").unwrap_err().message.contains("\"site\""));
        let values = r#"{"site":"x","pages":2,"share":0.25,"strict":false}"#;
        host.settings = Json::parse(values.as_bytes()).unwrap();

        assert_eq!(invoke(&mut host, settings, "{}").as_deref(), Ok(values));
    }

    #[test]
    fn sees_headers_and_keeps_an_answer() {
        let mut host = FakeHost::answering(|request| match request.header("If-None-Match") {
            Some("\"v1\"") => Ok(Answer::new(304, "")),
            _ => Ok(Answer::new(200, "text").header("ETag", "\"v1\"").header("Link", "<x>; rel=next")),
        });

        let first = invoke(&mut host, kept, "{}");
        let second = invoke(&mut host, kept, "{}");

        assert_eq!(
            first.as_deref(),
            Ok(r#"{"text":"text","kept":false,"next":"https://api.example.com/x","tag":"\"v1\""}"#)
        );
        assert_eq!(second.as_deref(), Ok(r#"{"text":"text","kept":true,"next":"https://api.example.com/x","tag":""}"#));
    }

    #[test]
    fn sends_bytes_as_they_are() {
        let mut host = FakeHost::answering(|request| {
            if request.method == "PUT" {
                assert_eq!(request.body, [0, 0xff, 0x80]);
            }
            Ok(Answer::new(200, "{}"))
        });

        assert_eq!(invoke(&mut host, bodies, r#"{"bytes":"AP+A"}"#).as_deref(), Ok(r#"{"bytes":"e30="}"#));
    }

    #[test]
    fn says_how_an_exchange_failed() {
        let mut host =
            FakeHost::answering(|_| Err(NetworkError { kind: "dns".to_string(), message: "no such name".to_string() }));

        let output = invoke(&mut host, last_error, "{}");

        assert_eq!(output.as_deref(), Ok(r#"{"before":false,"kind":"dns","told":true}"#));
    }

    #[test]
    fn claims_and_logs() {
        let mut host = FakeHost::answering(|_| Ok(Answer::new(200, "")));
        host.claim = Claim::InDoubt;

        let output = invoke(&mut host, notes, "{}");

        assert_eq!(output.as_deref(), Ok(r#"{"claim":"in_doubt","there":false,"before":"","gone":true}"#));
        assert_eq!(host.log.first(), Some(&("trace".to_string(), "at trace".to_string())));
        assert_eq!(host.log.last(), Some(&("error".to_string(), "at error".to_string())));
        assert_eq!(host.state["note"], "Größe test".as_bytes());
    }

    #[test]
    #[should_panic(expected = "before the next request is sent")]
    fn refuses_headers_of_an_earlier_answer() {
        fn two(_: &Call) -> Result<Output, Error> {
            let first = Request::get(ROOT).send()?;
            Request::get(ROOT).send()?;
            Ok(object([("tag", first.header("ETag").unwrap_or_default().into())]).into())
        }
        let _ = invoke(&mut FakeHost::answering(|_| Ok(Answer::new(200, ""))), two, "{}");
    }
}
