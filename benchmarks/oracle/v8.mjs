// What V8 makes of modules: `v8.mjs modules DIR` runs each *.wasm of a directory and writes DIR/v8.tsv; `v8.mjs tables DIR` runs
// the tables of DIR and writes a hash for each instruction. The Java side, ForeignOracle and OracleTables, follows the same rules.
import fs from 'fs';
import path from 'path';
import vm from 'vm';
import zlib from 'zlib';

const view = new DataView(new ArrayBuffer(8));
const f32 = bits => (view.setInt32(0, bits), view.getFloat32(0));
const f64 = bits => (view.setBigInt64(0, bits), view.getFloat64(0));

const I32 = 0x7f, I64 = 0x7e, F32 = 0x7d, F64 = 0x7c, EXNREF = 0x69;
const ARGUMENTS = {
  [I32]: [0, 1, -1, 5, -2147483648, 2147483647, 65536, -17],
  [I64]: [0n, 1n, -1n, 5n, -9223372036854775808n, 9223372036854775807n, 4294967296n, -99n],
  [F32]: [0, 0x3f800000, 0xbf800000 | 0, 0x40490fdb, 0x7f800000, 0x80000000 | 0, 0x4f000000, 1].map(f32),
  [F64]: [0n, 0x3ff0000000000000n, -0x4010000000000000n, 0x400921fb54442d18n, 0x7ff0000000000000n,
    -0x8000000000000000n, 0x41e0000000000000n, 1n].map(f64),
};

const imports = {
  env: {
    a() {}, b: x => x ^ 0x55, c: x => x + 3n, d: x => x, e: () => 2.5, f: x => BigInt(x),
    g: x => [(x + 1) | 0, BigInt(x)], h: (f, e) => e,
  },
};

/** The signatures of exported functions by their names, which the JavaScript API does not tell. */
function signatures(bytes) {
  let at = 8;
  const number = () => {
    let value = 0, scale = 1, next;
    do { next = bytes[at++]; value += (next & 127) * scale; scale *= 128; } while (next & 128);
    return value;
  };
  const name = () => { const length = number(); at += length; return bytes.subarray(at - length, at).toString('utf8'); };
  const limits = () => { const flags = bytes[at++]; number(); if (flags & 1) number(); };
  const values = () => Array.from({length: number()}, () => bytes[at++]);
  const types = [], functions = [], exported = {};
  while (at < bytes.length) {
    const id = bytes[at++], length = number(), end = at + length;
    if (id === 1) {
      for (let n = number(); n > 0; n--) { at++; types.push([values(), values()]); }
    } else if (id === 2) {
      for (let n = number(); n > 0; n--) {
        name(); name();
        const kind = bytes[at++];
        if (kind === 0) functions.push(number());
        else if (kind === 3) at += 2;
        else if (kind === 4) { at++; number(); }
        else { if (kind === 1) at++; limits(); }
      }
    } else if (id === 3) {
      for (let n = number(); n > 0; n--) functions.push(number());
    } else if (id === 7) {
      for (let n = number(); n > 0; n--) {
        const of = name(), kind = bytes[at++], index = number();
        if (kind === 0) exported[of] = types[functions[index]];
      }
    }
    at = end;
  }
  return exported;
}

function hex(value, type) {
  if (value !== value) return 'nan';
  if (type === F32) { view.setFloat32(0, value); return (view.getInt32(0) >>> 0).toString(16); }
  view.setFloat64(0, value);
  return BigInt.asUintN(64, view.getBigInt64(0)).toString(16);
}

const text = (value, type) =>
  type === I32 || type === I64 ? String(value)
    : type === F32 || type === F64 ? hex(value, type)
    : value === null ? 'null' : 'ref';

const TRAPS = [
  [/unreachable/, 'unreachable'],
  [/divide by zero|remainder by zero/, 'divide_by_zero'],
  [/divide result unrep/, 'integer_overflow'],
  [/float unrep/, 'conversion'],
  [/memory access out of bounds|data segment/, 'memory'],
  [/table index is out|table access|table or segment|element segment|table.*out of bounds/, 'table'],
  [/null function or function signature/, 'indirect_call'],
  [/null pointer|dereferencing|rethrowing null/, 'null'],
];

function ending(error) {
  const message = String(error && error.message);
  if (error instanceof WebAssembly.Exception) return 'trap exception';
  if (error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'timeout';
  if (error instanceof RangeError && /call stack/.test(message)) return 'stack';
  for (const [words, trap] of TRAPS) if (words.test(message)) return 'trap ' + trap;
  return 'trap? ' + message;
}

/** What a module's exports hold, in the order of the module. */
function state(module, instance) {
  let all = '';
  for (const {name} of WebAssembly.Module.exports(module)) {
    const value = instance.exports[name];
    if (value instanceof WebAssembly.Memory) {
      const bytes = new Uint8Array(value.buffer);
      all += ` M${bytes.length / 65536}:${zlib.crc32(bytes).toString(16)}`;
    } else if (value instanceof WebAssembly.Table) {
      let elements = '';
      try { for (let i = 0; i < value.length; i++) elements += value.get(i) === null ? '0' : '1'; } catch { elements = 'x'; }
      all += ` T${value.length}:${elements}`;
    } else if (value instanceof WebAssembly.Global) {
      let held;
      try { held = value.value; } catch { all += ' Gx'; continue; }
      all += ' G' + (typeof held === 'number' ? hex(held, F64)
        : typeof held === 'bigint' ? String(held) : held === null ? 'null' : 'ref');
    }
  }
  return all;
}

const context = vm.createContext({});
function timed(work) { context.work = work; return vm.runInContext('work()', context, {timeout: 2000}); }

function run(file, bytes) {
  const lines = [];
  const say = (event, what) => lines.push(`${file}\t${event}\t${what}`);
  const valid = WebAssembly.validate(bytes);
  say('valid', valid);
  if (!valid) return lines;
  const module = new WebAssembly.Module(bytes), types = signatures(bytes);
  const names = WebAssembly.Module.exports(module).filter(e => e.kind === 'function').map(e => e.name);
  let instance;
  const make = () => {
    try { instance = timed(() => new WebAssembly.Instance(module, imports)); return 'ok' + state(module, instance); }
    catch (e) { instance = null; return ending(e); }
  };
  say('instance', make());
  for (let round = 0; round < 2 && instance; round++) {
    for (const [i, name] of names.entries()) {
      const [parameters, results] = types[name];
      if ([...parameters, ...results].includes(EXNREF)) continue;
      const values = parameters.map((type, k) => ARGUMENTS[type] ? ARGUMENTS[type][((i + 1) * 7 + k * 3 + round * 5) % 8] : null);
      let what;
      try {
        const got = timed(() => instance.exports[name](...values));
        const all = results.length === 0 ? [] : results.length === 1 ? [got] : [...got];
        what = 'ok ' + all.map((value, k) => text(value, results[k])).join(',');
      } catch (e) { what = ending(e); }
      say(`${round}.${i + 1}`, what + state(module, instance));
      if (what === 'timeout' || what === 'stack') return lines;
      if (!what.startsWith('ok')) { make(); if (!instance) return lines; }
    }
  }
  return lines;
}

function modules(dir) {
  const lines = [`# V8 ${process.versions.v8}, node ${process.version}`];
  for (const file of fs.readdirSync(dir).filter(f => f.endsWith('.wasm')).sort()) {
    lines.push(...run(file, fs.readFileSync(path.join(dir, file))));
  }
  fs.writeFileSync(path.join(dir, 'v8.tsv'), lines.join('\n') + '\n');
}

/** The operands that the tables are made of, by type. */
function operands(dir) {
  const all = {i32: [], i64: []};
  for (const line of fs.readFileSync(path.join(dir, 'operands.txt'), 'utf8').split('\n')) {
    const [type, value] = line.split(' ');
    if (type === 'i32') all.i32.push(Number(value) | 0);
    if (type === 'i64') all.i64.push(BigInt.asIntN(64, BigInt(value)));
  }
  return all;
}

/** Whether bits are a NaN's, which are the machine's affair but where an instruction changes no more than the sign. */
function isNaN(name, bits) {
  if (/abs|neg|copysign/.test(name)) return false;
  return name.startsWith('f32') ? (bits & 0x7fffffffn) > 0x7f800000n
    : name.startsWith('f64') && (bits & 0x7fffffffffffffffn) > 0x7ff0000000000000n;
}

function tables(dir) {
  const lines = [`# V8 ${process.versions.v8}, node ${process.version}`], edges = operands(dir);
  for (const table of ['numbers', 'memory']) {
    const bytes = fs.readFileSync(path.join(dir, table + '.wasm'));
    const module = new WebAssembly.Module(bytes), types = signatures(bytes);
    for (const name of Object.keys(types)) {
      let instance = new WebAssembly.Instance(module);
      const domains = types[name][0].map(type => type === I64 ? edges.i64 : edges.i32);
      let all = '';
      for (const first of domains[0]) for (const second of domains[1] ?? [null]) for (const third of domains[2] ?? [null]) {
        const values = [first, second, third].filter(v => v !== null);
        let what;
        try {
          const got = instance.exports[name](...values);
          const bits = got === undefined ? 0n : BigInt.asUintN(64, BigInt(got));
          what = isNaN(name, bits) ? 'nan' : String(bits);
        } catch (e) { what = ending(e); }
        all += what + '\n';
      }
      lines.push(`${table}\t${name}\t${zlib.crc32(all + state(module, instance)).toString(16)}`);
    }
  }
  fs.writeFileSync(path.join(dir, 'tables.tsv'), lines.join('\n') + '\n');
}

const [command, dir] = process.argv.slice(2);
if (command === 'modules') modules(dir);
else if (command === 'tables') tables(dir);
else { console.error('usage: v8.mjs modules|tables DIR'); process.exit(2); }
