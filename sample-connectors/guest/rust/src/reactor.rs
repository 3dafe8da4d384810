//! The way of a call through a reactor's memory.

use crate::Operation;
use std::slice;

/// Gives memory for a document; [`call`] takes it back.
pub fn alloc(size: usize) -> *mut u8 {
    Box::into_raw(vec![0; size].into_boxed_slice()).cast()
}

/// Answers a call: the reply's address in the high half, its length in the low
/// one. The reply is never freed: an instance answers one call.
///
/// # Safety
/// `document` and `size` are those of one [`alloc`].
pub unsafe fn call(operations: &[(&str, Operation)], document: *mut u8, size: usize) -> u64 {
    let document = Box::from_raw(slice::from_raw_parts_mut(document, size));
    let reply = Box::leak(crate::answer(operations, &document).into_boxed_str());
    (reply.as_ptr() as u64) << 32 | reply.len() as u64
}
