use crate::error::Error;
use crate::json::Json;

/// The values of the settings that the manifest declares. The host calls no
/// connector whose settings have no value, or one of another type.
pub struct Settings(pub(crate) Json);

impl Settings {
    /// A setting of the type string.
    pub fn text(&self, name: &str) -> Result<&str, Error> {
        self.value(name, Json::as_text)
    }

    /// A setting of the type integer.
    pub fn int(&self, name: &str) -> Result<i64, Error> {
        self.value(name, Json::as_number)
    }

    /// A setting of the type number.
    pub fn float(&self, name: &str) -> Result<f64, Error> {
        self.value(name, Json::as_number)
    }

    /// A setting of the type boolean.
    pub fn boolean(&self, name: &str) -> Result<bool, Error> {
        self.value(name, Json::as_bool)
    }

    fn value<'a, T>(&'a self, name: &str, read: impl FnOnce(&'a Json) -> Option<T>) -> Result<T, Error> {
        self.0.get(name).and_then(read).ok_or_else(|| {
            let problem = "is not there, or has another type; declare it in the manifest";
            Error::new("connector_runtime_error", format!("The setting \"{name}\" {problem}."))
        })
    }
}
