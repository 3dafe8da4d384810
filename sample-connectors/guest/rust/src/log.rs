use crate::host;

/// Writes a line to the host's log.
pub fn trace(message: &str) {
    host::log("trace", message)
}

/// Writes a line to the host's log.
pub fn debug(message: &str) {
    host::log("debug", message)
}

/// Writes a line to the host's log.
pub fn info(message: &str) {
    host::log("info", message)
}

/// Writes a line to the host's log.
pub fn warn(message: &str) {
    host::log("warn", message)
}

/// Writes a line of the level error to the host's log.
pub fn log_error(message: &str) {
    host::log("error", message)
}
