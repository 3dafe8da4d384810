//! The functions of the host's module `airlock`, and the only unsafe code but
//! for the reactor's.

mod imports {
    #[link(wasm_import_module = "airlock")]
    extern "C" {
        pub fn log(level: *const u8, level_len: usize, message: *const u8, message_len: usize);
        pub fn http_request(request: *const u8, len: usize) -> i32;
        pub fn http_response_status() -> i32;
        pub fn http_response_size() -> i32;
        pub fn http_response_read(destination: *mut u8, len: usize) -> i32;
        pub fn http_response_headers(destination: *mut u8, len: usize) -> i32;
        pub fn last_error(destination: *mut u8, len: usize) -> i32;
        pub fn state_get(key: *const u8, key_len: usize, destination: *mut u8, len: usize) -> i32;
        pub fn state_put(key: *const u8, key_len: usize, value: *const u8, len: usize, keep_millis: i64) -> i32;
        pub fn state_delete(key: *const u8, key_len: usize) -> i32;
        pub fn once(key: *const u8, key_len: usize, keep_millis: i64) -> i32;
    }
}

pub fn log(level: &str, message: &str) {
    unsafe { imports::log(level.as_ptr(), level.len(), message.as_ptr(), message.len()) }
}

pub fn http_request(request: &str) -> i32 {
    unsafe { imports::http_request(request.as_ptr(), request.len()) }
}

pub fn http_response_status() -> i32 {
    unsafe { imports::http_response_status() }
}

/// The whole body, or nothing if the host does not hand it over whole.
pub fn http_response_body() -> Option<Vec<u8>> {
    let size = usize::try_from(unsafe { imports::http_response_size() }).ok()?;
    let mut body = vec![0; size];
    let count = unsafe { imports::http_response_read(body.as_mut_ptr(), size) };
    (usize::try_from(count) == Ok(size)).then(|| body)
}

/// JSON, or nothing if there is no response.
pub fn http_response_headers() -> Option<Vec<u8>> {
    whole(|destination, len| unsafe { imports::http_response_headers(destination, len) })
}

/// JSON, or nothing if no exchange failed.
pub fn last_error() -> Option<Vec<u8>> {
    whole(|destination, len| unsafe { imports::last_error(destination, len) })
}

pub fn state_get(key: &[u8]) -> Option<Vec<u8>> {
    let mut value = vec![0; 1024];
    loop {
        let size = unsafe { imports::state_get(key.as_ptr(), key.len(), value.as_mut_ptr(), value.len()) };
        let size = usize::try_from(size).ok()?;
        let fits = size <= value.len();
        value.resize(size, 0);
        if fits {
            return Some(value);
        }
    }
}

pub fn state_put(key: &[u8], value: &[u8], keep_millis: i64) {
    unsafe { imports::state_put(key.as_ptr(), key.len(), value.as_ptr(), value.len(), keep_millis) };
}

pub fn state_delete(key: &[u8]) {
    unsafe { imports::state_delete(key.as_ptr(), key.len()) };
}

pub fn once(key: &[u8], keep_millis: i64) -> i32 {
    unsafe { imports::once(key.as_ptr(), key.len(), keep_millis) }
}

/// A text of the host whose size it says when it is given no room.
fn whole(read: impl Fn(*mut u8, usize) -> i32) -> Option<Vec<u8>> {
    let size = usize::try_from(read(std::ptr::null_mut(), 0)).ok()?;
    let mut text = vec![0; size];
    read(text.as_mut_ptr(), size);
    Some(text)
}
