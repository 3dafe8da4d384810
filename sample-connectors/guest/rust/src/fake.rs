//! A host for tests: it stands in for the host where a connector is not built
//! for WASI, so that editors understand its code and `cargo test` runs it.
//!
//! ```
//! use airlock::fake::{Answer, FakeHost};
//! use airlock::{object, Call, Error, Output, Request};
//!
//! fn greet(_: &Call) -> Result<Output, Error> {
//!     let response = Request::get("https://api.example.com/greeting").send()?.check("The service")?;
//!     Ok(object([("greeting", String::from_utf8_lossy(&response.body).into_owned().into())]).into())
//! }
//!
//! let mut host = FakeHost::answering(|request| {
//!     assert_eq!(request.url, "https://api.example.com/greeting");
//!     Ok(Answer::new(200, "hello"))
//! });
//! let output = host.invoke(greet, object([])).unwrap();
//! assert_eq!(output.to_string(), r#"{"greeting":"hello"}"#);
//! ```

use crate::http::NetworkError;
use crate::json::{object, Json};
use crate::state::Claim;
use crate::{base64, Call, Error, Operation, Output};
use std::cell::RefCell;
use std::collections::HashMap;

/// What answers a connector's requests, and what it keeps and logs.
pub struct FakeHost {
    /// Answers a request. An error means that there was no answer, as if the
    /// exchange had failed on the network.
    pub send: Box<dyn FnMut(&Sent) -> Result<Answer, NetworkError>>,
    /// The values of the connector's settings, an object.
    pub settings: Json,
    /// What the connector keeps, whatever its time.
    pub state: HashMap<String, Vec<u8>>,
    /// What is answered to every claim.
    pub claim: Claim,
    /// The lines of the log: level and message.
    pub log: Vec<(String, String)>,
}

/// A request as the host would send it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    pub method: String,
    pub url: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    pub credential: Option<String>,
    pub follow_redirects: bool,
}

/// A service's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub status: i32,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn new(status: i32, body: impl Into<Vec<u8>>) -> Answer {
        Answer { status, headers: Vec::new(), body: body.into() }
    }

    /// This answer with one more header.
    pub fn header(mut self, name: &str, value: &str) -> Answer {
        self.headers.push((name.to_string(), value.to_string()));
        self
    }
}

impl Sent {
    /// The value of a header, if the request has it.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    fn read(request: &Json) -> Sent {
        let text = |name| request.get(name).and_then(Json::as_text);
        let encoded = text("body_base64").map(|body| base64::decode(body).expect("the library wrote it"));
        Sent {
            method: text("method").unwrap_or("GET").to_string(),
            url: text("url").unwrap_or_default().to_string(),
            headers: pairs(request.get("headers")),
            body: encoded.unwrap_or_else(|| text("body").unwrap_or_default().as_bytes().to_vec()),
            credential: text("credential").map(str::to_string),
            follow_redirects: request.get("follow_redirects").and_then(Json::as_bool).unwrap_or(false),
        }
    }
}

fn pairs(members: Option<&Json>) -> Vec<(String, String)> {
    match members {
        Some(Json::Object(members)) => members
            .iter()
            .map(|(name, value)| (name.clone(), value.as_text().unwrap_or_default().to_string()))
            .collect(),
        _ => Vec::new(),
    }
}

impl FakeHost {
    /// A host with an empty state that answers requests in this way.
    pub fn answering(send: impl FnMut(&Sent) -> Result<Answer, NetworkError> + 'static) -> FakeHost {
        FakeHost {
            send: Box::new(send),
            settings: object([]),
            state: HashMap::new(),
            claim: Claim::New,
            log: Vec::new(),
        }
    }

    /// Runs one operation with these arguments, an object, as a host does.
    pub fn call(&mut self, operation: Operation, args: Json) -> Result<Output, Error> {
        let call = Call {
            op: "test".to_string(),
            args: crate::Args(args),
            settings: crate::Settings(self.settings.clone()),
            idempotency_key: "test".to_string(),
            attempt: 1,
            seed: String::new(),
        };
        let fresh = FakeHost::answering(|_| unreachable!("no operation runs"));
        let host = std::mem::replace(self, fresh);
        CURRENT.with(|current| *current.borrow_mut() = Some(Running { host, answer: None, failed: None }));
        let result = operation(&call);
        CURRENT.with(|current| *self = current.borrow_mut().take().expect("the operation ran").host);
        result
    }

    /// As [`FakeHost::call`], for an operation whose result has no errors.
    pub fn invoke(&mut self, operation: Operation, args: Json) -> Result<Json, Error> {
        let result = self.call(operation, args)?;
        assert!(result.errors.is_empty(), "the result is partial: {}", Json::from(result.errors[0].clone()));
        Ok(result.output)
    }
}

struct Running {
    host: FakeHost,
    answer: Option<Answer>,
    failed: Option<NetworkError>,
}

thread_local! {
    static CURRENT: RefCell<Option<Running>> = RefCell::new(None);
}

fn running<T>(act: impl FnOnce(&mut Running) -> T) -> T {
    CURRENT.with(|current| {
        let mut current = current.borrow_mut();
        act(current.as_mut().expect("a connector talks to its host; call its operation with a FakeHost"))
    })
}

pub(crate) fn log(level: &str, message: &str) {
    running(|it| it.host.log.push((level.to_string(), message.to_string())))
}

pub(crate) fn http_request(request: &str) -> i32 {
    let sent = Sent::read(&Json::parse(request.as_bytes()).expect("the library wrote it"));
    running(|it| match (it.host.send)(&sent) {
        Ok(answer) => {
            it.answer = Some(answer);
            0
        }
        Err(how) => {
            it.answer = None;
            it.failed = Some(how);
            -1
        }
    })
}

pub(crate) fn http_response_status() -> i32 {
    running(|it| it.answer.as_ref().map_or(-1, |answer| answer.status))
}

pub(crate) fn http_response_body() -> Option<Vec<u8>> {
    running(|it| it.answer.as_ref().map(|answer| answer.body.clone()))
}

pub(crate) fn http_response_headers() -> Option<Vec<u8>> {
    running(|it| {
        let answer = it.answer.as_ref()?;
        let mut lists: Vec<(String, Vec<Json>)> = Vec::new();
        for (name, value) in &answer.headers {
            let name = name.to_ascii_lowercase();
            match lists.iter_mut().find(|(known, _)| *known == name) {
                Some((_, values)) => values.push(value.as_str().into()),
                None => lists.push((name, vec![value.as_str().into()])),
            }
        }
        let members = lists.into_iter().map(|(name, values)| (name, Json::List(values))).collect();
        Some(Json::Object(members).to_string().into_bytes())
    })
}

pub(crate) fn last_error() -> Option<Vec<u8>> {
    running(|it| {
        let how = it.failed.as_ref()?;
        let text = object([("kind", how.kind.as_str().into()), ("message", how.message.as_str().into())]);
        Some(text.to_string().into_bytes())
    })
}

pub(crate) fn state_get(key: &[u8]) -> Option<Vec<u8>> {
    running(|it| it.host.state.get(&named(key)).cloned())
}

pub(crate) fn state_put(key: &[u8], value: &[u8], _keep_millis: i64) {
    running(|it| it.host.state.insert(named(key), value.to_vec()));
}

pub(crate) fn state_delete(key: &[u8]) {
    running(|it| it.host.state.remove(&named(key)));
}

pub(crate) fn once(_key: &[u8], _keep_millis: i64) -> i32 {
    running(|it| it.host.claim as i32)
}

fn named(key: &[u8]) -> String {
    String::from_utf8_lossy(key).into_owned()
}
