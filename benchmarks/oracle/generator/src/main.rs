//! Generated WebAssembly for the foreign oracle: modules by seed and profile, mutants of a module, smaller modules of one that
//! differs, and the verdict of a third validator.
//!
//! ```text
//! modules PROFILE FIRST COUNT DIR   valid modules, one file each; profiles: base, exceptions, imports, large
//! mutants FILE FIRST COUNT DIR      changed bytes, with DIR/verdicts.tsv: is each of them valid?
//! smaller FILE FIRST COUNT DIR      modules that are smaller than FILE
//! text FILE                         a module as text
//! binary FILE OUT                   text as a module
//! ```

use arbitrary::Unstructured;
use rand::{Rng, RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::{env, fs, path::Path};
use wasm_smith::{Config, MemoryOffsetChoices, Module};
use wasmparser::{Operator, Parser, Payload, Validator, WasmFeatures};

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// What Airlock admits.
fn features() -> WasmFeatures {
    use WasmFeatures as F;
    F::MUTABLE_GLOBAL | F::SATURATING_FLOAT_TO_INT | F::SIGN_EXTENSION | F::REFERENCE_TYPES | F::MULTI_VALUE | F::BULK_MEMORY
        | F::FLOATS | F::TAIL_CALL | F::EXCEPTIONS | F::EXTENDED_CONST | F::GC_TYPES | F::BULK_MEMORY_OPT | F::CALL_INDIRECT_OVERLONG
}

const IMPORTS: &str = r#"(module
  (import "env" "a" (func)) (import "env" "b" (func (param i32) (result i32)))
  (import "env" "c" (func (param i64 f64) (result i64))) (import "env" "d" (func (param f32 f64 i32 i64) (result f32)))
  (import "env" "e" (func (result f64))) (import "env" "f" (func (param i32 i32 i32 i32 i32 i32) (result i64)))
  (import "env" "g" (func (param i32) (result i32 i64))) (import "env" "h" (func (param funcref externref) (result externref))))"#;

fn pick<T: Copy>(random: &mut ChaCha8Rng, choices: &[T]) -> T {
    choices[random.gen_range(0..choices.len())]
}

fn config(random: &mut ChaCha8Rng, profile: &str) -> Fallible<Config> {
    let large = profile == "large";
    let mut config = Config::default();
    config.simd_enabled = false;
    config.relaxed_simd_enabled = false;
    config.threads_enabled = false;
    config.gc_enabled = false;
    config.memory64_enabled = false;
    config.wide_arithmetic_enabled = false;
    config.compact_imports_enabled = false;
    config.exceptions_enabled = random.gen_bool(if profile == "exceptions" { 1.0 } else { 0.3 });
    config.tail_call_enabled = random.gen_bool(if profile == "exceptions" { 0.2 } else { 0.6 });
    config.canonicalize_nans = true; // else their bits are the machine's affair
    config.disallow_traps = random.gen_bool(0.5);
    config.export_everything = true;
    config.max_imports = 0;
    if profile == "imports" || random.gen_bool(0.2) {
        config.max_imports = 8;
        config.min_imports = 3;
        config.available_imports = Some(wat::parse_str(IMPORTS)?);
    }
    config.max_memories = 1;
    config.min_memories = u32::from(random.gen_bool(0.9));
    config.max_memory32_bytes = 65_536 * pick(random, &[1u64, 2, 17]);
    config.memory_max_size_required = true;
    config.min_tables = random.gen_range(0..3);
    config.max_tables = 3;
    config.max_table_elements = 200;
    config.table_max_size_required = true;
    config.min_funcs = 2;
    config.max_funcs = if large { 40 } else { random.gen_range(3..25) };
    config.min_globals = random.gen_range(0..4);
    config.max_globals = 12;
    config.max_tags = 5;
    config.min_element_segments = random.gen_range(0..4);
    config.max_element_segments = 8;
    config.max_elements = 12;
    config.max_data_segments = 8;
    config.max_instructions = if large { 6_000 } else { pick(random, &[40, 100, 300, 900]) };
    config.max_nesting_depth = if large { 60 } else { random.gen_range(4..20) };
    config.max_values = random.gen_range(4..20);
    config.min_types = 3;
    config.max_types = 20;
    config.max_exports = 1_000;
    config.max_type_size = 400;
    config.memory_offset_choices = MemoryOffsetChoices(85, 14, 1);
    Ok(config)
}

/// Whether Airlock takes a valid module: it refuses tail calls inside of a `try_table`.
fn is_admitted(bytes: &[u8]) -> Fallible<bool> {
    for payload in Parser::new(0).parse_all(bytes) {
        let Payload::CodeSectionEntry(body) = payload? else { continue };
        let mut attempts = vec![];
        for operator in body.get_operators_reader()? {
            let inside = attempts.last().copied().unwrap_or(false);
            match operator? {
                Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => attempts.push(inside),
                Operator::TryTable { .. } => attempts.push(true),
                Operator::End => drop(attempts.pop()),
                Operator::ReturnCall { .. } | Operator::ReturnCallIndirect { .. } if inside => return Ok(false),
                _ => {}
            }
        }
    }
    Ok(true)
}

/// The module of a seed; none if the seed makes no valid one that is admitted.
fn module(seed: u64, profile: &str) -> Option<Vec<u8>> {
    let mut random = ChaCha8Rng::seed_from_u64(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ profile.len() as u64);
    let config = config(&mut random, profile).ok()?;
    let length = if profile == "large" { random.gen_range(40_000..160_000) } else { random.gen_range(1_500..14_000) };
    let mut bytes = vec![0u8; length];
    random.fill_bytes(&mut bytes);
    let mut module = Module::new(config, &mut Unstructured::new(&bytes)).ok()?;
    module.ensure_termination(random.gen_range(20..3_000)).ok()?;
    let bytes = module.to_bytes();
    Validator::new_with_features(features()).validate_all(&bytes).ok()?;
    is_admitted(&bytes).ok()?.then_some(bytes)
}

/// Bytes that the format and the instructions give a meaning to.
const TELLING: [u8; 24] = [
    0, 1, 0x7f, 0x80, 0xff, 0x40, 0x0b, 0x41, 0x20, 0x6f, 0x70, 0x69, 0xfc, 0x10, 0x11, 0x12, 0x13, 0x1f, 0x08, 0x0a, 0xd0, 0xd2,
    0x25, 0x26,
];

/// Changes a few bytes, one for another of the same length, so that most changes reach a type and not a size.
fn mutant(random: &mut ChaCha8Rng, original: &[u8]) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..random.gen_range(1..4) {
        let at = random.gen_range(8..bytes.len());
        bytes[at] = match random.gen_range(0..4) {
            0 => bytes[at] ^ (1 << random.gen_range(0..8)),
            1 => random.gen(),
            2 => bytes[random.gen_range(8..bytes.len())],
            _ => pick(random, &TELLING),
        };
    }
    bytes
}

fn smaller(seed: u64, original: &[u8]) -> Option<Vec<u8>> {
    let mut mutate = wasm_mutate::WasmMutate::default();
    mutate.seed(seed).reduce(true).preserve_semantics(false).fuel(10_000);
    let found = mutate.run(original).ok()?.next()?.ok()?;
    (found.len() < original.len()).then_some(found)
}

fn verdict(bytes: &[u8]) -> String {
    match Validator::new_with_features(features()).validate_all(bytes) {
        Ok(_) => "valid".into(),
        Err(error) => format!("invalid {}", error.message().replace(['\n', '\t'], " ")),
    }
}

fn main() -> Fallible<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["modules", profile, first, count, dir] => {
            fs::create_dir_all(dir)?;
            let first: u64 = first.parse()?;
            for seed in first..first + count.parse::<u64>()? {
                if let Some(bytes) = module(seed, profile) {
                    fs::write(Path::new(dir).join(format!("{profile}-{seed}.wasm")), bytes)?;
                }
            }
        }
        ["mutants", file, first, count, dir] => {
            fs::create_dir_all(dir)?;
            let original = fs::read(file)?;
            let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let mut verdicts = String::new();
            let first: u64 = first.parse()?;
            for seed in first..first + count.parse::<u64>()? {
                let bytes = mutant(&mut ChaCha8Rng::seed_from_u64(seed ^ original.len() as u64), &original);
                let file = format!("{name}-{seed}.wasm");
                verdicts += &format!("{file}\t{}\n", verdict(&bytes));
                fs::write(Path::new(dir).join(file), bytes)?;
            }
            use std::io::Write;
            let mut all = fs::OpenOptions::new().create(true).append(true).open(Path::new(dir).join("verdicts.tsv"))?;
            all.write_all(verdicts.as_bytes())?;
        }
        ["smaller", file, first, count, dir] => {
            fs::create_dir_all(dir)?;
            let original = fs::read(file)?;
            let first: u64 = first.parse()?;
            for seed in first..first + count.parse::<u64>()? {
                if let Some(bytes) = smaller(seed, &original) {
                    fs::write(Path::new(dir).join(format!("{:07}-{seed}.wasm", bytes.len())), bytes)?;
                }
            }
        }
        ["text", file] => println!("{}", wasmprinter::print_bytes(fs::read(file)?)?),
        ["binary", file, out] => fs::write(out, wat::parse_file(file)?)?,
        _ => return Err("usage: modules PROFILE FIRST COUNT DIR | mutants FILE FIRST COUNT DIR | smaller FILE FIRST COUNT DIR | text FILE | binary FILE OUT".into()),
    }
    Ok(())
}
