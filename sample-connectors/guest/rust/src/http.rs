use crate::error::Error;
use crate::json::{object, Json};
use crate::params::Params;
use crate::rate_limit::RateLimit;
use crate::{base64, headers, host, state};
use std::cell::{Cell, RefCell};
use std::time::Duration;

/// One HTTP request. The host sends it if the manifest grants the URL's host;
/// if not, the call ends there.
pub struct Request {
    method: String,
    url: String,
    headers: Vec<(String, Json)>,
    body: Option<Body>,
    credential: Option<String>,
    follow_redirects: bool,
}

enum Body {
    Text(String),
    Bytes(Vec<u8>),
}

impl Request {
    pub fn get(url: &str) -> Request {
        Request::new("GET", url)
    }

    /// A POST with a JSON body.
    pub fn post_json(url: &str, body: &Json) -> Request {
        Request::new("POST", url).json(body)
    }

    pub fn new(method: &str, url: &str) -> Request {
        Request {
            method: method.to_string(),
            url: url.to_string(),
            headers: Vec::new(),
            body: None,
            credential: None,
            follow_redirects: false,
        }
    }

    pub fn header(mut self, name: &str, value: &str) -> Request {
        self.headers.push((name.to_string(), value.into()));
        self
    }

    /// The request with a JSON body.
    pub fn json(mut self, body: &Json) -> Request {
        self.body = Some(Body::Text(body.to_string()));
        self.header("Content-Type", "application/json")
    }

    /// The request with a form as its body.
    pub fn form(mut self, form: &Params) -> Request {
        self.body = Some(Body::Text(form.as_str().to_string()));
        self.header("Content-Type", "application/x-www-form-urlencoded")
    }

    /// The request with any bytes as its body.
    pub fn binary(mut self, content_type: &str, body: Vec<u8>) -> Request {
        self.body = Some(Body::Bytes(body));
        self.header("Content-Type", content_type)
    }

    /// Names the kind of credential that the host adds, as the manifest
    /// declares it. A connector never sees its value.
    pub fn credential(mut self, kind: &str) -> Request {
        self.credential = Some(kind.to_string());
        self
    }

    /// Lets the host follow redirects, each checked like a request of its own.
    /// Without it a redirect is an answer like any other.
    pub fn follow_redirects(mut self) -> Request {
        self.follow_redirects = true;
        self
    }

    /// Sends the request and returns the answer. The error has the class
    /// `network_error` if there was none.
    pub fn send(self) -> Result<Response, Error> {
        let (host, url) = (self.host(), self.url.clone());
        let number = SENT.with(|sent| {
            sent.set(sent.get() + 1);
            sent.get()
        });
        match host::http_request(&Json::from(self).to_string()) {
            0 => Response::read(url, number),
            -1 => Err(Error::new("network_error", format!("The exchange with {host} failed on the network."))),
            code => Err(Error::new(
                "connector_runtime_error",
                format!("The host did not accept the request to {host} (code {code})."),
            )),
        }
    }

    /// Sends a request that reads something, and keeps the answer in the
    /// connector's state with the `ETag` that the service gave it. The next time
    /// it asks with `If-None-Match`; if nothing changed (304), the answer is the
    /// kept one with status 200, and its header `Link`. The key names what is
    /// asked for, its parameters included; nothing is kept under one of more than
    /// 512 bytes. Zero keeps it for ever.
    pub fn send_kept(self, key: &str, keep: Duration) -> Result<Response, Error> {
        if key.len() > LONGEST_KEY {
            return self.send();
        }
        let value = state::get(key).unwrap_or_default();
        let mut lines = value.splitn(3, |byte| *byte == b'\n');
        let parts = (lines.next(), lines.next(), lines.next());
        match parts {
            (Some(tag), Some(links), Some(body)) => {
                let response = self.header("If-None-Match", &String::from_utf8_lossy(tag)).send()?;
                if response.status == 304 {
                    return Ok(response.replaced(body, &String::from_utf8_lossy(links)));
                }
                Ok(response.stored(key, keep))
            }
            _ => Ok(self.send()?.stored(key, keep)),
        }
    }

    fn host(&self) -> String {
        self.url.split('/').nth(2).unwrap_or("the service").to_string()
    }
}

impl From<Request> for Json {
    fn from(request: Request) -> Json {
        let mut fields = vec![("method", request.method.into()), ("url", request.url.into())];
        if !request.headers.is_empty() {
            fields.push(("headers", Json::Object(request.headers)));
        }
        match request.body {
            Some(Body::Text(text)) => fields.push(("body", text.into())),
            Some(Body::Bytes(bytes)) => fields.push(("body_base64", base64::encode(&bytes).into())),
            None => {}
        }
        if let Some(credential) = request.credential {
            fields.push(("credential", credential.into()));
        }
        if request.follow_redirects {
            fields.push(("follow_redirects", true.into()));
        }
        object(fields)
    }
}

/// How an exchange failed.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkError {
    /// For instance dns, reset or timeout.
    pub kind: String,
    pub message: String,
}

/// What the host says about the last exchange of this call that failed.
pub fn last_error() -> Option<NetworkError> {
    let error = Json::parse(&host::last_error()?)?;
    let text = |name| error.get(name).and_then(Json::as_text).map(str::to_string);
    Some(NetworkError { kind: text("kind")?, message: text("message")? })
}

thread_local! {
    /// How many requests were sent. The host has the headers of the latest answer only.
    static SENT: Cell<usize> = Cell::new(0);
}

/// The size of the largest body that [`Request::send_kept`] keeps, in bytes.
pub const KEPT_MOST: usize = 256 << 10;

const LONGEST_KEY: usize = 512;

/// The answer to a request, whatever its status.
pub struct Response {
    pub status: i32,
    pub body: Vec<u8>,
    /// Whether the body is what the connector kept of an earlier answer, since the
    /// service answered [`Request::send_kept`] with 304.
    pub kept: bool,
    url: String,
    number: usize,
    links: Option<String>,
    headers: RefCell<Option<Json>>,
}

impl Response {
    /// The response itself for a status from 200 to 299, and otherwise an error
    /// of the class `external_api_error` that says what the service answered.
    pub fn check(self, service: &str) -> Result<Response, Error> {
        if (200..=299).contains(&self.status) {
            return Ok(self);
        }
        let status = self.status;
        let reason = self.reason().map(|reason| format!(": {reason}")).unwrap_or_default();
        Err(Error::new("external_api_error", format!("{service} answered with status {status}{reason}"))
            .with("status", status.into()))
    }

    /// The body as JSON, if it is JSON.
    pub fn json(&self) -> Option<Json> {
        Json::parse(&self.body)
    }

    /// The error for a body that is not what the service promises. Its class is
    /// `external_api_error`, since it is the service's fault.
    pub fn unexpected(&self, service: &str) -> Error {
        Error::new("external_api_error", format!("{service} sent a body that this connector does not understand."))
            .with("status", self.status.into())
    }

    /// The value of a header, whose name is compared without case. Values of a
    /// header that was sent several times are joined with commas. It panics once a
    /// later request was sent: the host has the headers of the latest answer only.
    pub fn header(&self, name: &str) -> Option<String> {
        let latest = SENT.with(Cell::get) == self.number;
        assert!(latest, "the headers of a response are read before the next request is sent");
        let mut headers = self.headers.borrow_mut();
        let read = || host::http_response_headers().and_then(|text| Json::parse(&text)).unwrap_or(Json::Null);
        let values = headers.get_or_insert_with(read).get(&name.to_ascii_lowercase())?.as_list()?;
        Some(values.iter().filter_map(Json::as_text).collect::<Vec<_>>().join(", "))
    }

    /// The target of a link that the header `Link` has for a relation, such as
    /// "next" (RFC 8288). A relative target is resolved against the request's URL.
    pub fn link(&self, relation: &str) -> Option<String> {
        let links = self.links.clone().or_else(|| self.header("Link"))?;
        headers::link(&links, relation).map(|target| headers::resolved(&self.url, &target))
    }

    /// What the response says about how often the service may be asked.
    pub fn rate_limit(&self) -> RateLimit {
        RateLimit::read(self.status, |name| self.header(name))
    }

    /// The text of an error body in one of its usual places: `{"message"}`,
    /// `{"error":{"message"}}` or `{"error"}`.
    fn reason(&self) -> Option<String> {
        let body = self.json()?;
        [&["message"][..], &["error", "message"], &["error"]]
            .iter()
            .find_map(|path| body.at(path).and_then(Json::as_text))
            .map(str::to_string)
    }

    fn replaced(self, body: &[u8], links: &str) -> Response {
        Response { status: 200, body: body.to_vec(), kept: true, links: Some(links.to_string()), ..self }
    }

    fn stored(self, key: &str, keep: Duration) -> Response {
        if self.status == 200 && self.body.len() <= KEPT_MOST {
            if let Some(tag) = self.header("ETag") {
                let head = format!("{tag}\n{}\n", self.header("Link").unwrap_or_default());
                state::put(key, &[head.as_bytes(), &self.body].concat(), keep);
            }
        }
        self
    }

    fn read(url: String, number: usize) -> Result<Response, Error> {
        let body = host::http_response_body()
            .ok_or_else(|| Error::new("connector_runtime_error", "The response could not be read whole."))?;
        let status = host::http_response_status();
        Ok(Response { status, body, kept: false, url, number, links: None, headers: RefCell::new(None) })
    }
}
