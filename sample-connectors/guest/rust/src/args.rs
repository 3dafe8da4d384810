use crate::error::Error;
use crate::json::Json;

/// The arguments of a call. An argument that is null counts as absent. The
/// errors of these methods have the class `bad_input` and name the argument.
pub struct Args(pub(crate) Json);

impl Args {
    /// A required, non-empty string.
    pub fn text(&self, name: &str) -> Result<&str, Error> {
        match self.optional_text(name)? {
            None | Some("") => Err(missing(name)),
            Some(text) => Ok(text),
        }
    }

    /// A string, if the argument is there.
    pub fn optional_text(&self, name: &str) -> Result<Option<&str>, Error> {
        match self.value(name) {
            None => Ok(None),
            Some(Json::Text(text)) => Ok(Some(text)),
            Some(_) => Err(wrong_type(name, "a string")),
        }
    }

    /// A required integer as it was written, whatever its size.
    pub fn integer(&self, name: &str) -> Result<Json, Error> {
        self.optional_integer(name)?.ok_or_else(|| missing(name))
    }

    /// An integer as it was written, if the argument is there.
    pub fn optional_integer(&self, name: &str) -> Result<Option<Json>, Error> {
        match self.value(name) {
            None => Ok(None),
            Some(value) if value.is_integer() => Ok(Some(value.clone())),
            Some(_) => Err(wrong_type(name, "an integer")),
        }
    }

    /// A required, non-empty array.
    pub fn list(&self, name: &str) -> Result<&[Json], Error> {
        match self.value(name) {
            None => Err(missing(name)),
            Some(Json::List(items)) if !items.is_empty() => Ok(items),
            Some(_) => Err(wrong_type(name, "an array that is not empty")),
        }
    }

    /// A required string, escaped as one segment of a URL path.
    pub fn path_segment(&self, name: &str) -> Result<String, Error> {
        match self.text(name)? {
            "." | ".." => Err(wrong_type(name, "a name")),
            text => Ok(text.bytes().map(escaped).collect()),
        }
    }

    fn value(&self, name: &str) -> Option<&Json> {
        self.0.get(name).filter(|value| !matches!(value, Json::Null))
    }
}

fn escaped(byte: u8) -> String {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    }
}

fn missing(name: &str) -> Error {
    Error::new("bad_input", format!("The argument \"{name}\" is missing.")).with("argument", name.into())
}

fn wrong_type(name: &str, expected: &str) -> Error {
    Error::new("bad_input", format!("The argument \"{name}\" must be {expected}.")).with("argument", name.into())
}
