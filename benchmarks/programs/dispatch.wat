;; Recursion through a table: every call is a call_indirect, to one of two functions in turn.
(module
  (memory (export "memory") 1)
  (type $number (func (param i32) (result i32)))
  (table 2 funcref)
  (elem (i32.const 0) $even $odd)
  (func $even (type $number) (param $n i32) (result i32)
    local.get $n
    i32.const 2
    i32.lt_u
    if
      local.get $n
      return
    end
    local.get $n
    i32.const 1
    i32.sub
    local.get $n
    i32.const 1
    i32.and
    call_indirect (type $number)
    local.get $n
    i32.const 2
    i32.sub
    i32.const 1
    call_indirect (type $number)
    i32.add)
  (func $odd (type $number) (param $n i32) (result i32)
    local.get $n
    i32.const 2
    i32.lt_u
    if
      local.get $n
      return
    end
    local.get $n
    i32.const 1
    i32.sub
    i32.const 0
    call_indirect (type $number)
    local.get $n
    i32.const 2
    i32.sub
    local.get $n
    i32.const 1
    i32.and
    call_indirect (type $number)
    i32.xor)
  (func (export "run") (param $n i32) (result i32)
    local.get $n
    i32.const 0
    call_indirect (type $number)))
