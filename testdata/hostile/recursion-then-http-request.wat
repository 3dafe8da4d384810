;; Asks for a page at every depth.
;; limits: stack=65536 host_calls=1000000
;; hosts: api.example.com:443
;; imports: http_request
;; expect: resource_limit_exceeded sandbox limit=stack
;; fuel: varies
(module
  (import "airlock" "http_request" (func $http_request (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "{\22url\22:1}")
  (func $down
    (drop (call $http_request (i32.const 0) (i32.const 9)))
    (call $down))
  (func (export "_start")
    (call $down)))
