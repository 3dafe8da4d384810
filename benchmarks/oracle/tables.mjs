// Writes the modules of the tables, as text: `tables.mjs DIR` makes numbers.wat and memory.wat. Every export is one instruction.
import fs from 'fs';
import path from 'path';

const numeric = [];
const op = (name, parameters, result) => numeric.push({name, parameters, result});
for (const t of ['i32', 'i64']) {
  for (const o of ['clz', 'ctz', 'popcnt', 'extend8_s', 'extend16_s']) op(`${t}.${o}`, [t], t);
  op(`${t}.eqz`, [t], 'i32');
  for (const o of 'add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr'.split(' ')) op(`${t}.${o}`, [t, t], t);
  for (const o of 'eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u'.split(' ')) op(`${t}.${o}`, [t, t], 'i32');
}
op('i64.extend32_s', ['i64'], 'i64');
op('i32.wrap_i64', ['i64'], 'i32');
op('i64.extend_i32_s', ['i32'], 'i64');
op('i64.extend_i32_u', ['i32'], 'i64');
for (const t of ['f32', 'f64']) {
  for (const o of 'abs neg ceil floor trunc nearest sqrt'.split(' ')) op(`${t}.${o}`, [t], t);
  for (const o of 'add sub mul div min max copysign'.split(' ')) op(`${t}.${o}`, [t, t], t);
  for (const o of 'eq ne lt gt le ge'.split(' ')) op(`${t}.${o}`, [t, t], 'i32');
  for (const i of ['i32', 'i64']) for (const s of ['s', 'u']) {
    op(`${i}.trunc_${t}_${s}`, [t], i);
    op(`${i}.trunc_sat_${t}_${s}`, [t], i);
    op(`${t}.convert_${i}_${s}`, [i], t);
  }
}
op('f32.demote_f64', ['f64'], 'f32');
op('f64.promote_f32', ['f32'], 'f64');

const from64 = (t, local) => ({
  i32: `(i32.wrap_i64 (local.get ${local}))`, i64: `(local.get ${local})`,
  f32: `(f32.reinterpret_i32 (i32.wrap_i64 (local.get ${local})))`, f64: `(f64.reinterpret_i64 (local.get ${local}))`,
})[t];
const to64 = (t, e) => ({
  i32: `(i64.extend_i32_u ${e})`, i64: e, f32: `(i64.extend_i32_u (i32.reinterpret_f32 ${e}))`, f64: `(i64.reinterpret_f64 ${e})`,
})[t];

function numbers() {
  const exports = numeric.map(({name, parameters, result}) => {
    const body = to64(result, `(${name} ${parameters.map(from64).join(' ')})`);
    return `  (func (export "${name}") (param${' i64'.repeat(parameters.length)}) (result i64) ${body})`;
  });
  return `(module\n${exports.join('\n')})\n`;
}

const LOADS = ('i32.load i64.load f32.load f64.load i32.load8_s i32.load8_u i32.load16_s i32.load16_u i64.load8_s i64.load8_u '
  + 'i64.load16_s i64.load16_u i64.load32_s i64.load32_u').split(' ');
const STORES = 'i32.store i64.store f32.store f64.store i32.store8 i32.store16 i64.store8 i64.store16 i64.store32'.split(' ');
const OFFSETS = [0, 1, 4095, 65535, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff];
const RANGES = {
  'memory.fill': '(memory.fill (local.get 0) (i32.const 65) (local.get 1))',
  'memory.copy': '(memory.copy (local.get 0) (local.get 1) (local.get 2))',
  'memory.init': '(memory.init $d (local.get 0) (local.get 1) (local.get 2))',
  'table.fill': '(table.fill $t (local.get 0) (ref.func $f) (local.get 2))',
  'table.copy': '(table.copy $t $u (local.get 0) (local.get 1) (local.get 2))',
  'table.copy in itself': '(table.copy $t $t (local.get 0) (local.get 1) (local.get 2))',
  'table.init': '(table.init $t $e (local.get 0) (local.get 1) (local.get 2))',
};
const SINGLE = {
  'table.get': '(drop (table.get $t (local.get 0)))', 'table.set': '(table.set $t (local.get 0) (ref.null func))',
  'call_indirect': '(call_indirect $t (local.get 0))',
};

function memory() {
  const exports = [];
  for (const o of LOADS) for (const offset of OFFSETS) {
    exports.push(`(func (export "${o} offset ${offset}") (param i32) (result i64)
      ${to64(o.slice(0, 3), `(${o} offset=${offset} (local.get 0))`)})`);
  }
  for (const o of STORES) for (const offset of OFFSETS) {
    exports.push(`(func (export "${o} offset ${offset}") (param i32 i64) (${o} offset=${offset} (local.get 0) ${from64(o.slice(0, 3), 1)}))`);
  }
  for (const [name, body] of Object.entries(RANGES)) {
    exports.push(`(func (export "${name}") (param i32${' i32'.repeat(2)}) ${body})`);
  }
  for (const [name, body] of Object.entries(SINGLE)) exports.push(`(func (export "${name}") (param i32) ${body})`);
  return `(module (memory (export "memory") 1 3) (table $t (export "t") 15 19 funcref) (table $u (export "u") 7 funcref)
  (data $d "abcdefghij") (data (i32.const 16) "0123456789abcdefghijklmnopqrstuvwxyz")
  (elem $e func $f $f $f) (elem (table $u) (i32.const 1) func $f $f) (func $f)\n${exports.join('\n')})\n`;
}

const dir = process.argv[2];
fs.writeFileSync(path.join(dir, 'numbers.wat'), numbers());
fs.writeFileSync(path.join(dir, 'memory.wat'), memory());
