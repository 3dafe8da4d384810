;; A trap after an answer of 503 is a trap.
;; hosts: api.example.com:443
;; imports: http_request
;; expect: connector_runtime_error sandbox reason=trap trap=unreachable
(module
  (import "airlock" "http_request" (func $http_request (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 4096) "{\22url\22:\22https://api.example.com/503\22}")
  (func (export "_start")
    (drop (call $http_request (i32.const 4096) (i32.const 37)))
    unreachable))
