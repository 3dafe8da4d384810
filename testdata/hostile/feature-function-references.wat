;; Calls through a typed function reference.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: typed function references
(module
  (type $nothing (func))
  (elem declare func $f)
  (func $f (type $nothing))
  (func (export "_start") (call_ref $nothing (ref.func $f))))
