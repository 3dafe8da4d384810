//! Runs a connector on wasmtime, as a peer in Airlock's side-by-side report.
//!
//! ```text
//! wasmtime-peer once MODULE DOCUMENT CACHE   one call, the compiled code kept in the folder CACHE; prints the answer
//! wasmtime-peer begin MODULE DOCUMENT CACHE  loads the module, makes its first calls and says how long they took
//! wasmtime-peer serve MODULE DOCUMENT        loads the module and does what it is told on standard input
//! ```
//!
//! The module is compiled once, and each call runs in a fresh store and instance. benchmarks/README.md describes the protocol.

use serde_json::{json, Value};
use std::error::Error;
use std::io::{stdin, BufRead};
use std::path::Path;
use std::sync::Barrier;
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};
use wasmtime::{Engine, InstancePre, Linker, Module, Store};
use wasmtime_wasi::p1::{add_to_linker_sync, WasiP1Ctx};
use wasmtime_wasi::p2::pipe::{MemoryInputPipe, MemoryOutputPipe};
use wasmtime_wasi::{I32Exit, WasiCtxBuilder};

const MOST_OUTPUT_BYTES: usize = 8 << 20;

/// How many calls a process makes that says how it begins.
const FIRST_CALLS: usize = 100;

type Failure = Box<dyn Error + Send + Sync>;

fn main() {
    if let Err(failure) = run(env::args().skip(1).collect()) {
        eprintln!("wasmtime-peer: {failure}");
        process::exit(1);
    }
}

fn run(arguments: Vec<String>) -> Result<(), Failure> {
    let started = Instant::now();
    let [mode, module, document, cache @ ..] = arguments.as_slice() else {
        return Err("usage: wasmtime-peer once|begin|serve MODULE DOCUMENT [CACHE]".into());
    };
    let host = Host {
        engine: Engine::default(),
        document: fs::read(document)?,
    };
    let bytes = fs::read(module)?;
    match (mode.as_str(), cache) {
        ("once", [cache]) => {
            let compiled = host.cached(&bytes, Path::new(cache))?;
            println!("{}", host.guest(&compiled)?.call()?);
            Ok(())
        }
        ("begin", [cache]) => begin(&host, &bytes, Path::new(cache), started),
        ("serve", []) => serve(&host, &bytes),
        _ => Err("no such mode".into()),
    }
}

struct Host {
    engine: Engine,
    document: Vec<u8>,
}

struct Guest<'a> {
    host: &'a Host,
    instance: InstancePre<WasiP1Ctx>,
}

impl Host {
    /// The compiled module from the cache's folder, compiled and kept there if it is not there yet.
    fn cached(&self, bytes: &[u8], folder: &Path) -> Result<Module, Failure> {
        let file = folder.join("module.cwasm");
        if file.exists() {
            // Safety: this program wrote it, into a folder that the report makes for it.
            return Ok(unsafe { Module::deserialize_file(&self.engine, &file)? });
        }
        let module = Module::new(&self.engine, bytes)?;
        fs::create_dir_all(folder)?;
        fs::write(&file, module.serialize()?)?;
        Ok(module)
    }

    /// Links a module with WASI, and with traps for everything else, which no call in the report reaches.
    fn guest(&self, module: &Module) -> Result<Guest<'_>, Failure> {
        let mut linker = Linker::new(&self.engine);
        add_to_linker_sync(&mut linker, |context| context)?;
        linker.define_unknown_imports_as_traps(module)?;
        let instance = linker.instantiate_pre(module)?;
        Ok(Guest { host: self, instance })
    }
}

impl Guest<'_> {
    /// Runs the module once. Some connectors end with another number than 0 after an error envelope; it is the answer that is
    /// checked.
    fn call(&self) -> Result<String, Failure> {
        let stdout = MemoryOutputPipe::new(MOST_OUTPUT_BYTES);
        let context = WasiCtxBuilder::new()
            .stdin(MemoryInputPipe::new(self.host.document.clone()))
            .stdout(stdout.clone())
            .build_p1();
        let mut store = Store::new(&self.host.engine, context);
        let instance = self.instance.instantiate(&mut store)?;
        let start = instance.get_typed_func::<(), ()>(&mut store, "_start")?;
        match start.call(&mut store, ()) {
            Err(failure) if !failure.is::<I32Exit>() => Err(failure.into()),
            _ => Ok(String::from_utf8(stdout.contents().to_vec())?),
        }
    }

    fn checked_call(&self, expected: &str) -> Result<(), Failure> {
        let answer = self.call()?;
        if answer == expected {
            Ok(())
        } else {
            Err(format!("answered {answer} and not {expected}").into())
        }
    }

    /// Calls until the time is over, at least once; what each call took, in nanoseconds.
    fn call_for(&self, expected: &str, length: Duration) -> Result<Vec<u64>, Failure> {
        let end = Instant::now() + length;
        let mut nanos = Vec::new();
        loop {
            let before = Instant::now();
            self.checked_call(expected)?;
            let after = Instant::now();
            nanos.push((after - before).as_nanos() as u64);
            if after > end {
                return Ok(nanos);
            }
        }
    }
}

/// Makes the first calls of this process.
fn begin(host: &Host, bytes: &[u8], cache: &Path, started: Instant) -> Result<(), Failure> {
    let module = host.cached(bytes, cache)?;
    let guest = host.guest(&module)?;
    let load = started.elapsed();
    let mut nanos = Vec::with_capacity(FIRST_CALLS);
    let mut answer = String::new();
    for _ in 0..FIRST_CALLS {
        let before = Instant::now();
        answer = guest.call()?;
        nanos.push(before.elapsed().as_nanos() as u64);
    }
    println!(
        "{}",
        json!({
            "version": format!("wasmtime {}", wasmtime_version()),
            "load_ms": millis(load),
            "nanos": nanos,
            "processor_ms": millis(processor_time()),
            "answer": answer,
        })
    );
    Ok(())
}

/// What this process has used of processors so far.
fn processor_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // Safety: the call writes the time and nothing else.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn serve(host: &Host, bytes: &[u8]) -> Result<(), Failure> {
    let start = Instant::now();
    Module::validate(&host.engine, bytes)?;
    let parsed = Instant::now();
    let module = Module::new(&host.engine, bytes)?;
    let compiled = Instant::now();
    let guest = host.guest(&module)?;
    let before_call = Instant::now();
    let answer = guest.call()?;
    println!(
        "{}",
        json!({
            "version": format!("wasmtime {}", wasmtime_version()),
            "parse_ms": millis(parsed - start),
            "compile_ms": millis(compiled - parsed),
            "first_call_ms": millis(before_call.elapsed()),
            "answer": answer,
            "notes": { "compile_ms": "wasmtime validates again while it compiles" },
        })
    );
    for line in stdin().lock().lines() {
        println!("{}", reply(&guest, bytes, &answer, &line?)?);
    }
    Ok(())
}

fn reply(guest: &Guest, bytes: &[u8], expected: &str, request: &str) -> Result<Value, Failure> {
    let words: Vec<&str> = request.split_whitespace().collect();
    match words.as_slice() {
        ["calls", threads, length] => calls(guest, expected, threads.parse()?, Duration::from_millis(length.parse()?)),
        ["allocation", _] => Ok(json!({ "not_measured": "the allocator of a Rust program does not count" })),
        ["idle", copies] => idle(guest.host, bytes, expected, copies.parse()?),
        _ => Err(format!("no request {request}").into()),
    }
}

fn calls(guest: &Guest, expected: &str, threads: usize, length: Duration) -> Result<Value, Failure> {
    let ready = Barrier::new(threads);
    let start = Instant::now();
    let nanos = thread::scope(|scope| {
        let callers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    ready.wait();
                    guest.call_for(expected, length)
                })
            })
            .collect();
        let times: Result<Vec<_>, Failure> = callers
            .into_iter()
            .map(|caller| caller.join().map_err(|_| Failure::from("a caller panicked"))?)
            .collect();
        times
    })?;
    Ok(json!({ "wall_ms": millis(start.elapsed()), "nanos": nanos.concat() }))
}

fn idle(host: &Host, bytes: &[u8], expected: &str, copies: usize) -> Result<Value, Failure> {
    let Some(before) = resident_bytes() else {
        return Ok(json!({ "not_measured": "the system does not show what memory is resident" }));
    };
    let mut kept = Vec::new();
    for number in 1..=copies {
        let module = Module::new(&host.engine, module_copy(bytes, number))?;
        let guest = host.guest(&module)?;
        guest.checked_call(expected)?;
        kept.push(guest);
    }
    let after = resident_bytes().ok_or("the system does not show what memory is resident")?;
    let bytes = (after - before) as f64 / kept.len() as f64;
    Ok(json!({ "bytes": bytes, "how": "resident memory of the process, the difference for each connector more" }))
}

/// A module that does the same and is another one: it bears a custom section of its own.
fn module_copy(bytes: &[u8], number: usize) -> Vec<u8> {
    let name = format!("copy-{number}");
    let length = name.len() as u8;
    [bytes, &[0, length + 2, length], name.as_bytes(), &[0]].concat()
}

fn resident_bytes() -> Option<i64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kib: i64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}

/// The version that the lock file names.
fn wasmtime_version() -> &'static str {
    include_str!("../Cargo.lock")
        .split("name = \"wasmtime\"\nversion = \"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .unwrap_or("of an unknown version")
}

fn millis(duration: Duration) -> f64 {
    duration.as_nanos() as f64 / 1e6
}
