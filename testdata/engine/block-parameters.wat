;; A branch drops all operands above the label's own, the parameters of its block included (core 2.0, 4.4.8). By V8 13.6.
;; expect: run() = -20
;; expect: if(0) = -10
;; expect: if(1) = -20
;; expect: table(0) = -20
;; expect: table(7) = -20
;; expect: loop() = -55
;; expect: noparam() = -20
;; expect: deeper() = -20
;; expect: two(0) = 36
;; expect: two(1) = 35
;; expect: arm(0) = 107
;; expect: arm(1) = 109
;; expect: arm(2) = 7
(module
  (func (export "run") (result i32)
    i32.const 10
    i32.const 20
    (block (param i32) (result i32)
      i32.const 30
      br 0)
    i32.sub)
  (func (export "if") (param i32) (result i32)
    i32.const 10
    i32.const 20
    (block (param i32) (result i32)
      i32.const 30
      local.get 0
      br_if 0
      drop)
    i32.sub)
  (func (export "table") (param i32) (result i32)
    i32.const 10
    i32.const 20
    (block (param i32) (result i32)
      i32.const 30
      local.get 0
      br_table 0 0)
    i32.sub)
  (func (export "loop") (result i32)
    (local i32)
    i32.const 10
    i32.const 20
    (loop (param i32) (result i32)
      i32.const 5
      i32.const 30
      (local.set 0 (i32.add (local.get 0) (i32.const 1)))
      (br_if 0 (i32.lt_u (local.get 0) (i32.const 2)))
      i32.add
      i32.add
      )
    i32.sub)
  (func (export "noparam") (result i32)
    i32.const 10
    (block (result i32)
      i32.const 20
      i32.const 30
      br 0)
    i32.sub)
  (func (export "deeper") (result i32)
    i32.const 10
    i32.const 20
    (block (param i32) (result i32)
      (block (result i32)
        i32.const 7
        i32.const 30
        br 1)
      i32.add)
    i32.sub)
  (func (export "two") (param i32) (result i32)
    i32.const 1
    i32.const 2
    i64.const 3
    (block (param i32 i64) (result i64 i32)
      i64.const 30
      i32.const 4
      local.get 0
      br_if 0
      drop
      drop
      i32.wrap_i64
      i32.add
      i64.const 30
      i32.const 5
      br 0)
    i64.extend_i32_s
    i64.add
    i32.wrap_i64
    i32.add)
  (func (export "arm") (param i32) (result i32)
    i32.const 100
    i32.const 7
    local.get 0
    (if (param i32) (result i32)
      (then
        i32.const 9
        local.get 0
        i32.const 1
        i32.eq
        br_if 0
        i32.add
        i32.const -93
        br 0)
      (else
        nop))
    i32.add)
)
