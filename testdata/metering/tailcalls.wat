;; call loop 500 -> 0
;; call indirect 10 -> 0
(module
  (type $unary (func (param i32) (result i32)))
  (table funcref (elem $down))
  (func $loop (export "loop") (param i32) (result i32)
    local.get 0
    i32.eqz
    if
      i32.const 0
      return
    end
    local.get 0
    i32.const 1
    i32.sub
    return_call $loop)
  (func $down (export "indirect") (param i32) (result i32)
    (if (result i32) (local.get 0)
      (then
        (return_call_indirect (type $unary)
          (i32.sub (local.get 0) (i32.const 1))
          (i32.const 0)))
      (else (i32.const 0)))))
