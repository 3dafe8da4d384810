;; Without a response there is nothing to read, and a bad pointer is one all the same.
;; hosts: api.example.com:443
;; imports: http_response_read
;; expect: connector_runtime_error sandbox reason=bad_pointer
(module
  (import "airlock" "http_response_read" (func $http_response_read (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (if (i32.ne (call $http_response_read (i32.const 0) (i32.const 16)) (i32.const -1)) (then unreachable))
    (drop (call $http_response_read (i32.const 65536) (i32.const 1)))))
