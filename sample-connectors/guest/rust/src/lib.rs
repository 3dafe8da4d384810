//! The guest side of Airlock for connectors written in Rust.
//!
//! One call arrives, the connector talks to its service through the host, and
//! one answer leaves. This crate reads the call, picks the operation and writes
//! the answer, so that a connector is a set of functions:
//!
//! ```no_run
//! use airlock::{object, Call, Error, Output};
//!
//! airlock::connector! { "greet" => greet }
//!
//! fn greet(call: &Call) -> Result<Output, Error> {
//!     let name = call.args.text("name")?;
//!     airlock::info("greeting somebody");
//!     Ok(object([("greeting", format!("Hello, {name}").into())]).into())
//! }
//! ```
//!
//! As a program (`--crate-type bin`) it is a command, which reads standard input
//! and writes standard output. As a library (`--crate-type cdylib`) the same
//! source is a reactor, whose functions the host calls; `main` does not run then.
//!
//! It needs nothing beyond the standard library. Host functions that a
//! connector does not use are not imported, so its manifest declares exactly
//! what it needs. On other targets than WebAssembly, `fake` stands in for the host.

mod args;
pub mod base64;
mod error;
#[cfg(not(target_arch = "wasm32"))]
pub mod fake;
mod headers;
#[cfg(target_arch = "wasm32")]
mod host;
mod http;
mod json;
mod log;
mod pages;
mod params;
mod rate_limit;
#[doc(hidden)]
pub mod reactor;
mod settings;
pub mod state;

#[cfg(not(target_arch = "wasm32"))]
use fake as host;

pub use args::Args;
pub use error::Error;
pub use http::{last_error, NetworkError, Request, Response, KEPT_MOST};
pub use json::{object, Json};
pub use log::{debug, info, log_error, trace, warn};
pub use pages::Pages;
pub use params::Params;
pub use rate_limit::RateLimit;
pub use settings::Settings;

use std::io::{self, Read, Write};

/// The one request that this instance answers.
pub struct Call {
    /// The operation's name.
    pub op: String,
    /// Its arguments.
    pub args: Args,
    /// The values of the manifest's settings.
    pub settings: Settings,
    /// The same for every attempt at one call. A service that accepts such a
    /// key can recognise a repeated request by it.
    pub idempotency_key: String,
    /// Counts the attempts at this call, from 1.
    pub attempt: u32,
    /// 256 fresh random bits in hexadecimal, in a reactor only. Random numbers of
    /// a reactor whose state was captured when it was loaded are the same in each
    /// call, unless they are made of it.
    pub seed: String,
}

/// What an operation answers: an object, and the errors of the parts that
/// failed if it did only some of its work.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    pub output: Json,
    pub errors: Vec<Error>,
}

impl From<Json> for Output {
    fn from(output: Json) -> Output {
        Output { output, errors: Vec::new() }
    }
}

/// Answers one kind of call.
pub type Operation = fn(&Call) -> Result<Output, Error>;

/// Makes the source a connector with these operations: its `main`, and what the
/// host calls in a reactor.
#[macro_export]
macro_rules! connector {
    ($($name:literal => $operation:expr),+ $(,)?) => {
        const AIRLOCK_OPERATIONS: &[(&str, $crate::Operation)] = &[$(($name, $operation)),+];

        #[allow(dead_code)]
        fn main() {
            $crate::serve(AIRLOCK_OPERATIONS);
        }

        /// # Safety
        /// Only the host calls it, with what `airlock_alloc` gave it.
        #[cfg(airlock_reactor)]
        #[no_mangle]
        pub unsafe extern "C" fn airlock_call(document: *mut u8, size: usize) -> u64 {
            $crate::reactor::call(AIRLOCK_OPERATIONS, document, size)
        }

        #[cfg(airlock_reactor)]
        #[no_mangle]
        pub extern "C" fn airlock_alloc(size: usize) -> *mut u8 {
            $crate::reactor::alloc(size)
        }
    };
}

/// Reads the call, runs its operation and writes the answer. A command's `main`
/// calls it once and then returns; [`connector`] writes that `main`.
pub fn serve(operations: &[(&str, Operation)]) {
    let mut document = Vec::new();
    io::stdin().read_to_end(&mut document).expect("the call could not be read");
    let mut stdout = io::stdout();
    stdout
        .write_all(answer(operations, &document).as_bytes())
        .and_then(|()| stdout.flush())
        .expect("the answer could not be written");
}

fn answer(operations: &[(&str, Operation)], document: &[u8]) -> String {
    let answer = match run(operations, document) {
        Ok(result) => success(result),
        Err(error) => object([("error", error.into())]),
    };
    answer.to_string()
}

fn run(operations: &[(&str, Operation)], document: &[u8]) -> Result<Output, Error> {
    let call = read_call(document)?;
    match operations.iter().find(|(name, _)| *name == call.op) {
        Some((_, operation)) => operation(&call),
        None => Err(unknown_op(&call.op, operations)),
    }
}

fn success(result: Output) -> Json {
    let mut answer = vec![("output".to_string(), result.output)];
    if !result.errors.is_empty() {
        answer.push(("errors".to_string(), result.errors.into_iter().map(Json::from).collect()));
    }
    Json::Object(answer)
}

fn unknown_op(op: &str, operations: &[(&str, Operation)]) -> Error {
    let mut names: Vec<&str> = operations.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    let known = names.join(", ");
    Error::new("unknown_op", format!("There is no operation \"{op}\". Known operations: {known}."))
        .with("known_ops", names.into_iter().map(Json::from).collect())
}

fn read_call(bytes: &[u8]) -> Result<Call, Error> {
    let document = Json::parse(bytes)
        .filter(|document| matches!(document, Json::Object(_)))
        .ok_or_else(|| Error::new("bad_input", "The call is not a JSON object."))?;
    Ok(Call {
        op: text_at(&document, &["op"]),
        args: Args(document.get("args").cloned().unwrap_or_else(|| object([]))),
        settings: Settings(document.get("settings").cloned().unwrap_or_else(|| object([]))),
        idempotency_key: text_at(&document, &["call", "idempotency_key"]),
        attempt: document.at(&["call", "attempt"]).and_then(Json::as_number).unwrap_or(1),
        seed: text_at(&document, &["call", "seed"]),
    })
}

fn text_at(document: &Json, path: &[&str]) -> String {
    document.at(path).and_then(Json::as_text).unwrap_or_default().to_string()
}
