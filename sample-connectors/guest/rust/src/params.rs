/// Names and values as a query or a form holds them, in their order and escaped.
#[derive(Clone, Default)]
pub struct Params(String);

impl Params {
    /// No parameters.
    pub fn new() -> Params {
        Params::default()
    }

    /// These parameters and one more.
    pub fn add(mut self, name: &str, value: &str) -> Params {
        if !self.0.is_empty() {
            self.0.push('&');
        }
        self.0.push_str(&escaped(name));
        self.0.push('=');
        self.0.push_str(&escaped(value));
        self
    }

    /// These parameters, and one more if there is a value that is not empty.
    pub fn add_optional(self, name: &str, value: Option<&str>) -> Params {
        match value {
            None | Some("") => self,
            Some(value) => self.add(name, value),
        }
    }

    /// A URL with these parameters at the end of its query.
    pub fn on(&self, url: &str) -> String {
        match (self.0.is_empty(), url.contains('?')) {
            (true, _) => url.to_string(),
            (false, true) => format!("{url}&{}", self.0),
            (false, false) => format!("{url}?{}", self.0),
        }
    }

    /// The parameters as the body of a form.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

pub(crate) fn escaped(text: &str) -> String {
    text.bytes().map(escaped_byte).collect()
}

fn escaped_byte(byte: u8) -> String {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    }
}
