use crate::error::Error;
use crate::host;
use crate::json::{object, Json};

/// One HTTP request. The host sends it if the manifest grants the URL's host;
/// if not, the call ends there.
pub struct Request {
    method: String,
    url: String,
    headers: Vec<(String, Json)>,
    body: Option<String>,
    credential: Option<String>,
}

impl Request {
    pub fn get(url: &str) -> Request {
        Request::new("GET", url)
    }

    /// A POST with a JSON body.
    pub fn post_json(url: &str, body: &Json) -> Request {
        let mut request = Request::new("POST", url).header("Content-Type", "application/json");
        request.body = Some(body.to_string());
        request
    }

    pub fn new(method: &str, url: &str) -> Request {
        Request { method: method.to_string(), url: url.to_string(), headers: Vec::new(), body: None, credential: None }
    }

    pub fn header(mut self, name: &str, value: &str) -> Request {
        self.headers.push((name.to_string(), value.into()));
        self
    }

    /// Names the kind of credential that the host adds, as the manifest
    /// declares it. A connector never sees its value.
    pub fn credential(mut self, kind: &str) -> Request {
        self.credential = Some(kind.to_string());
        self
    }

    /// Sends the request and returns the answer. The error has the class
    /// `network_error` if there was none.
    pub fn send(self) -> Result<Response, Error> {
        let host = self.host();
        match host::http_request(&Json::from(self).to_string()) {
            0 => Response::read(),
            -1 => Err(Error::new("network_error", format!("The exchange with {host} failed on the network."))),
            code => Err(Error::new(
                "connector_runtime_error",
                format!("The host did not accept the request to {host} (code {code})."),
            )),
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
        if let Some(body) = request.body {
            fields.push(("body", body.into()));
        }
        if let Some(credential) = request.credential {
            fields.push(("credential", credential.into()));
        }
        object(fields)
    }
}

/// The answer to a request, whatever its status.
pub struct Response {
    pub status: i32,
    pub body: Vec<u8>,
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

    /// The text of an error body in one of its usual places: `{"message"}`,
    /// `{"error":{"message"}}` or `{"error"}`.
    fn reason(&self) -> Option<String> {
        let body = self.json()?;
        [&["message"][..], &["error", "message"], &["error"]]
            .iter()
            .find_map(|path| body.at(path).and_then(Json::as_text))
            .map(str::to_string)
    }

    fn read() -> Result<Response, Error> {
        let body = host::http_response_body()
            .ok_or_else(|| Error::new("connector_runtime_error", "The response could not be read whole."))?;
        Ok(Response { status: host::http_response_status(), body })
    }
}
