;; call indirect 0 -> 6
;; call indirect 1 -> 9
;; call host 4 -> 20
;; call twice 10 -> 1
;; call started 0 -> 42
(module
  (import "host" "double" (func $double (param i32) (result i32)))
  (type $unary (func (param i32) (result i32)))
  (table funcref (elem $add3 $square))
  (global $started (mut i32) (i32.const 0))
  (func $start
    i32.const 42
    global.set $started)
  (start $start)
  (func $add3 (param i32) (result i32)
    local.get 0
    i32.const 3
    i32.add)
  (func $square (param i32) (result i32)
    local.get 0
    local.get 0
    i32.mul)
  (func (export "indirect") (param i32) (result i32)
    i32.const 3
    local.get 0
    call_indirect (type $unary))
  (func (export "host") (param i32) (result i32)
    local.get 0
    call $double
    i32.const 2
    i32.add
    call $double)
  (func $divide (param i32 i32) (result i32 i32)
    local.get 0
    local.get 1
    i32.div_u
    local.get 0
    local.get 1
    i32.rem_u)
  (func (export "twice") (param i32) (result i32)
    local.get 0
    i32.const 3
    call $divide
    local.set 0
    drop
    local.get 0)
  (func (export "started") (param i32) (result i32)
    global.get $started))
