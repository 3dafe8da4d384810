//! What the connector keeps between calls.

use crate::host;
use std::time::Duration;

/// A value, if it is there.
pub fn get(key: &str) -> Option<Vec<u8>> {
    host::state_get(key.as_bytes())
}

/// Keeps a value under a key of 1 to 512 bytes for a time; zero is for ever. A
/// value that would go beyond the limit `state` ends the call.
pub fn put(key: &str, value: &[u8], keep: Duration) {
    host::state_put(key.as_bytes(), value, millis(keep))
}

/// Removes a value, if it is there.
pub fn delete(key: &str) {
    host::state_delete(key.as_bytes())
}

/// Whether something that must not happen twice happened before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Claim {
    /// This call claims it now, and it is done when the call succeeds.
    New,
    /// An earlier call did it.
    Done,
    /// An earlier call may have done it: ask the service.
    InDoubt,
}

/// Claims something that must not happen twice, such as one payment, for a time;
/// zero is for ever.
pub fn once(key: &str, keep: Duration) -> Claim {
    match host::once(key.as_bytes(), millis(keep)) {
        0 => Claim::New,
        1 => Claim::Done,
        _ => Claim::InDoubt,
    }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
