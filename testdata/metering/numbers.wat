;; call sign 200 -> 4294967240
;; call saturate 0 -> 2147483647
;; call wide 3 -> 72
;; call choose 1 -> 5
(module
  (global $base i32 (i32.add (i32.const 40) (i32.const 2)))
  (func (export "sign") (param i32) (result i32)
    local.get 0
    i32.extend8_s)
  (func (export "saturate") (param i32) (result i32)
    f64.const 1e30
    i32.trunc_sat_f64_s)
  (func (export "wide") (param i32) (result i32)
    local.get 0
    i64.extend_i32_u
    i64.const 10
    i64.mul
    i32.wrap_i64
    global.get $base
    i32.add)
  (func (export "choose") (param i32) (result i32)
    i32.const 5
    i32.const 6
    local.get 0
    select
    ref.null extern
    ref.null extern
    local.get 0
    select (result externref)
    drop))
