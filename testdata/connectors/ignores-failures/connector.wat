;; Does not look at what came of its request. Breaks faults.no-false-success.
(module
  (import "airlock" "http_request" (func $request (param i32 i32) (result i32)))
  (memory (export "memory") 64)
  (data (i32.const 0) "{\22error\22:{\22message\22:\22this cannot be done\22}}")
  (data (i32.const 512) "{\22output\22:{}}")
  (data (i32.const 1024) "{\22url\22:\22https://things.example.com/things/1\22}")
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 4096))
  (func (export "airlock_call") (param i32 i32) (result i64)
    ;; an operation whose name does not begin with m
    (if (i32.ne (i32.load8_u offset=7 (local.get 0)) (i32.const 109)) (then (return (i64.const 43))))
    (drop (call $request (i32.const 1024) (i32.const 45)))
    (i64.const 2199023255565)))
