;; call fill 0 -> 0 fuel 6
;; call fill 1 -> 7
;; call fill 16 -> 7 fuel 7
;; call fill 17 -> 7 fuel 8
;; call fill 65536 -> 7 fuel 4102
;; call copy 1000 -> 7
;; call init 5 -> 104
;; call tables 3 -> 13
;; call grow 0 -> 1
;; call grow 1 -> 1 fuel 4098
;; call grow 3 -> 1
;; call grow 5 -> 4294967295
;; call grow 65536 -> 4294967295 fuel 268435458
;; call grow 65537 -> 4294967295
;; call grow 4294967295 -> 4294967295 fuel 268435458
;; call growtable 0 -> 10
;; call growtable 4 -> 10
;; call growtable 4294967295 -> 4294967295
(module
  (memory 1 4)
  (table $t 10 14 funcref)
  (func $f)
  (elem $e func $f $f $f)
  (data $d "hello")
  (func (export "fill") (param i32) (result i32)
    i32.const 0
    i32.const 7
    local.get 0
    memory.fill
    i32.const 0
    i32.load8_u)
  (func (export "copy") (param i32) (result i32)
    i32.const 5000
    i32.const 7
    i32.const 10
    memory.fill
    i32.const 20000
    i32.const 5000
    local.get 0
    memory.copy
    i32.const 20009
    i32.load8_u)
  (func (export "init") (param i32) (result i32)
    i32.const 40
    i32.const 0
    local.get 0
    memory.init $d
    data.drop $d
    i32.const 40
    i32.load8_u)
  (func (export "tables") (param i32) (result i32)
    i32.const 0
    i32.const 0
    local.get 0
    table.init $t $e
    i32.const 4
    i32.const 0
    local.get 0
    table.copy
    i32.const 8
    ref.func $f
    i32.const 2
    table.fill $t
    ref.null func
    i32.const 3
    table.grow $t
    drop
    elem.drop $e
    table.size $t)
  (func (export "grow") (param i32) (result i32)
    local.get 0
    memory.grow)
  (func (export "growtable") (param i32) (result i32)
    ref.null func
    local.get 0
    table.grow $t))
