;; Has one page of memory, and takes calls of any length. Breaks contract.huge-input.
(module
  (memory (export "memory") 1)
  (data (i32.const 0) "{\22error\22:{\22message\22:\22this cannot be done\22}}")
  (data (i32.const 512) "{\22output\22:{}}")
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 4096))
  (func (export "airlock_call") (param i32 i32) (result i64)
    ;; an operation whose name does not begin with m
    (if (i32.ne (i32.load8_u offset=7 (local.get 0)) (i32.const 109)) (then (return (i64.const 43))))
    ;; an argument that is no text
    (if (i32.and
          (i32.ne (i32.load8_u offset=21 (local.get 0)) (i32.const 125))
          (i32.ne (i32.load8_u offset=28 (local.get 0)) (i32.const 34)))
      (then (return (i64.const 43))))
    (i64.const 2199023255565)))
