;; The last error is read over the end of memory.
;; hosts: api.example.com:443
;; imports: http_request, last_error
;; expect: connector_runtime_error sandbox reason=bad_pointer function=airlock.last_error
(module
  (import "airlock" "http_request" (func $http_request (param i32 i32) (result i32)))
  (import "airlock" "last_error" (func $last_error (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 4096) "garbage")
  (func (export "_start")
    (drop (call $http_request (i32.const 4096) (i32.const 7)))
    (drop (call $last_error (i32.const 65535) (i32.const 2)))))
