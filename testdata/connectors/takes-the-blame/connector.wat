;; Asks again after a failure, and calls the first failure one of its own though the second answer is good. Breaks
;; faults.right-class.
(module
  (import "airlock" "http_request" (func $request (param i32 i32) (result i32)))
  (import "airlock" "http_response_status" (func $status (result i32)))
  (memory (export "memory") 64)
  (data (i32.const 0) "{\22error\22:{\22message\22:\22this cannot be done\22}}")
  (data (i32.const 64) "{\22error\22:{\22class\22:\22network_error\22,\22message\22:\22no answer came\22}}")
  (data (i32.const 256) "{\22error\22:{\22class\22:\22external_api_error\22,\22message\22:\22the service refused\22}}")
  (data (i32.const 512) "{\22output\22:{}}")
  (data (i32.const 1024) "{\22url\22:\22https://things.example.com/things/1\22}")
  (data (i32.const 2048) "{\22error\22:{\22class\22:\22connector_runtime_error\22,\22message\22:\22it did not work\22}}")
  ;; sends a request; 0 if a good answer came, else the reply that says why not
  (func $ask (param $at i32) (param $length i32) (result i64)
    (if (call $request (local.get $at) (local.get $length)) (then (return (i64.const 274877907006))))
    (if (i32.ne (i32.div_u (call $status) (i32.const 100)) (i32.const 2)) (then (return (i64.const 1099511627848))))
    (i64.const 0))
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 4096))
  (func (export "airlock_call") (param i32 i32) (result i64)
    ;; an operation whose name does not begin with m
    (if (i32.ne (i32.load8_u offset=7 (local.get 0)) (i32.const 109)) (then (return (i64.const 43))))
    (if (i64.ne (call $ask (i32.const 1024) (i32.const 45)) (i64.const 0)) (then
      (drop (call $ask (i32.const 1024) (i32.const 45)))
      (return (i64.const 8796093022281))))
    (i64.const 2199023255565)))
