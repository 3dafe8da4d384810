//! The functions of the host's module `airlock`, and the only unsafe code.

mod imports {
    #[link(wasm_import_module = "airlock")]
    extern "C" {
        pub fn log(level: *const u8, level_len: usize, message: *const u8, message_len: usize);
        pub fn http_request(request: *const u8, len: usize) -> i32;
        pub fn http_response_status() -> i32;
        pub fn http_response_size() -> i32;
        pub fn http_response_read(destination: *mut u8, len: usize) -> i32;
    }
}

/// Writes a line to the host's log.
pub fn debug(message: &str) {
    log("debug", message)
}

/// Writes a line to the host's log.
pub fn info(message: &str) {
    log("info", message)
}

/// Writes a line to the host's log.
pub fn warn(message: &str) {
    log("warn", message)
}

fn log(level: &str, message: &str) {
    unsafe { imports::log(level.as_ptr(), level.len(), message.as_ptr(), message.len()) }
}

pub(crate) fn http_request(request: &str) -> i32 {
    unsafe { imports::http_request(request.as_ptr(), request.len()) }
}

pub(crate) fn http_response_status() -> i32 {
    unsafe { imports::http_response_status() }
}

/// The whole body, or nothing if the host does not hand it over whole.
pub(crate) fn http_response_body() -> Option<Vec<u8>> {
    let size = usize::try_from(unsafe { imports::http_response_size() }).ok()?;
    let mut body = vec![0; size];
    let count = unsafe { imports::http_response_read(body.as_mut_ptr(), size) };
    (usize::try_from(count) == Ok(size)).then(|| body)
}
