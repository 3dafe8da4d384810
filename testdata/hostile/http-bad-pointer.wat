;; The request lies over the end of memory.
;; hosts: api.example.com:443
;; imports: http_request
;; expect: connector_runtime_error sandbox reason=bad_pointer function=airlock.http_request
(module
  (import "airlock" "http_request" (func $http_request (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (call $http_request (i32.const 65530) (i32.const 100)))))
