;; Asks for a host that was not granted, in a loop: the first denial is the last instruction.
;; hosts: api.example.com:443
;; imports: http_request
;; expect: capability_denied sandbox requested=evil.example:443 exchanges=0 host_calls=1
(module
  (import "airlock" "http_request" (func $http_request (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 4096) "{\22url\22:\22https://evil.example/\22}")
  (func (export "_start")
    (loop $again (drop (call $http_request (i32.const 4096) (i32.const 31))) (br $again))))
