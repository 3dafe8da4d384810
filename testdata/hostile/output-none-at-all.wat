;; A module that has nothing but an empty _start.
;; expect: connector_runtime_error sandbox reason=bad_output
(module (func (export "_start")))
