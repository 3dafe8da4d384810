;; Imports a host function that the manifest does not declare.
;; imports: log
;; expect: refused capability_denied connector_manifest requested=airlock.http_request
;; message: does not declare
(module
  (import "airlock" "http_request" (func $http_request (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    unreachable))
