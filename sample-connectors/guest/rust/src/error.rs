use crate::json::{object, Json};

/// What a connector reports when an operation fails. The class is a claim: the
/// host compares it with the exchanges that it has seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    pub class: String,
    pub message: String,
    pub details: Vec<(String, Json)>,
}

impl Error {
    /// An error with a class and a message for a person.
    pub fn new(class: &str, message: impl Into<String>) -> Error {
        Error { class: class.to_string(), message: message.into(), details: Vec::new() }
    }

    /// The status of the response that this error is about, if there is one.
    pub fn status(&self) -> Option<u16> {
        self.details.iter().find(|(key, _)| key == "status").and_then(|(_, status)| status.as_number())
    }

    /// Adds one detail.
    pub fn with(mut self, key: &str, value: Json) -> Error {
        self.details.push((key.to_string(), value));
        self
    }
}

impl From<Error> for Json {
    fn from(error: Error) -> Json {
        let mut members = vec![("class", error.class.into()), ("message", error.message.into())];
        if !error.details.is_empty() {
            members.push(("details", Json::Object(error.details)));
        }
        object(members)
    }
}
