use crate::base64;
use crate::error::Error;
use crate::json::Json;
use crate::params;

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
        self.optional(name, "a string", Json::as_text)
    }

    /// A required integer as it was written, whatever its size.
    pub fn integer(&self, name: &str) -> Result<Json, Error> {
        self.optional_integer(name)?.ok_or_else(|| missing(name))
    }

    /// An integer as it was written, if the argument is there.
    pub fn optional_integer(&self, name: &str) -> Result<Option<Json>, Error> {
        self.optional(name, "an integer", |value| value.is_integer().then(|| value.clone()))
    }

    /// A required integer to calculate with.
    pub fn int(&self, name: &str) -> Result<i64, Error> {
        self.optional_int(name)?.ok_or_else(|| missing(name))
    }

    /// An integer to calculate with, if the argument is there.
    pub fn optional_int(&self, name: &str) -> Result<Option<i64>, Error> {
        self.optional(name, "an integer of at most 64 bits", Json::as_number)
    }

    /// A required number.
    pub fn float(&self, name: &str) -> Result<f64, Error> {
        self.optional_float(name)?.ok_or_else(|| missing(name))
    }

    /// A number, if the argument is there.
    pub fn optional_float(&self, name: &str) -> Result<Option<f64>, Error> {
        self.optional(name, "a number", |value| value.as_number().filter(|number: &f64| number.is_finite()))
    }

    /// A required truth value.
    pub fn boolean(&self, name: &str) -> Result<bool, Error> {
        self.optional_boolean(name)?.ok_or_else(|| missing(name))
    }

    /// A truth value, if the argument is there.
    pub fn optional_boolean(&self, name: &str) -> Result<Option<bool>, Error> {
        self.optional(name, "true or false", Json::as_bool)
    }

    /// The bytes of a required string in base64.
    pub fn bytes(&self, name: &str) -> Result<Vec<u8>, Error> {
        let bytes = self.optional(name, "base64", |value| value.as_text().and_then(base64::decode))?;
        bytes.ok_or_else(|| missing(name))
    }

    /// A required, non-empty array.
    pub fn list(&self, name: &str) -> Result<&[Json], Error> {
        let items = self
            .optional(name, "an array that is not empty", |value| value.as_list().filter(|items| !items.is_empty()))?;
        items.ok_or_else(|| missing(name))
    }

    /// An array, if the argument is there.
    pub fn optional_list(&self, name: &str) -> Result<Option<&[Json]>, Error> {
        self.optional(name, "an array", Json::as_list)
    }

    /// The members of a required object. They are read as arguments are.
    pub fn object(&self, name: &str) -> Result<Args, Error> {
        self.optional_object(name)?.ok_or_else(|| missing(name))
    }

    /// The members of an object, if the argument is there.
    pub fn optional_object(&self, name: &str) -> Result<Option<Args>, Error> {
        self.optional(name, "an object", |value| matches!(value, Json::Object(_)).then(|| Args(value.clone())))
    }

    /// A required string, escaped as one segment of a URL path.
    pub fn path_segment(&self, name: &str) -> Result<String, Error> {
        match self.text(name)? {
            "." | ".." => Err(wrong_type(name, "a name")),
            text => Ok(params::escaped(text)),
        }
    }

    /// All arguments, as an object.
    pub fn as_json(&self) -> &Json {
        &self.0
    }

    fn optional<'a, T>(
        &'a self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&'a Json) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        match self.0.get(name) {
            None | Some(Json::Null) => Ok(None),
            Some(value) => read(value).map(Some).ok_or_else(|| wrong_type(name, expected)),
        }
    }
}

fn missing(name: &str) -> Error {
    Error::new("bad_input", format!("The argument \"{name}\" is missing.")).with("argument", name.into())
}

fn wrong_type(name: &str, expected: &str) -> Error {
    Error::new("bad_input", format!("The argument \"{name}\" must be {expected}.")).with("argument", name.into())
}
